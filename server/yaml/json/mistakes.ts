import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { replacementFix } from '../mistakes/mistake';
import type { Problem } from '../read/problem';
import { bracketsOf } from './brackets';

export type Opener = '{' | '[';

export const CLOSER = { '{': '}', '[': ']' } as const;
export const OPENER: Readonly<Record<string, Opener>> = { '}': '{', ']': '[' };

/** The name of the value that starts after this text. */
const NAME_BEFORE = /"([^"\\\n\r]+)"\s*:\s*$/;

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
    const char = this.text.charAt(at);
    this.edit(
      { start: at, end: at + 1 },
      '',
      msg`Unexpected \`${char}\`. Remove it.`,
      msg`Remove the \`${char}\``,
    );
  }

  /** A character is missing at an offset. */
  missing(at: number, char: string, mark: Range, message = msg`Expected \`${char}\`.`): void {
    this.edit({ start: at, end: at }, char, message, msg`Add the \`${char}\``, mark);
  }

  /** The closing bracket of an opening one is missing at an offset. */
  unclosed(open: { readonly at: number; readonly kind: Opener }, at: number, mark: Range): void {
    const closer = CLOSER[open.kind];
    const name = NAME_BEFORE.exec(this.text.slice(Math.max(0, open.at - MAX_DOUBT), open.at))?.[1];
    const message =
      name === undefined
        ? msg`A \`${open.kind}\` is not closed. Expected \`${closer}\` here.`
        : msg`The \`${open.kind}\` of \`${name}\` is not closed. Expected \`${closer}\` here.`;
    this.missing(at, closer, mark, message);
  }

  /** An entry follows closing brackets that are missing at an offset: so is the comma after them. */
  addComma(at: number): void {
    const problem = this.problems.at(-1);
    const edit = problem?.remedy?.edits[0];
    if (!problem || edit?.range.end !== at || OPENER[edit.text] === undefined) return;
    const remedy = replacementFix(edit.range, `${edit.text},`, msg`Add \`${`${edit.text},`}\``);
    this.problems[this.problems.length - 1] = { ...problem, remedy };
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
    for (const char of this.text.slice(start, end)) this.note(char, -1);
    for (const char of text) this.note(char, 1);
  }

  private note(char: string, by: number): void {
    if (char === '{' || char === '[') this.counts[char] += by;
    const opener = OPENER[char];
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
