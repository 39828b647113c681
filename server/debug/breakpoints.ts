import type { DebugProtocol } from '@vscode/debugprotocol';
import { type Address, lastSegmentOf } from '../project/paths';
import type { ParsedTexts } from '../run/parsed-texts';
import { type Message, msg } from '../text/message';
import type { ProgramPoint, ProgramPoints } from './program-points';
import type { SourceTexts } from './source-texts';

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

/** Resolves breakpoints to the next place in the file where a run can stop. */
export class BreakpointPlacer {
  constructor(
    private readonly points: ProgramPoints,
    private readonly sources: SourceTexts,
    private readonly texts: ParsedTexts,
    /** The name of the program in messages. */
    private readonly programName: string,
  ) {}

  place(breakpoint: Breakpoint): void {
    const { wanted, address } = breakpoint;
    breakpoint.hits = 0;
    breakpoint.problem = this.problemOf(address, wanted);
    breakpoint.point = breakpoint.problem === undefined ? this.pointOf(address, wanted) : undefined;
    if (breakpoint.problem === undefined && breakpoint.point === undefined)
      breakpoint.problem = msg('Nothing runs at or after this line.');
  }

  private problemOf(
    address: Address,
    { condition = '', hitCondition, logMessage }: DebugProtocol.SourceBreakpoint,
  ): Message | undefined {
    if (this.points.in(address).length === 0) return this.problemOfFile(address);
    const expressions = [condition, ...(logMessage ? expressionsIn(logMessage) : [])];
    for (const expression of expressions) {
      const problem = expression.trim() === '' ? undefined : this.texts.expression(expression).problem;
      if (problem) return msg`\`${expression}\`: ${problem.message}`;
    }
    if (hitCondition?.trim() && hitTest(hitCondition) === undefined)
      return msg`\`${hitCondition}\` is not a hit count. Expected a number, such as \`3\`, or \`>= 3\`, \`% 2\`.`;
    return undefined;
  }

  /** Why nothing can stop in a file. */
  private problemOfFile(address: Address): Message {
    const includer = this.points.includerOf(address);
    if (includer === undefined) return msg`This file is not part of \`${this.programName}\`.`;
    const { line } = this.sources.positionAt(includer.address, includer.start);
    const file = lastSegmentOf(includer.address);
    return msg`This file runs as one text, in which nothing can stop. Set the breakpoint at line ${line + 1} of \`${file}\`.`;
  }

  /** Lines and columns from 0. */
  private pointOf(
    address: Address,
    { line, column }: DebugProtocol.SourceBreakpoint,
  ): ProgramPoint | undefined {
    const points = this.points.in(address).map((point) => ({
      point,
      ...this.sources.positionAt(address, point.place.start),
    }));
    const here = points.filter((one) => one.line === line);
    if (here.length > 0 && column !== undefined)
      return (here.findLast((one) => one.character <= column) ?? here[0])?.point;
    const next = points.find((one) => one.line >= line);
    const inLine = points.filter((one) => one.line === next?.line);
    return (inLine.find(({ point }) => !point.isExpression) ?? inLine[0])?.point;
  }
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
