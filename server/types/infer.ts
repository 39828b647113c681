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

/** The type of a free name in an expression; undefined for unknown names. Built-in names need not be known. */
export type Environment = (name: string, expression: Expression) => ValueType | undefined;

/** The types of an expression and its parts. */
export interface Inference {
  /** The type of the whole expression. */
  readonly type: ValueType;
  /**
   * The type of a part, over all of its evaluations: an expression or a destructuring pattern. `UNKNOWN` for parts
   * that are never reached or were not evaluated.
   */
  at(node: AnyNode): ValueType;
}

/** Limit of node evaluations; a larger expression is unknown. */
const MAX_STEPS = 15_000;
/** Limit of nested nodes, including calls. */
const MAX_LEVELS = 120;
/** Limit of scopes in which one function is evaluated for arbitrary calls. */
const MAX_SCOPES_PER_FUNCTION = 6;
/** Limit of recursive calls of a function. */
const MAX_RECURSION = 3;

/**
 * Infers the types of an expression and its parts. With `of`, the token of the parsed text, members that the
 * expression defines have origins.
 */
export function infer(ast: Expression, environment: Environment, of?: unknown): Inference {
  return inferTwice(ast, environment, of, readIndex);
}

/**
 * Like `infer`, with guesses where nothing is certain: a member read by an unknown key counts as an element. Only for
 * suggestions, never for findings.
 */
export function inferLikely(ast: Expression, environment: Environment, of?: unknown): Inference {
  return inferTwice(ast, environment, of, likelyElement);
}

/**
 * Like `infer`, but an unknown key is assumed to be the key of an element. It could be `length`, but that name is hardly
 * ever computed. Everything else is as certain as with `infer`.
 */
export function inferElements(ast: Expression, environment: Environment): Inference {
  return inferTwice(ast, environment, undefined, knownElement);
}

/** The type of `type[key]`. */
type ReadIndex = (type: ValueType, key: ValueType) => ValueType;

function inferTwice(ast: Expression, environment: Environment, of: unknown, readIndex: ReadIndex): Inference {
  const first = new TypeEvaluator(ast, environment, of, readIndex);
  const type = first.run();
  if (!first.couldGain()) return { type, at: (node) => first.at(node) };
  const second = new TypeEvaluator(ast, environment, of, readIndex, first);
  return { type: second.run(), at: (node) => second.at(node) };
}

/** Shared by most expressions, which have no effects and bind no names. */
const PLAIN: { readonly effects: Effects; readonly bound: Bindings } = {
  effects: { assigned: new Map(), members: new Set(), anyMember: false, lists: false },
  bound: new Map(),
};

// An expression is inferred again whenever the type of one of its variables changes.
const effectsAndBindings = engine.query('effects and bindings', (ast: Expression): typeof PLAIN => {
  const effects = effectsOf(ast);
  const bound = bindingsOf(ast);
  const isPlain = hasNoSideEffects(effects) && effects.assigned.size === 0 && bound.size === 0;
  return isPlain ? PLAIN : { effects, bound };
});

/** Evaluates the tree of one expression; holds the state that its parts share. */
export class TypeEvaluator {
  readonly effects: Effects;
  private readonly bound: Bindings;
  private readonly types = new Map<AnyNode, ValueType>();
  // Most expressions need none of these, so they are created on first use.
  private changed: Map<ValueType, ValueType> | undefined;
  /** Functions that may be called in unknown ways: the types in them must be valid for any call. */
  private readonly loose: { readonly node: FunctionNode; readonly scope: TypeScope }[] = [];
  private loosened: Map<FunctionNode, Set<TypeScope>> | undefined;
  /** Functions with too many enclosing scopes to evaluate: types in them are unknown. */
  private readonly lost: FunctionNode[] = [];
  private active: Map<FunctionNode, number> | undefined;
  private steps = 0;
  private levels = 0;
  /** A variable was read before its declaration, in an assignment that is evaluated early. */
  private missed = false;
  /** If positive, types are not recorded: the current evaluation knows less than the real one. */
  private unrecorded = 0;

  constructor(
    private readonly ast: Expression,
    private readonly environment: Environment,
    readonly of: unknown,
    readonly readIndex: ReadIndex,
    /** The previous run, which knows variables that are not declared yet. */
    private readonly before?: TypeEvaluator,
  ) {
    const { effects, bound } = effectsAndBindings(ast);
    this.effects = effects;
    this.bound = bound;
  }

  run(): ValueType {
    const type = this.evaluate(this.ast, new TypeScope(undefined));
    // The list may grow during the loop.
    for (const { node, scope } of this.loose) this.enter(node, scope, ANYTHING);
    return this.isExhausted() ? UNKNOWN : type;
  }

  /** Whether another run, using the results of this one, may infer more. */
  couldGain(): boolean {
    return this.missed && !this.isExhausted();
  }

  at(node: AnyNode): ValueType {
    const isLost = this.lost.some(({ start, end }) => start <= node.start && node.end <= end);
    return isLost || this.isExhausted() ? UNKNOWN : (this.types.get(node) ?? UNKNOWN);
  }

