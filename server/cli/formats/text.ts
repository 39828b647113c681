import type { CheckReport, PrintedFinding } from '../../check';
import type { Severity } from '../../rules/rule';
import { lineEnd, lineStarts } from '../../text/lines';
import { visibleLines } from '../../text/visible';
import { displayPath } from '../paths';
import { counted, joined, type Printable, plain, plainLines, styled } from '../printer';

/** Longer lines are cut around the finding. */
const WIDTH = 100;

const BOLD = '1';
const FAINT = '2';
const STYLES: Readonly<Record<Severity, string>> = {
  error: '31',
  warning: '33',
  information: '36',
  hint: FAINT,
};

/** The findings as text: a line for each that editors and terminals can follow, an excerpt below it, and a summary. */
export function formatText(
  { findings, files, texts }: CheckReport,
  folder: string,
  colour: boolean,
): Printable {
  const paint = (style: string, part: Printable | string) => styled(colour ? style : undefined, part);
  const starts = new Map([...texts].map(([address, text]) => [address, lineStarts(text)]));
  const blocks = findings.map((finding) => {
    const { address, line, character, severity, code, message } = finding;
    const place = plain`${displayPath(address, folder)}:${line + 1}:${character + 1}`;
    const source = lineOf(texts.get(address) ?? '', starts.get(address) ?? [], line);
    const head = plain`${paint(BOLD, place)}: ${paint(STYLES[severity], severity)}: ${message} [${code}]`;
    const { margin, excerpt, caretMargin, carets } = frame(finding, source);
    return plain`${head}\n${paint(FAINT, margin)}${plainLines(excerpt)}\n${paint(FAINT, caretMargin)}${paint(STYLES[severity], plainLines(carets))}\n`;
  });
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const sums = [
    counted(files, 'state file'),
    ...SUMS.map(([severity, word]) => counted(count(severity), word)),
  ];
  return plain`${joined(blocks)}${sums.join(', ')}\n`;
}

/** A line without its break. Its end is not searched from its start, as thousands of findings may be on one line. */
function lineOf(text: string, starts: readonly number[], line: number): string {
  const start = starts[line];
  if (start === undefined) return '';
  const next = starts[line + 1];
  return text.slice(start, next === undefined ? text.length : lineEnd(text, Math.max(start, next - 2)));
}

/** The nouns of the summary, as in the editor. */
const SUMS: readonly (readonly [Severity, string])[] = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['information', 'note'],
  ['hint', 'hint'],
];

/** The line of a finding, and carets below it. */
function frame({ line, character, endLine, endCharacter }: PrintedFinding, source: string) {
  const end = endLine > line ? source.length : Math.min(endCharacter, source.length);
  const from = Math.max(0, Math.min(character - WIDTH / 2, source.length - WIDTH));
  const shown = whole(source.slice(from, from + WIDTH));
  const before = visibleLines(whole(source.slice(from, character)));
  const under = visibleLines(
    whole(source.slice(character, Math.max(character, Math.min(end, from + WIDTH)))),
  );
  const number = `${line + 1}`.padStart(5);
  const blanks = [...before].map((char) => (char === '\t' ? '\t' : ' '.repeat(widthOf(char)))).join('');
  const carets = [...under].reduce((sum, char) => sum + widthOf(char), 0);
  return {
    margin: `${number} | `,
    excerpt: `${from > 0 ? '…' : ''}${shown}${from + WIDTH < source.length ? '…' : ''}`,
    caretMargin: `${' '.repeat(number.length)} | `,
    carets: `${from > 0 ? ' ' : ''}${blanks}${'^'.repeat(Math.max(1, carets))}`,
  };
}

/** Text without split surrogate pairs at its ends. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, ' ');
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** The number of terminal columns of a character. */
function widthOf(char: string): number {
  if (/\p{M}|\u200d/u.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}
