import type { DebugProtocol } from '@vscode/debugprotocol';
import { type Address, lastSegmentOf } from '../project/files/paths';
import type { SourceRange } from '../run/conversation/events';
import type { PlayedStop, Player } from '../run/conversation/player';
import { joinMessages, type Message, msg, type TextOrMessage } from '../text/message';
import type { Debuggee } from './debuggee';
import { type Evaluated, effectOf, look, variablesAt } from './evaluation';
import type { ProgramPoint } from './program-points';

/** A breakpoint of the client, with its resolved place. */
export interface Breakpoint {
  readonly id: number;
  readonly address: Address;
  readonly wanted: DebugProtocol.SourceBreakpoint;
  /** The place where it stops; undefined if it cannot. */
  point: ProgramPoint | undefined;
  /** Why it cannot stop. */
  problem: Message | undefined;
  hits: number;
}

/** The output of a log point, or an error in a condition. */
type Log = (parts: readonly TextOrMessage[], place: SourceRange | undefined, isFault: boolean) => void;

/** The breakpoints of a session. */
export class Breakpoints {
  private breakpoints: readonly Breakpoint[] = [];
  private lastId = 0;
  private debuggee: Debuggee | undefined;

  constructor(private readonly log: Log) {}

  get all(): readonly Breakpoint[] {
    return this.breakpoints;
  }

  /** Whether they stop whenever their place is reached. */
  get areUnconditional(): boolean {
    return !this.haveHitCounts && this.all.every(({ wanted }) => !wanted.condition?.trim());
  }

  private get haveHitCounts(): boolean {
    return this.all.some(({ wanted }) => wanted.hitCondition?.trim());
  }

  /** Places them in another program. */
  load(debuggee: Debuggee): void {
    this.debuggee = debuggee;
    for (const breakpoint of this.all) this.place(breakpoint, debuggee);
  }

  /** Replaces those of a file. */
  set(address: Address, wanted: readonly DebugProtocol.SourceBreakpoint[]): readonly Breakpoint[] {
    const set = wanted.map((one): Breakpoint => {
      const id = ++this.lastId;
      const breakpoint = { id, address, wanted: one, point: undefined, problem: undefined, hits: 0 };
      if (this.debuggee) this.place(breakpoint, this.debuggee);
      return breakpoint;
    });
    this.breakpoints = [...this.all.filter((one) => one.address !== address), ...set];
    return set;
  }

  /** Goes back to a stop. Hits are counted from the start. */
  goBack(player: Player, position: number): void {
    this.clearHits();
    if (this.haveHitCounts) player.goTo(position, () => this.hits(true), true);
    else player.goTo(position);
  }

  clearHits(): void {
    for (const breakpoint of this.all) breakpoint.hits = 0;
  }

  /** Those at the place of a stop. */
  at(stop: PlayedStop | undefined): readonly Breakpoint[] {
    const { point } = stop ?? {};
    const place = point && point.kind !== 'fault' ? this.debuggee?.points.at(point) : undefined;
    return place ? this.all.filter((one) => one.point === place) : [];
  }

  /**
   * The breakpoints that stop here. Counts their hits, and logs the output of log points unless the stop is repeated.
   */
  hits(isRepeated: boolean): readonly Breakpoint[] {
    const { debuggee } = this;
    if (debuggee === undefined) return [];
    return this.at(debuggee.player.stops.at(-1)).filter((breakpoint) => {
      if (!this.holds(breakpoint, debuggee, isRepeated)) return false;
      breakpoint.hits++;
      const { hitCondition, logMessage } = breakpoint.wanted;
      if (hitCondition?.trim() && hitTest(hitCondition)?.(breakpoint.hits) !== true) return false;
      if (logMessage && !isRepeated) this.log(logText(logMessage, debuggee), breakpoint.point?.place, false);
      return !logMessage;
    });
  }

  private holds({ wanted, point }: Breakpoint, debuggee: Debuggee, isRepeated: boolean): boolean {
    const condition = wanted.condition?.trim();
    if (!condition) return true;
    const found = lookAt(condition, debuggee);
    if ('value' in found) return debuggee.player.sandbox.describe(found.value).isTruthy;
    const message = msg`Condition \`${condition}\` of a breakpoint: ${found.problem}`;
    if (!isRepeated) this.log([message], point?.place, true);
    return false;
  }

  /** Resolves a breakpoint to the next place in the file where a run can stop. */
  private place(breakpoint: Breakpoint, debuggee: Debuggee): void {
    breakpoint.hits = 0;
    breakpoint.problem = problemOf(breakpoint, debuggee);
    breakpoint.point = breakpoint.problem === undefined ? pointOf(breakpoint, debuggee) : undefined;
    if (breakpoint.problem === undefined && breakpoint.point === undefined)
      breakpoint.problem = msg('Nothing runs at or after this line.');
  }
}

