import { isGlobal } from '../expression/globals';
import { freeNames } from '../expression/names';
import type { Ast } from '../expression/parse';
import type { ExpressionPart, ExpressionPlace, OutputFacts } from '../facts/facts';
import type { Project } from '../project/project';
import { emittersOf } from '../project/resolve';
import { isAssigned } from '../project/scope';
import { unitFacts } from '../project/source';
import type { ScopeEntry } from '../project/symbols';
import type { Workspace } from '../project/workspace';
import { type MemberShape, member, OBJECT, objectOf, type Shape, UNKNOWN } from '../shapes/shape';
import { unionOf } from '../shapes/union';
import type { Node } from '../yaml/tree';
import { contextNamesIn } from './context-reads';
import { shapeOfFile } from './files';
import { type LocalReader, shapeOfName } from './locals';
import { type Names, type Reader, shapeOfNode, shapeOfVariable } from './written';

/** The types of context variables where a value is read. */
export interface ContextReader {
  /** The type of a variable, including all assignments. */
  shapeOf(name: string): Shape;
  /** The names of all variables. */
  names(): Iterable<string>;
  /** Whether a variable is changed in ways that no assignment shows. */
  isChanged(name: string): boolean;
  /** The cached type of an output, if it was computed with these types of the variables. */
  outputShape?(at: ScopeEntry, output: OutputFacts): Shape;
  /** The type of what transitions pass to an input, if it may be inferred from these types of the variables. */
  passedShape?(state: readonly string[], input: string): Shape;
}

/** Where first values of context variables are evaluated. */
const CONTEXT: ExpressionPlace = { scope: -1, phase: 'context', index: -1, event: undefined };

/**
 * The types of names in the expressions of a project. An instance is used for one request or query, and caches within
 * it.
 */
export class NameReader implements LocalReader {
  private readonly readers = new Map<ScopeEntry['unit'], Reader | undefined>();
  private readonly values = new Map<Node, Shape>();

  /** @param hasOrigins whether members have origins, for requests for their places, see `provenance.ts` */
  constructor(
    private readonly workspace: Workspace,
    readonly project: Project,
    private readonly context: ContextReader,
    private readonly hasOrigins = false,
  ) {}

  readerOf(at: ScopeEntry): Reader | undefined {
    const { unit } = at;
    if (!this.readers.has(unit)) this.readers.set(unit, this.makeReader(at));
    return this.readers.get(unit);
  }

  namesAt(at: ScopeEntry, place: ExpressionPlace): Names {
    let context: { readonly read: Ast | ExpressionPart | undefined; readonly shape: Shape } | undefined;
    return (name, expression) => {
      if (name === 'payload') return this.payload(at, place);
      if (name === 'context') {
        if (context === undefined || context.read !== expression)
          context = { read: expression, shape: this.contextAt(at, place, expression) };
        return context.shape;
      }
      const local = shapeOfName(this, at, place, name);
      return local ?? (isGlobal(name) ? undefined : UNKNOWN);
    };
  }

  passedShape(state: readonly string[], input: string): Shape {
    return this.context.passedShape?.(state, input) ?? UNKNOWN;
  }

  /** The type of an output of a scope, at its own place. */
  outputShape(at: ScopeEntry, output: OutputFacts): Shape {
    return this.remember(
      output.node,
      () => this.context.outputShape?.(at, output) ?? this.inferOutput(at, output),
    );
  }

  /** The same, without a look at cached types. */
  inferOutput(at: ScopeEntry, output: OutputFacts): Shape {
    const reader = this.readerOf(at);
    const place: ExpressionPlace = { scope: -1, phase: 'output', index: output.index, event: undefined };
    return reader ? shapeOfVariable(reader, output.node, this.namesAt(at, place)) : UNKNOWN;
  }

