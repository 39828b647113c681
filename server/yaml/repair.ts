import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import type { Mask } from './mask';
import { singleQuoted } from './plain';
import type { Problem, ProblemFix } from './problem';

/**
 * A mistake that would swallow what follows, set right for the parser: some text is replaced by as many code
 * units that parse, and a scalar is put back into the tree. All offsets stay true.
 */
export interface Repair {
  /** What the parser reads in place of the text; undefined where it reads the text well enough. */
  readonly patch?: { readonly start: number; readonly text: string };
  readonly mask?: Mask;
  /** Undefined for what follows from another mistake, of which is told already. */
  readonly problem?: Problem;
}

/** How often a text is set right and parsed again before the rest is taken as it comes: long ones cost more. */
export function maxRepairRounds(text: string): number {
  return text.length < 100_000 ? 12 : 3;
}

/** What the repairs tell: of each place one thing, the first. */
export function problemsOf(repairs: readonly Repair[]): Problem[] {
  const told = new Map<number, Problem>();
  let closers = -1;
  for (const { problem } of [...repairs].sort((a, b) => (a.problem?.start ?? 0) - (b.problem?.start ?? 0))) {
    if (problem === undefined || told.has(problem.start)) continue;
    // Brackets in a row that close nothing are one mistake.
    const isAfterClosers = problem.start === closers && problem.closesNothing === true;
    closers = problem.closesNothing ? problem.end : -1;
    if (!isAfterClosers) told.set(problem.start, problem);
  }
  return [...told.values()];
}

/** Takes a stretch of text as one scalar. The parser sees a word in place of each of its words. */
export function asScalar(
  text: string,
  { start, end }: Range,
  problem: Omit<Problem, 'start' | 'end'>,
  style: Mask['style'] = 'plain',
  value = text.slice(start, end),
): Repair {
  return {
    // Blanks stay, so that further lines are as deep as before.
    patch: { start, text: text.slice(start, end).replace(/\S/g, 'x').replace(/\t/g, ' ') },
    mask: { start, end, style, value: STRAY_END.exec(value)?.[1] ?? value },
    problem: { ...problem, start, end },
  };
}

/** An expression with a sign after it that is a part of the mistake: it is no text, and keeps its type. */
const STRAY_END = /^(\{\{[^{}]*\}\})["':[\]{}]$/;

/** Leaves a stretch of text out of the tree. */
export function omitText(text: string, { start, end }: Range, problem: Problem): Repair {
  return { patch: { start, text: text.slice(start, end).replace(/[^\n\r]/g, ' ') }, problem };
}

/** Puts a comma in place of the last blank or line break before an entry. */
export function commaBefore(text: string, entry: Range): Repair | undefined {
  let written = entry.start;
  while (written > 0 && /\s/.test(text[written - 1] ?? '')) written--;
  if (written === entry.start) return undefined;
  return { patch: { start: written, text: ',' }, problem: missingComma(written) };
}

/** The problem of an entry that ends at an offset. */
export function missingComma(end: number): Problem {
  const message = msg('Expected `,` after this entry.');
  const remedy = replacementFix({ start: end, end }, ',', msg('Add the `,`'));
  return { kind: 'syntax', recovered: true, start: Math.max(0, end - 1), end, message, remedy };
}

/** Other text in place of what is there. */
export function replacementFix(range: Range, text: string, title: Message): ProblemFix {
  return { title, edits: [{ range, text }] };
}

/** The same where nothing else can be meant. */
export function markCertain(remedy: ProblemFix): ProblemFix {
  return { ...remedy, isCertain: true };
}

/** Quotes around a stretch of text, which is otherwise left as it is. */
export function quoteFix(text: string, { start, end }: Range): ProblemFix {
  return {
    title: msg('Put it in quotes'),
    isCertain: true,
    edits: [{ range: { start, end }, text: singleQuoted(text.slice(start, end)) }],
  };
}

/** The text with patches in place of what they stand for; those of one call never overlap. */
export function applyRepairs(text: string, repairs: readonly Repair[]): string {
  const patches = repairs.flatMap(({ patch }) => (patch ? [patch] : [])).sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const patch of patches) {
    if (patch.start < at) continue;
    parts.push(text.slice(at, patch.start), patch.text);
    at = patch.start + patch.text.length;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
