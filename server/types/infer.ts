import type { AnyNode, Expression } from 'acorn';
import { engine } from '../engine/engine';
import { type Bindings, bindingsOf, isBound } from '../expression/bindings';
import { afterEffects, type Effects, effectsOf, hasNoSideEffects } from './effects';
import type { FunctionNode } from './function-node';
import { evaluateExpression } from './infer-expression';
import { evaluateBody } from './infer-statements';
import { instantiate } from './instantiate';
import { libraryGlobal } from './library';
import { knownElement, likelyElement } from './likely';
import { readIndex } from './member-lookup';
import { narrowScope } from './narrowing';
import { bindPattern, restParameterType } from './patterns';
import { memberPathOf, TypeScope } from './type-scope';
import { unionType } from './union';
import {
  type ArgumentTypes,
  FUNCTION_TYPE,
  literalType,
  sizeOfType,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/**
 * What a free name stands for in an expression; undefined for a name that is not known (a built-in one need not be).
 */
export type Environment = (name: string, expression: Expression) => ValueType | undefined;

/** What an expression and its parts are. */
export interface Inference {
  /** Of the whole expression. */
  readonly shape: ValueType;
  /**
   * Of a part, wherever it is evaluated: an expression, or the pattern that takes a value apart. `UNKNOWN` for
   * what is never reached or was not looked at.
   */
  at(node: AnyNode): ValueType;
}

/** Evaluations of a node; a larger expression is unknown. */
const MAX_STEPS = 15_000;
/** Nodes inside one another, through calls. */
const MAX_LEVELS = 120;
/** Surroundings in which one function is looked at for any call. */
const MAX_LOOSENED = 6;
/** Calls of a function inside itself. */
const MAX_RECURSION = 3;

/**
 * Infers the shapes of an expression and its parts. With `of`, the token of the text that was parsed, members which
 * the expression writes have origins.
 */
export function infer(ast: Expression, environment: Environment, of?: unknown): Inference {
  return inferTwice(ast, environment, of, readIndex);
}

/**
 * The same with guesses where nothing is certain: what is read by a key of which little is known is taken for an
 * element. For what is offered to people only, never for what they are told to be wrong.
 */
export function inferLikely(ast: Expression, environment: Environment, of?: unknown): Inference {
  return inferTwice(ast, environment, of, likelyElement);
}

/**
 * The same where a key of which little is known is one of an element: `length` would be another, but nobody computes
 * that. Everything else is as certain as with `infer`.
 */
export function inferElements(ast: Expression, environment: Environment): Inference {
  return inferTwice(ast, environment, undefined, knownElement);
}

/** What `shape[key]` gives. */
type ReadIndex = (shape: ValueType, key: ValueType) => ValueType;

function inferTwice(ast: Expression, environment: Environment, of: unknown, readIndex: ReadIndex): Inference {
  const first = new TypeEvaluator(ast, environment, of, readIndex);
  const shape = first.run();
  if (!first.couldGain()) return { shape, at: (node) => first.at(node) };
  const second = new TypeEvaluator(ast, environment, of, readIndex, first);
  return { shape: second.run(), at: (node) => second.at(node) };
}

/** What most expressions have in common, which change and bind nothing. */
const PLAIN: { readonly effects: Effects; readonly bound: Bindings } = {
  effects: { assigned: new Map(), members: new Set(), anyMember: false, lists: false },
  bound: new Map(),
};

// An expression is inferred again whenever the type of a variable changes that it reads.
const effectsAndBindings = engine.query('effects and bindings', (ast: Expression): typeof PLAIN => {
  const effects = effectsOf(ast);
  const bound = bindingsOf(ast);
  const isPlain = hasNoSideEffects(effects) && effects.assigned.size === 0 && bound.size === 0;
  return isPlain ? PLAIN : { effects, bound };
});

/** Evaluates the tree of one expression: what its parts share. */
export class TypeEvaluator {
  readonly effects: Effects;
  private readonly bound: Bindings;
  private readonly shapes = new Map<AnyNode, ValueType>();
  // Most expressions need none of these: they are created on first use.
  private changed: Map<ValueType, ValueType> | undefined;
  /** Functions that may be called in ways which are not followed: what is said inside them must hold for any. */
  private readonly loose: { readonly node: FunctionNode; readonly scope: TypeScope }[] = [];
  private loosened: Map<FunctionNode, Set<TypeScope>> | undefined;
  /** Functions with too many variables around them to look at all: nothing is said inside them. */
  private readonly lost: FunctionNode[] = [];
  private active: Map<FunctionNode, number> | undefined;
  private steps = 0;
  private levels = 0;
  /** A variable was asked for where it is not declared yet: in an assignment that is looked at ahead of its time. */
  private missed = false;
  /** While above zero nothing is noted: what is evaluated is looked at in passing, with less known. */
  private unnoted = 0;

  constructor(
    private readonly ast: Expression,
    private readonly environment: Environment,
    readonly of: unknown,
    readonly readIndex: ReadIndex,
    /** What was found out before: a variable that is not declared yet is known from there. */
    private readonly before?: TypeEvaluator,
  ) {
    const { effects, bound } = effectsAndBindings(ast);
    this.effects = effects;
    this.bound = bound;
  }

  run(): ValueType {
    const shape = this.evaluate(this.ast, new TypeScope(undefined));
    // The list grows on the way.
    for (const { node, scope } of this.loose) this.enter(node, scope, ANYTHING);
    return this.isExhausted() ? UNKNOWN : shape;
  }

  /** Whether another run, which knows what this one found out, may find out more. */
  couldGain(): boolean {
    return this.missed && !this.isExhausted();
  }

  at(node: AnyNode): ValueType {
    const isLost = this.lost.some(({ start, end }) => start <= node.start && node.end <= end);
    return isLost || this.isExhausted() ? UNKNOWN : (this.shapes.get(node) ?? UNKNOWN);
  }

  /** The shape of an expression where it is. */
  evaluate(node: AnyNode, scope: TypeScope): ValueType {
    this.steps++;
    if (this.isExhausted() || this.levels >= MAX_LEVELS) {
      this.note(node, UNKNOWN);
      return UNKNOWN;
    }
    this.levels++;
    const shape = evaluateExpression(this, node, scope);
    if (MAKING.has(node.type)) this.charge(shape);
    this.levels--;
    this.note(node, shape);
    return shape;
  }

  /** What a step below the one at hand gives, or `otherwise` where that would be too deep. */
  deeper<T>(otherwise: T, step: () => T): T {
    if (this.levels >= MAX_LEVELS) return otherwise;
    this.levels++;
    const result = step();
    this.levels--;
    return result;
  }

  /** `evaluate` without a trace: nothing follows from it for the parts. */
  glance(node: AnyNode, scope: TypeScope): ValueType {
    this.unnoted++;
    const shape = this.evaluate(node, scope);
    this.unnoted--;
    return shape;
  }

  /** To make a large shape costs as much as some evaluations. */
  charge(shape: ValueType): void {
    this.steps += sizeOfType(shape).nodes >> 5;
  }

  /** Remembers what a node is; what it is in several evaluations is joined. */
  note(node: AnyNode, shape: ValueType): void {
    if (this.unnoted > 0) return;
    const known = this.shapes.get(node);
    if (known === shape) return;
    if (known) this.charge(shape);
    this.shapes.set(node, known ? unionType(known, shape) : shape);
  }

  /** What a name stands for. */
  read(node: AnyNode & { readonly name: string }, scope: TypeScope): ValueType {
    const fact = this.factOf(node, scope);
    if (fact) return fact;
    const shape = scope.variable(node.name) ?? this.undeclared(node);
    if (hasNoSideEffects(this.effects)) return shape;
    this.changed ??= new Map();
    const after = this.changed.get(shape) ?? afterEffects(shape, this.effects);
    this.changed.set(shape, after);
    return after;
  }

  /** What a check on the way says of a name or chain of members. */
  factOf(node: AnyNode, scope: TypeScope): ValueType | undefined {
    const path = memberPathOf(node);
    return path && scope.fact(path);
  }

  private undeclared(node: AnyNode & { readonly name: string }): ValueType {
    const { name } = node;
    if (isBound(this.bound, name, node.start)) {
      this.missed ||= this.unnoted > 0;
      // Where it is read in the course of things, it holds what it was found to hold there.
      return this.unnoted > 0 ? (this.before?.at(node) ?? UNKNOWN) : UNKNOWN;
    }
    return this.effects.assigned.has(name)
      ? UNKNOWN
      : (this.environment(name, this.ast) ?? globalShape(name));
  }

  /** The scope in which the test came out as `outcome`. */
  narrowed(test: AnyNode, outcome: boolean, scope: TypeScope): TypeScope {
    return narrowScope(test, outcome, scope, (node, inner) => this.glance(node, inner), this.effects);
  }

  /** The value of a function expression or declaration. */
  functionShape(node: FunctionNode, scope: TypeScope): ValueType {
    return { ...FUNCTION_TYPE, apply: (given) => this.enter(node, scope, given), identity: node };
  }

  /** From now on the function may be called by anyone with anything. */
  loosen(node: FunctionNode, scope: TypeScope): void {
    if (this.unnoted > 0) return;
    this.loosened ??= new Map();
    const scopes = this.loosened.get(node) ?? new Set();
    this.loosened.set(node, scopes.add(scope));
    if (scopes.size > MAX_LOOSENED) {
      if (!this.lost.includes(node)) this.lost.push(node);
    } else if (!this.loose.some((other) => other.node === node && other.scope === scope))
      this.loose.push({ node, scope });
  }

  private enter(node: FunctionNode, scope: TypeScope, given: ArgumentTypes): ValueType {
    this.steps++;
    this.active ??= new Map();
    const depth = this.active.get(node) ?? 0;
    if (this.isExhausted()) return UNKNOWN;
    if (depth >= MAX_RECURSION || this.levels >= MAX_LEVELS) {
      if (given !== ANYTHING) this.loosen(node, scope);
      return UNKNOWN;
    }
    this.active.set(node, depth + 1);
    this.levels++;
    const result = this.call(node, scope, given);
    this.levels--;
    this.active.set(node, depth);
    return node.async || node.generator ? UNKNOWN : result;
  }

  private call(node: FunctionNode, outer: TypeScope, given: ArgumentTypes): ValueType {
    const scope = new TypeScope(outer);
    if (node.type !== 'ArrowFunctionExpression') {
      scope.declare('arguments', UNKNOWN);
      if (node.type === 'FunctionExpression' && node.id) {
        scope.declare(node.id.name, this.functionShape(node, outer));
      }
    }
    const missing = given.open ? UNKNOWN : UNDEFINED_TYPE;
    for (const [i, parameter] of node.params.entries()) {
      if (parameter.type === 'RestElement')
        bindPattern(this, parameter.argument, restParameterType(given, i), scope);
      else bindPattern(this, parameter, given.shapes[i] ?? missing, scope);
    }
    return node.body.type === 'BlockStatement'
      ? evaluateBody(this, node.body, scope)
      : this.evaluate(node.body, scope);
  }

  private isExhausted(): boolean {
    return this.steps > MAX_STEPS;
  }
}

/** Nodes that may make a shape; others hand on what there is. */
const MAKING: ReadonlySet<AnyNode['type']> = new Set([
  'ArrayExpression',
  'ObjectExpression',
  'CallExpression',
  'NewExpression',
  'ConditionalExpression',
  'LogicalExpression',
] satisfies AnyNode['type'][]);

const ANYTHING: ArgumentTypes = { shapes: [], open: true };

/** Built-in names have no variables around them. */
function globalShape(name: string): ValueType {
  if (name === 'undefined') return UNDEFINED_TYPE;
  if (name === 'NaN') return literalType(Number.NaN);
  if (name === 'Infinity') return literalType(Number.POSITIVE_INFINITY);
  const found = libraryGlobal(name);
  if (found === undefined) return UNKNOWN;
  if (found.type) return instantiate(found.type, new Map());
  return { ...FUNCTION_TYPE, signatures: found.signatures, identity: `.${name}` };
}
