import { isGlobal } from '../expression/globals';
import { freeNames } from '../expression/names';
import type { Ast } from '../expression/parse';
import type { ExpressionPart, ExpressionPlace, OutputFacts, ScopeFacts } from '../facts/facts';
import { WHERE_NAMES } from '../format/scenario';
import { unitFacts } from '../project/files/source';
import { promisedInput } from '../project/names/promised-inputs';
import { emittersOf } from '../project/names/resolve';
import { isAssigned, type LocalVariable, placeIn } from '../project/names/scope';
import type { ScopePath } from '../project/names/scope-path';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { unionOfTypes } from '../types/union';
import {
  type MemberType,
  memberType,
  OBJECT_TYPE,
  objectType,
  STRING_TYPE,
  UNKNOWN,
  type ValueType,
} from '../types/value-type';
import type { Node } from '../yaml/tree/tree';
import { contextNamesIn } from './context-reads';
import { typeOfFile } from './file-types';
import { type LocalReader, typeOfLocal, typeOfName } from './local-types';
import { type NameTypes, typeOfNode, typeOfVariable, type UnitReader } from './node-types';

/** The types of context variables where a value is read. */
export interface ContextReader {
  /** The type of a variable, including all assignments. */
  typeOf(name: string): ValueType;
  /** The names of all variables. */
  names(): Iterable<string>;
  /** Whether a variable is changed in ways that no assignment shows. */
  isChanged(name: string): boolean;
  /** The cached type of an output, if it was computed with these types of the variables. */
  outputType?(at: ScopeEntry, output: OutputFacts): ValueType;
  /** The cached type of an input of a state, for expressions that do not depend on its unit. */
  inputType?(input: LocalVariable): ValueType;
  /** The type of what transitions pass to an input, if it may be inferred from these types of the variables. */
  passedType?(state: ScopePath, input: string): ValueType;
}

/**
 * The types of names in the expressions of a project. An instance is used for one request or query, and caches within
 * it.
 */
export class NameReader implements LocalReader {
  private readonly readers = new Map<ScopeEntry['unit'], UnitReader | undefined>();
  /** By scope, as an alias may repeat a node in another one. */
  private readonly values = new Map<ScopeFacts, Map<Node, ValueType>>();

  /** @param hasOrigins whether members have origins, for requests for their places, see `provenance.ts` */
  constructor(
    private readonly workspace: Workspace,
    readonly project: Project,
    private readonly context: ContextReader,
    private readonly hasOrigins = false,
  ) {}

  readerOf(at: ScopeEntry): UnitReader | undefined {
    const { unit } = at;
    if (!this.readers.has(unit)) this.readers.set(unit, this.createReader(at));
    return this.readers.get(unit);
  }

  namesAt(at: ScopeEntry, place: ExpressionPlace): NameTypes {
    let context:
      | { readonly expression: Ast | ExpressionPart | undefined; readonly type: ValueType }
      | undefined;
    return (name, expression) => {
      if (name === 'payload') return this.payloadType(at, place);
      if (place.phase === 'where' && WHERE_NAMES.has(name)) return STRING_TYPE;
      if (name === 'context') {
        if (context === undefined || context.expression !== expression)
          context = { expression, type: this.contextType(at, place, expression) };
        return context.type;
      }
      const promised = place.promise && promisedInput(this.project, place, name);
      if (promised) return this.inputType(promised);
      const local = typeOfName(this, at, place, name);
      return local ?? (isGlobal(name) ? undefined : UNKNOWN);
    };
  }

  passedType(state: ScopePath, input: string): ValueType {
    return this.context.passedType?.(state, input) ?? UNKNOWN;
  }

  /** The type of an input of a state, for expressions elsewhere. */
  private inputType(input: LocalVariable): ValueType {
    return this.context.inputType?.(input) ?? typeOfLocal(this, input);
  }

  /** The type of an output of a scope, at its own place. */
  outputType(at: ScopeEntry, output: OutputFacts): ValueType {
    return this.cached(
      at.scope,
      output.node,
      () => this.context.outputType?.(at, output) ?? this.inferOutput(at, output),
    );
  }

