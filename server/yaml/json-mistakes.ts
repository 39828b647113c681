import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import { bracketsOf } from './json-brackets';
import { replacementFix } from './mistake';
import type { Problem } from './problem';

export type Opener = '{' | '[';

export const CLOSER = { '{': '}', '[': ']' } as const;
export const OPENER: Readonly<Record<string, Opener>> = { '}': '{', ']': '[' };

/** Limit of characters on each side of a wrong character that may be wrong instead. */
const MAX_DOUBT = 200;

/** The mistakes of a JSON text, and the brackets that are in excess without those that were reported. */
export class JsonMistakes {
  readonly problems: Problem[] = [];
  /** The number of problems other than comments and commas. */
  count = 0;
  private cachedExcess: Record<Opener, number> | undefined;

  /** The text after this one closes a number of braces, or the one before opens them. */
  constructor(
    private readonly text: string,
    private readonly closedAfter: number,
  ) {}

  /** The number of opening brackets of each kind, without that of the closing ones. */
  get excess(): Readonly<Record<Opener, number>> {
    return this.counts;
  }

  private get counts(): Record<Opener, number> {
    if (this.cachedExcess === undefined) {
      const { excess } = bracketsOf(this.text);
      this.cachedExcess = { ...excess, '{': excess['{'] - this.closedAfter };
    }
    return this.cachedExcess;
  }

  report(start: number, end: number, message: Message, more: Partial<Problem> = {}): void {
    this.add({ kind: 'syntax', recovered: true, start, end, message, ...more });
  }

  add(problem: Problem): void {
    this.problems.push(problem);
    this.count++;
  }

  /** A character that should not be there. */
  unexpected(at: number): void {
    const sign = this.text.charAt(at);
    this.edit(
      { start: at, end: at + 1 },
      '',
      msg`Unexpected \`${sign}\`. Remove it.`,
      msg`Remove the \`${sign}\``,
    );
  }

  /** A character is missing at an offset. */
  missing(at: number, sign: string, mark: Range): void {
    this.edit({ start: at, end: at }, sign, msg`Expected \`${sign}\`.`, msg`Add the \`${sign}\``, mark);
  }

  /** Another text is meant. */
  replaced(start: number, end: number, meant: string): void {
    const message = msg`Expected \`${meant}\` instead of \`${this.text.slice(start, end)}\`.`;
    this.edit({ start, end }, meant, message, msg`Change to \`${meant}\``);
  }

  /** Characters that are wrong: others of their line may be wrong instead, unless only a bracket is missing. */
  private edit(range: Range, text: string, message: Message, title: Message, mark = range): void {
    const { start, end } = range;
    const before = this.text.slice(Math.max(0, start - MAX_DOUBT), start);
    const after = this.text.slice(end, end + MAX_DOUBT);
    const doubt =
      start === end && text !== ':'
        ? range
        : {
            start: start - (/[^\n\r]*$/.exec(before)?.[0].trimStart().length ?? 0),
            end: end + after.search(/[\n\r]|$/),
          };
    this.report(mark.start, mark.end, message, { remedy: replacementFix(range, text, title), doubt });
    for (const sign of this.text.slice(start, end)) this.note(sign, -1);
    for (const sign of text) this.note(sign, 1);
  }

  private note(sign: string, by: number): void {
    if (sign === '{' || sign === '[') this.counts[sign] += by;
    const opener = OPENER[sign];
    if (opener) this.counts[opener] -= by;
  }

  /** A comment or a comma after the last entry, which strict JSON readers reject. */
  lenient(kind: 'comment' | 'trailing-comma', start: number, end: number): void {
    const message =
      kind === 'comment'
        ? msg(
            'Strict JSON does not allow comments, so other programs may reject this file. Remove the comment.',
          )
        : msg(
            'Strict JSON does not allow a comma after the last entry, so other programs may reject this file. Remove the comma.',
          );
    this.problems.push({ kind, recovered: true, start, end, message });
  }
}