  /** The type of a value that a context variable may have: that of the assigning output, or of its first value. */
  contextValueShape(at: ScopeEntry, node: Node, output: OutputFacts | undefined): Shape {
    if (output) return this.outputShape(at, output);
    const reader = this.readerOf(at);
    return reader ? shapeOfVariable(reader, node, this.namesAt(at, CONTEXT)) : UNKNOWN;
  }

  /** The type of a context variable at a place: an assignment before it in the same state is certain. */
  contextVariableAt(at: ScopeEntry, place: ExpressionPlace, name: string): Shape {
    const assigned = this.context.isChanged(name)
      ? undefined
      : at.scope.outputs.findLast((one) => one.context?.text === name && isAssigned(one, place));
    return assigned ? this.outputShape(at, assigned) : this.context.shapeOf(name);
  }

  /** The type of any value at its place. */
  valueShape(at: ScopeEntry, node: Node, place: ExpressionPlace): Shape {
    const reader = this.readerOf(at);
    return reader ? shapeOfNode(reader, node, this.namesAt(at, place)) : UNKNOWN;
  }

  /** A value that depends on itself is unknown. */
  private remember(node: Node, work: () => Shape): Shape {
    const known = this.values.get(node);
    if (known) return known;
    this.values.set(node, UNKNOWN);
    const shape = work();
    this.values.set(node, shape);
    return shape;
  }

  /** The type of `context` in an expression, with the variables that it reads, or all if it may read any. */
  private contextAt(
    at: ScopeEntry,
    place: ExpressionPlace,
    expression: Ast | ExpressionPart | undefined,
  ): Shape {
    const uses = expression && ('uses' in expression ? expression.uses : freeNames(expression));
    const read = uses && contextNamesIn(uses);
    const members = new Map<string, MemberShape>();
    for (const name of read ?? this.context.names())
      members.set(name, member(this.contextVariableAt(at, place, name)));
    return members.size === 0 ? OBJECT : objectOf(members, false);
  }

  /** The type of `payload`: what the buttons send whose event leads here. */
  private payload(at: ScopeEntry, { phase, event }: ExpressionPlace): Shape {
    const handler = at.scope.handlers.find((one) => one.event.text === event);
    if (phase !== 'transition' || handler === undefined) return UNKNOWN;
    const emitters = emittersOf(this.project, { ...at, name: handler.event });
    if (emitters.length === 0) return UNKNOWN;
    // Values in other units may change while their keys do not.
    if (emitters.some(({ unit }) => unit !== at.unit)) this.project.table.get('sent', handler.event.text);
    const sent = emitters.map((emitter) => {
      const keys = emitter.emit.payload.map(
        (key) => [key.text, member(this.sentShape(at, emitter, key.node))] as const,
      );
      return objectOf(new Map(keys), emitter.emit.complete);
    });
    const together = unionOf(sent);
    // An intent of the user may raise the event with other keys.
    return together.kind === 'object' ? objectOf(together.members, false) : UNKNOWN;
  }

  /**
   * For a button in another unit only what is written is used: the values of its variables may change without this
   * unit depending on them.
   */
  private sentShape(at: ScopeEntry, emitter: ScopeEntry, node: Node): Shape {
    const place: ExpressionPlace = { scope: -1, phase: 'render', index: -1, event: undefined };
    if (emitter.unit === at.unit) return this.valueShape(emitter, node, place);
    const reader = this.readerOf(emitter);
    return reader ? shapeOfNode(reader, node, (name) => (isGlobal(name) ? undefined : UNKNOWN)) : UNKNOWN;
  }

  private makeReader(at: ScopeEntry): Reader | undefined {
    const source = this.project.source(at.source);
    if (source === undefined) return undefined;
    const { workspace, project, hasOrigins } = this;
    const facts = unitFacts(source, at.unit);
    return {
      source: at.source,
      unit: at.unit,
      facts,
      hasOrigins,
      catalog: source.catalog,
      file: (node) => shapeOfFile(workspace, project, at, facts, node, hasOrigins),
    };
  }
}