  /** The type of an expression in a scope. */
  evaluate(node: AnyNode, scope: TypeScope): ValueType {
    this.steps++;
    if (this.isExhausted() || this.levels >= MAX_LEVELS) {
      this.note(node, UNKNOWN);
      return UNKNOWN;
    }
    this.levels++;
    const type = evaluateExpression(this, node, scope);
    if (TYPE_CREATING_NODES.has(node.type)) this.charge(type);
    this.levels--;
    this.note(node, type);
    return type;
  }

  /** Runs a deeper step, or returns `otherwise` if that exceeds the limit. */
  deeper<T>(otherwise: T, step: () => T): T {
    if (this.levels >= MAX_LEVELS) return otherwise;
    this.levels++;
    const result = step();
    this.levels--;
    return result;
  }

  /** `evaluate` without recording types of the parts. */
  glance(node: AnyNode, scope: TypeScope): ValueType {
    this.unrecorded++;
    const type = this.evaluate(node, scope);
    this.unrecorded--;
    return type;
  }

  /** Counts a large type as several evaluations. */
  charge(type: ValueType): void {
    this.steps += sizeOfType(type).nodes >> 5;
  }

  /** Records the type of a node; the union over several evaluations. */
  note(node: AnyNode, type: ValueType): void {
    if (this.unrecorded > 0) return;
    const known = this.types.get(node);
    if (known === type) return;
    if (known) this.charge(type);
    this.types.set(node, known ? unionType(known, type) : type);
  }

  /** The type of a name. */
  read(node: AnyNode & { readonly name: string }, scope: TypeScope): ValueType {
    const fact = this.factOf(node, scope);
    if (fact) return fact;
    const type = scope.variable(node.name) ?? this.undeclared(node);
    if (hasNoSideEffects(this.effects)) return type;
    this.changed ??= new Map();
    const after = this.changed.get(type) ?? afterEffects(type, this.effects);
    this.changed.set(type, after);
    return after;
  }

  /** The type that conditions imply for a name or member chain. */
  factOf(node: AnyNode, scope: TypeScope): ValueType | undefined {
    const path = memberPathOf(node);
    return path && scope.fact(path);
  }

  private undeclared(node: AnyNode & { readonly name: string }): ValueType {
    const { name } = node;
    if (isBound(this.bound, name, node.start)) {
      this.missed ||= this.unrecorded > 0;
      // At its normal evaluation, the variable has the type that was found there.
      return this.unrecorded > 0 ? (this.before?.at(node) ?? UNKNOWN) : UNKNOWN;
    }
    return this.effects.assigned.has(name) ? UNKNOWN : (this.environment(name, this.ast) ?? globalType(name));
  }

  /** The scope in which the test has the result `outcome`. */
  narrowed(test: AnyNode, outcome: boolean, scope: TypeScope): TypeScope {
    return narrowScope(test, outcome, scope, (node, inner) => this.glance(node, inner), this.effects);
  }

  /** The value of a function expression or declaration. */
  functionType(node: FunctionNode, scope: TypeScope): ValueType {
    return { ...FUNCTION_TYPE, apply: (given) => this.enter(node, scope, given), identity: node };
  }

  /** Records that the function may be called with any arguments. */
  loosen(node: FunctionNode, scope: TypeScope): void {
    if (this.unrecorded > 0) return;
    this.loosened ??= new Map();
    const scopes = this.loosened.get(node) ?? new Set();
    this.loosened.set(node, scopes.add(scope));
    if (scopes.size > MAX_SCOPES_PER_FUNCTION) {
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
        scope.declare(node.id.name, this.functionType(node, outer));
      }
    }
    const missing = given.open ? UNKNOWN : UNDEFINED_TYPE;
    for (const [i, parameter] of node.params.entries()) {
      if (parameter.type === 'RestElement')
        bindPattern(this, parameter.argument, restParameterType(given, i), scope);
      else bindPattern(this, parameter, given.types[i] ?? missing, scope);
    }
    return node.body.type === 'BlockStatement'
      ? evaluateBody(this, node.body, scope)
      : this.evaluate(node.body, scope);
  }

  private isExhausted(): boolean {
    return this.steps > MAX_STEPS;
  }
}

/** Nodes that may create types; others pass existing ones on. */
const TYPE_CREATING_NODES: ReadonlySet<AnyNode['type']> = new Set([
  'ArrayExpression',
  'ObjectExpression',
  'CallExpression',
  'NewExpression',
  'ConditionalExpression',
  'LogicalExpression',
] satisfies AnyNode['type'][]);

const ANYTHING: ArgumentTypes = { types: [], open: true };

/** Built-in names do not depend on a scope. */
function globalType(name: string): ValueType {
  if (name === 'undefined') return UNDEFINED_TYPE;
  if (name === 'NaN') return literalType(Number.NaN);
  if (name === 'Infinity') return literalType(Number.POSITIVE_INFINITY);
  const found = libraryGlobal(name);
  if (found === undefined) return UNKNOWN;
  if (found.type) return instantiate(found.type, new Map());
  return { ...FUNCTION_TYPE, signatures: found.signatures, identity: `.${name}` };
}
