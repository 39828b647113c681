import { parseExpression } from '../../expression/parse';
import type { ExpressionPart } from '../../facts/facts';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { ScalarNode } from '../../yaml/tree/tree';
import type { Fix } from '../rule';

/** The single change after which an expression has the syntax of JavaScript. */

/** What may be missing at the end of an expression. */
const MISSING = [')', ']', '}', '`', '}`', "'", '"'];

/** Operators of other languages, and those with swapped characters. */
const OTHER_OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/^=>/, '>='],
  [/^=</, '<='],
  [/^<>/, '!=='],
  [/^and\b/, '&&'],
  [/^or\b/, '||'],
  [/^is not\b/, '!=='],
  [/^is\b/, '==='],
  [/^not /, '!'],
];

/** Strings of JavaScript as they are written in a scalar of YAML or JSON, by its style. */
const STRINGS: Readonly<Partial<Record<ScalarNode['style'], string>>> = {
  single: "''(?:(?!'').)*''|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`",
  double: '\\\\"(?:(?!\\\\").)*\\\\"|\'(?:[^\'\\\\]|\\\\.)*\'|`[^`]*`',
};
const PLAIN_STRINGS = '\'(?:[^\'\\\\]|\\\\.)*\'|"(?:[^"\\\\]|\\\\.)*"|`[^`]*`';

/** Punctuation of a Chinese keyboard, and text in its quotes. */
const FULL_WIDTH =
  '[\\u201c\\u2018\\u300c](?:[^\\u2018-\\u201d\\u300c\\u300d]*)[\\u201d\\u2019\\u300d]|[\\uff01-\\uff5e、。【】]';

const ASCII: Readonly<Record<string, string>> = { '、': ',', '。': '.', '【': '[', '】': ']' };

/** The fix for the syntax of a part, if a single change is certain to be sufficient. */
export function mendingFixes(
  text: string,
  { style }: ScalarNode,
  { body, problem }: ExpressionPart,
): readonly Fix[] {
  const written = text.slice(body.start, body.end);
  const isMended = (changed: string) => parseExpression(asParsed(changed, style)).ast !== undefined;
  const fix = (range: Range, replacement: string, title: Message): Fix[] => [
    { title, edits: [{ range, text: replacement }], preferred: true, excludeFromFixAll: true },
  ];
  const ascii = withAscii(written, style);
  if (ascii !== undefined && ascii !== written && isMended(ascii))
    return fix(body, ascii, msg('Use the punctuation of JavaScript'));
  const end = body.start + written.trimEnd().length;
  for (const sign of MISSING) {
    const added = escaped(sign, style);
    if (isMended(text.slice(body.start, end) + added))
      return fix(
        { start: end, end },
        added,
        sign.endsWith('`') ? msg('Close the template literal') : msg`Add \`${sign}\``,
      );
  }
  if (problem === undefined || problem.start < body.start) return [];
  const changed = ({ start, end }: Range, replacement: string) =>
    text.slice(body.start, start) + replacement + text.slice(end, body.end);
  for (const start of [problem.start - 1, problem.start]) {
    for (const [pattern, meant] of OTHER_OPERATORS) {
      const found = start < body.start ? undefined : pattern.exec(text.slice(start, body.end))?.[0];
      const range = { start, end: start + (found?.length ?? 0) };
      if (found !== undefined && isMended(changed(range, meant)))
        return fix(range, meant, msg`Change to \`${meant}\``);
    }
  }
  const bracket = text.slice(problem.start, problem.end);
  return /^[)\]};；]$/.test(bracket) && isMended(changed(problem, ''))
    ? fix({ start: problem.start, end: problem.end }, '', msg`Remove the \`${bracket}\``)
    : [];
}

/** The text of an expression with the punctuation of JavaScript outside of its strings. */
function withAscii(written: string, style: ScalarNode['style']): string | undefined {
  const strings = STRINGS[style] ?? PLAIN_STRINGS;
  const quote = style === 'single' ? '"' : "'";
  let isCertain = true;
  const changed = written.replace(
    new RegExp(`(${strings})|${FULL_WIDTH}`, 'gsu'),
    (found, string?: string) => {
      if (string !== undefined) return string;
      if (found.length === 1) return ASCII[found] ?? String.fromCharCode(found.charCodeAt(0) - 0xfee0);
      isCertain &&= !/["'\\]/.test(found);
      return quote + found.slice(1, -1) + quote;
    },
  );
  return isCertain ? changed : undefined;
}

/** A quote as it must be written in a scalar. */
function escaped(sign: string, style: ScalarNode['style']): string {
  if (sign === "'" && style === 'single') return "''";
  return sign === '"' && style === 'double' ? '\\"' : sign;
}

/** The text that the service parses, apart from escape sequences in strings. */
function asParsed(written: string, style: ScalarNode['style']): string {
  if (style === 'single') return written.replaceAll("''", "'");
  return style === 'double' ? written.replace(/\\(["'\\])/g, '$1') : written;
}