  /** The same without cached types. */
  inferOutput(at: ScopeEntry, output: OutputFacts): ValueType {
    const reader = this.readerOf(at);
    const place = placeIn('output', output.index);
    return reader ? typeOfVariable(reader, output.node, this.namesAt(at, place)) : UNKNOWN;
  }

  /** The type of a value that a context variable may have: that of the assigning output, or of its first value. */
  contextValueType(at: ScopeEntry, node: Node, output: OutputFacts | undefined): ValueType {
    if (output) return this.outputType(at, output);
    const reader = this.readerOf(at);
    return reader ? typeOfVariable(reader, node, this.namesAt(at, placeIn('context'))) : UNKNOWN;
  }

  /** The type of a context variable at a place: an assignment before it in the same state is certain. */
  contextVariableAt(at: ScopeEntry, place: ExpressionPlace, name: string): ValueType {
    const assigned = this.context.isChanged(name)
      ? undefined
      : at.scope.outputs.findLast((one) => one.context?.text === name && isAssigned(one, place));
    return assigned ? this.outputType(at, assigned) : this.context.typeOf(name);
  }

  /** The type of any value at its place. */
  typeOfValue(at: ScopeEntry, node: Node, place: ExpressionPlace): ValueType {
    const reader = this.readerOf(at);
    return reader ? typeOfNode(reader, node, this.namesAt(at, place)) : UNKNOWN;
  }

  /** The cached type of a node. The type of a value that depends on itself is unknown. */
  private cached(scope: ScopeFacts, node: Node, compute: () => ValueType): ValueType {
    const values = this.values.get(scope) ?? new Map<Node, ValueType>();
    this.values.set(scope, values);
    const known = values.get(node);
    if (known) return known;
    values.set(node, UNKNOWN);
    const type = compute();
    values.set(node, type);
    return type;
  }

  /** The type of `context` in an expression, with the variables that it reads, or all if it may read any. */
  private contextType(
    at: ScopeEntry,
    place: ExpressionPlace,
    expression: Ast | ExpressionPart | undefined,
  ): ValueType {
    const uses = expression && ('uses' in expression ? expression.uses : freeNames(expression));
    const read = uses && contextNamesIn(uses);
    const members = new Map<string, MemberType>();
    for (const name of read ?? this.context.names())
      members.set(name, memberType(this.contextVariableAt(at, place, name)));
    return members.size === 0 ? OBJECT_TYPE : objectType(members, false);
  }

  /** The type of `payload`: the payload of the buttons whose event has a transition to this state. */
  private payloadType(at: ScopeEntry, { phase, event }: ExpressionPlace): ValueType {
    const handler = at.scope.handlers.find((one) => one.event.text === event);
    if (phase !== 'transition' || handler === undefined) return UNKNOWN;
    const emitters = emittersOf(this.project, { ...at, name: handler.event });
    if (emitters.length === 0) return UNKNOWN;
    // Recorded as a dependency, because values in other units may change while their keys do not.
    if (emitters.some(({ unit }) => unit !== at.unit)) this.project.table.get('sent', handler.event.text);
    const sent = emitters.map((emitter) => {
      const keys = emitter.emit.payload.map(
        (key) => [key.text, memberType(this.sentType(at, emitter, key.node))] as const,
      );
      return objectType(new Map(keys), emitter.emit.complete);
    });
    const together = unionOfTypes(sent);
    // An intent of the user may raise the event with other keys.
    return together.kind === 'object' ? objectType(together.members, false) : UNKNOWN;
  }

  /**
   * The type of a value that a button sends. The variables of a button in another unit are unknown, because this unit
   * does not depend on their values.
   */
  private sentType(at: ScopeEntry, emitter: ScopeEntry, node: Node): ValueType {
    if (emitter.unit === at.unit) return this.typeOfValue(emitter, node, placeIn('render'));
    const reader = this.readerOf(emitter);
    return reader ? typeOfNode(reader, node, (name) => (isGlobal(name) ? undefined : UNKNOWN)) : UNKNOWN;
  }

  private createReader(at: ScopeEntry): UnitReader | undefined {
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
      file: (node) => typeOfFile(workspace, project, at, facts, node, hasOrigins),
    };
  }
}