function problemOf({ address, wanted }: Breakpoint, debuggee: Debuggee): Message | undefined {
  if (debuggee.points.in(address).length === 0) return problemOfFile(address, debuggee);
  const { condition = '', hitCondition, logMessage } = wanted;
  const expressions = [condition, ...(logMessage ? expressionsIn(logMessage) : [])];
  for (const expression of expressions) {
    if (expression.trim() === '') continue;
    const { problem } = debuggee.program.texts.expression(expression);
    if (problem) return msg`\`${expression}\`: ${problem.message}`;
  }
  if (hitCondition?.trim() && hitTest(hitCondition) === undefined)
    return msg`\`${hitCondition}\` is not a hit count. Expected a number, such as \`3\`, or \`>= 3\`, \`% 2\`.`;
  return undefined;
}

/** Why nothing can stop in a file. */
function problemOfFile(address: Address, { points, sources, name }: Debuggee): Message {
  const includer = points.includerOf(address);
  if (includer === undefined) return msg`This file is not part of \`${name}\`.`;
  const { line } = sources.positionAt(includer.address, includer.start);
  const file = lastSegmentOf(includer.address);
  return msg`This file runs as one text, in which nothing can stop. Set the breakpoint at line ${line + 1} of \`${file}\`.`;
}

/** Lines and columns from 0. */
function pointOf(
  { address, wanted: { line, column } }: Breakpoint,
  debuggee: Debuggee,
): ProgramPoint | undefined {
  const points = debuggee.points.in(address).map((point) => ({
    point,
    ...debuggee.sources.positionAt(address, point.place.start),
  }));
  const here = points.filter((one) => one.line === line);
  if (here.length > 0 && column !== undefined)
    return (here.findLast((one) => one.character <= column) ?? here[0])?.point;
  const next = points.find((one) => one.line >= line);
  const inLine = points.filter((one) => one.line === next?.line);
  return (inLine.find(({ point }) => !point.isExpression) ?? inLine[0])?.point;
}

function logText(message: string, debuggee: Debuggee): readonly TextOrMessage[] {
  return partsOfLog(message).map((part) => {
    if (typeof part === 'string') return part;
    const found = lookAt(part.expression, debuggee);
    if ('problem' in found) return joinMessages(['<', found.problem, '>']);
    const { kind, text, json } = debuggee.player.sandbox.describe(found.value);
    return kind === 'object' || kind === 'array' ? (json ?? text) : text;
  });
}

function lookAt(expression: string, { program, player }: Debuggee): Evaluated {
  if (effectOf(expression) === 'changes')
    return { problem: msg('it changes values, which only the console can do') };
  return look(expression, variablesAt(player.stop), program.texts, player.sandbox);
}

/** Parses a hit condition: `3` (the third), `> 3`, `>= 3`, `< 3`, `<= 3`, `== 3`, `% 3` (each third). */
export function hitTest(condition: string): ((hits: number) => boolean) | undefined {
  const [, operator = '', written] = /^(>=|<=|==?=?|>|<|%)?\s*(\d+)$/.exec(condition.trim()) ?? [];
  if (written === undefined) return undefined;
  const count = Number(written);
  switch (operator) {
    case '>':
      return (hits) => hits > count;
    case '>=':
      return (hits) => hits >= count;
    case '<':
      return (hits) => hits < count;
    case '<=':
      return (hits) => hits <= count;
    case '%':
      return (hits) => count > 0 && hits % count === 0;
    default:
      return (hits) => hits === count;
  }
}

/** The parts of a log message; expressions are in braces, `\{` is a brace. */
export function partsOfLog(message: string): readonly (string | { readonly expression: string })[] {
  const parts: (string | { readonly expression: string })[] = [];
  let text = '';
  for (let at = 0; at < message.length; at++) {
    const char = message.charAt(at);
    const end = char === '{' ? closingBrace(message, at) : undefined;
    if (char === '\\' && /[{}]/.test(message.charAt(at + 1))) text += message[++at];
    else if (end === undefined) text += char;
    else {
      if (text !== '') parts.push(text);
      text = '';
      parts.push({ expression: message.slice(at + 1, end) });
      at = end;
    }
  }
  return text === '' ? parts : [...parts, text];
}

function expressionsIn(message: string): string[] {
  return partsOfLog(message).flatMap((part) => (typeof part === 'string' ? [] : [part.expression]));
}

function closingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return undefined;
}
