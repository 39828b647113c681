import type { DebugProtocol } from '@vscode/debugprotocol';
import { isIdentifier } from '../expression/identifier';
import { stateLabel } from '../format/target-path';
import type { SourceRange } from '../run/conversation/events';
import type { Run, Stop } from '../run/conversation/player';
import type { Moment } from '../run/conversation/points';
import type { ProgramScope } from '../run/conversation/program';
import { variablesOf } from '../run/conversation/visit';
import { isSandboxError, type Sandbox, type ValueRef } from '../run/sandbox/sandbox';
import { startOf } from '../run/scenario/coverage';
import type { TextOrMessage } from '../text/message';
import { variablesAt } from './evaluation';
import { type Inspected, inspect, inspectMembers, memberNames } from './inspection';
import type { ProgramPoints } from './program-points';

/** An active state or automata. */
export interface Frame {
  readonly scope: ProgramScope;
  /** Its current phase; undefined for enclosing automata. */
  readonly phase: Moment['phase'] | undefined;
  readonly place: SourceRange | undefined;
  readonly variables: ReadonlyMap<string, ValueRef>;
}

/** The active frames at a stop, innermost first. */
export function framesAt(stop: Stop, points: ProgramPoints): readonly Frame[] {
  const { moment } = stop;
  if (moment === undefined) return [];
  const { scope, phase, chain } = moment;
  const frames: Frame[] = [{ scope, phase, place: placeAt(stop, points), variables: variablesAt(stop) }];
  for (let count = chain.length; count > 0; count--) {
    const automata = chain[count - 1]?.automata;
    if (automata === undefined || automata === scope) continue;
    const variables = variablesOf(chain.slice(0, count), new Map());
    frames.push({ scope: automata, phase: undefined, place: startOf(automata.source.origin), variables });
  }
  return frames;
}

function placeAt({ point, moment }: Stop, points: ProgramPoints): SourceRange | undefined {
  if (point) return point.fault?.place ?? points.at(point)?.place ?? startOf(point.origin);
  const source = moment?.scope.source;
  const asked = moment?.phase === 'form' ? source?.get('inputs') : undefined;
  return startOf((asked ?? source)?.origin);
}

/** The number of members that are inspected together, so that their texts stay within the limits of the sandbox. */
const MAX_INSPECTED = 100;

type GroupName = 'Inputs' | 'Results' | 'Outputs';

/** A group of values that a client can expand. */
export type Container =
  /** Variables of a frame. */
  | { readonly kind: 'group'; readonly frame: number; readonly name: GroupName }
  /** Members of a value. The expression refers to it in a frame, if possible. */
  | {
      readonly kind: 'members';
      readonly frame: number;
      readonly value: ValueRef | MemberRef;
      readonly expression: string | undefined;
    };

/** A member of a value, which is only read when a client expands it. */
interface MemberRef {
  readonly object: ValueRef;
  readonly name: string;
}

interface NamedContainer {
  readonly name: string;
  readonly container: Container;
}

/** The scopes of a frame. */
export function scopesOf(stop: Stop, frame: Frame, index: number): readonly NamedContainer[] {
  const scopes: NamedContainer[] = [];
  const members = (name: string, expression: string, value: ValueRef | undefined) => {
    if (value !== undefined)
      scopes.push({ name, container: { kind: 'members', frame: index, value, expression } });
  };
  members('Context', 'context', frame.variables.get('context'));
  for (const name of ['Inputs', 'Results', 'Outputs'] as const)
    if (namesIn(stop, frame, name).length > 0)
      scopes.push({ name, container: { kind: 'group', frame: index, name } });
  if (index === 0) members('Payload', 'payload', stop.moment?.payload);
  return scopes;
}

/** The variables of a frame in one of its groups. */
function namesIn({ moment }: Stop, frame: Frame, group: GroupName): readonly string[] {
  const written = (scope: ProgramScope, field: string) =>
    scope.source
      .get(field)
      .entries()
      .map(([name]) => name);
  const outputs = new Set(frame.phase ? written(frame.scope, 'outputs') : []);
  const inputs = new Set(written(frame.scope, 'inputs'));
  if (group === 'Outputs')
    return [...outputs].filter((name) => frame.variables.has(name) || moment?.outputs?.has(name));
  const others = [...frame.variables.keys()].filter(
    (name) => name !== 'context' && name !== 'payload' && !outputs.has(name),
  );
  const around = new Set(moment?.chain.flatMap((active) => [...active.inputs.keys()]));
  const isInput = (name: string) => inputs.has(name) || (around.has(name) && !moment?.locals.has(name));
  return others.filter((name) => isInput(name) === (group === 'Inputs'));
}

/** As of a `variables` request; `filter` is `indexed` or `named`. */
export interface ListArguments {
  readonly filter?: string;
  readonly start?: number;
  readonly count?: number;
}

/** Lists the values of a container. */
export class VariableLister {
  constructor(
    private readonly stop: Stop,
    private readonly frames: readonly Frame[],
    private readonly sandbox: Sandbox,
    /** Returns the number by which a client refers to a container. */
    private readonly handle: (container: Container) => number,
    private readonly text: (message: TextOrMessage) => string,
  ) {}

  list(container: Container, args: ListArguments): DebugProtocol.Variable[] {
    // Each member may have a slow getter.
    return this.sandbox.step(() => this.listed(container, args));
  }

  private listed(
    container: Container,
    { filter, start = 0, count = 0 }: ListArguments,
  ): DebugProtocol.Variable[] {
    const { frame } = container;
    if (container.kind === 'group') return this.group(container);
    const { expression } = container;
    const object = this.objectOf(container);
    if (object === undefined) return [];
    const { indexed } = inspect(object, this.sandbox);
    const isHidden = filter !== undefined && filter !== (indexed === undefined ? 'named' : 'indexed');
    if (isHidden) return [];
    if (indexed === undefined)
      return this.members(frame, object, memberNames(object, this.sandbox), expression);
    const from = Math.max(0, start);
    const end = count > 0 ? Math.min(indexed, from + count) : indexed;
    const indices = Array.from({ length: Math.max(0, end - from) }, (_, index) => String(from + index));
    return this.members(frame, object, indices, expression);
  }

  /** The value of a container with a name. */
  named(container: Container, name: string): DebugProtocol.Variable | undefined {
    if (container.kind === 'group') return this.group(container).find((one) => one.name === name);
    const { frame, expression } = container;
    const object = this.objectOf(container);
    if (object === undefined) return undefined;
    const { indexed } = inspect(object, this.sandbox);
    const isMember =
      indexed === undefined
        ? memberNames(object, this.sandbox).includes(name)
        : /^\d+$/.test(name) && Number(name) < indexed;
    return isMember ? this.member(frame, object, name, expression) : undefined;
  }

  /** The value with the members of a container; undefined if it cannot be read. */
  private objectOf({ value }: Extract<Container, { kind: 'members' }>): ValueRef | undefined {
    if (typeof value === 'number') return value;
    const object = this.sandbox.get(value.object, value.name);
    return isSandboxError(object) ? undefined : object;
  }

  /** The protocol's representation of a value. */
  show(name: string, value: ValueRef, frame: number, expression: string | undefined): DebugProtocol.Variable {
    return this.shown(name, inspect(value, this.sandbox), { kind: 'members', frame, value, expression });
  }

  private shown(
    name: string,
    { text, type, indexed, named }: Inspected,
    container: Extract<Container, { kind: 'members' }>,
  ): DebugProtocol.Variable {
    const { expression } = container;
    const isOpen = (indexed ?? named ?? 0) > 0;
    return {
      name,
      value: this.text(text),
      type,
      variablesReference: isOpen ? this.handle(container) : 0,
      ...(isOpen && indexed !== undefined ? { indexedVariables: indexed } : {}),
      ...(isOpen && named !== undefined ? { namedVariables: named } : {}),
      ...(expression === undefined ? {} : { evaluateName: expression }),
    };
  }

  private group({
    frame: index,
    name: group,
  }: Extract<Container, { kind: 'group' }>): DebugProtocol.Variable[] {
    const frame = this.frames[index];
    if (frame === undefined) return [];
    return namesIn(this.stop, frame, group).flatMap((name) => {
      const value = frame.variables.get(name) ?? this.stop.moment?.outputs?.get(name);
      if (value === undefined) return [];
      // An output that is not visible yet cannot be used in an expression.
      const expression = frame.variables.has(name) && isIdentifier(name) ? name : undefined;
      return [this.show(name, value, index, expression)];
    });
  }

  private members(
    frame: number,
    object: ValueRef,
    names: readonly string[],
    expression: string | undefined,
  ): DebugProtocol.Variable[] {
    const listed: DebugProtocol.Variable[] = [];
    for (let at = 0; at < names.length; at += MAX_INSPECTED) {
      const some = names.slice(at, at + MAX_INSPECTED);
      const inspected = inspectMembers(object, some, this.sandbox);
      for (const [index, name] of some.entries()) {
        const found = inspected?.[index];
        const value = { object, name };
        listed.push(
          found === undefined
            ? this.member(frame, object, name, expression)
            : this.shown(name, found, {
                kind: 'members',
                frame,
                value,
                expression: expression === undefined ? undefined : memberOf(expression, name),
              }),
        );
      }
    }
    return listed;
  }

  private member(
    frame: number,
    object: ValueRef,
    name: string,
    expression: string | undefined,
  ): DebugProtocol.Variable {
    const value = this.sandbox.get(object, name);
    if (isSandboxError(value)) return { name, value: `<${this.text(value.message)}>`, variablesReference: 0 };
    return this.show(name, value, frame, expression === undefined ? undefined : memberOf(expression, name));
  }
}

function memberOf(expression: string, name: string): string {
  if (isIdentifier(name)) return `${expression}.${name}`;
  return `${expression}[${/^(?:0|[1-9]\d*)$/.test(name) ? name : JSON.stringify(name)}]`;
}

/** Assigns a variable of a frame, for everything that runs from now on. */
export function setLocal({ sandbox }: Run, { point, moment }: Stop, name: string, value: ValueRef): void {
  if (moment === undefined) return;
  const kept = sandbox.keep(value);
  if (point?.variables?.has(name)) point.variables.set(name, kept);
  if (moment.outputs?.has(name)) moment.outputs.set(name, kept);
  else if (moment.locals.has(name)) moment.locals.set(name, kept);
  else moment.chain.findLast(({ inputs }) => inputs.has(name))?.inputs.set(name, kept);
}

/** The name of a frame. */
export function frameName({ scope, phase }: Frame, programName: string): string {
  const name = scope.path.length === 0 ? programName : stateLabel(scope.path);
  return phase === undefined ? name : `${name} · ${phase}`;
}
