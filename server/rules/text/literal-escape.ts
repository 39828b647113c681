import { parseTemplate } from '../../expression/template';
import { lineEnd } from '../../text/lines';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import { valueOffsets } from '../../yaml/tree/scalar-map';
import { containerOf, type ScalarNode } from '../../yaml/tree/tree';
import { BlockWriter } from '../../yaml/write/values';
import { lineBreakOf } from '../edits';
import type { Fix, Rule } from '../rule';

/** `\n` or `\t` as two literal characters. */
export const literalEscape: Rule = {
  code: 'literal-escape',
  severity: 'hint',
  textual: true,
  title: '`\\n` or `\\t` in text without escape sequences',
  doc: 'YAML processes escape sequences only in double quotes. In single quotes and in text without quotes, `\\n` is a backslash and an n. Put the text in double quotes, or write a block (`|-`) with several lines. Inside `{{ }}`, JavaScript processes the escape sequences.',
  example: {
    wrong: "home:\n  render:\n    text: 'Hello\\nWhat is your name?'",
    right: 'home:\n  render:\n    text: "Hello\\nWhat is your name?"',
  },
  check({ unit, steps }, report) {
    for (const { node, type } of steps) {
      if (type.kind !== 'string' || type.displayed !== true || node?.kind !== 'scalar') continue;
      if ((node.style !== 'single' && node.style !== 'plain') || !node.value.includes('\\')) continue;
      const escapes = escapesOf(node.value);
      const [first] = escapes;
      if (first === undefined) continue;
      const offsets = valueOffsets(unit.text, node);
      const start = offsets[first] ?? node.start;
      const sequence = node.value.slice(first, first + 2);
      const more = escapes.length > 1 ? msg` This text has ${escapes.length} of them.` : '';
      const message =
        node.style === 'single'
          ? msg`\`${sequence}\` is not an escape sequence in single quotes: it is shown as two characters.${more}`
          : msg`\`${sequence}\` is not an escape sequence without double quotes: it is shown as two characters.${more}`;
      report({ start, end: start + 2 }, message, { fixes: fixesOf(unit, node, escapes) });
    }
  },
};

/** Offsets of `\n` and `\t` outside of expressions, unless they are escaped by another backslash. */
function escapesOf(value: string): number[] {
  const { expressions } = parseTemplate(value);
  return [...value.matchAll(/(?<!\\)(?:\\\\)*\\[nt]/g)]
    .map((match) => match.index + match[0].length - 2)
    .filter((at) => !expressions.some(({ start, end }) => start <= at && at < end));
}

function fixesOf(unit: Unit, node: ScalarNode, escapes: readonly number[]): Fix[] {
  const written = doubleQuoted(unit.text, node, escapes);
  const fixes: Fix[] = [{ title: msg('Change to double quotes'), edits: [{ range: node, text: written }] }];
  const block = asBlock(unit, node, escapes);
  return block === undefined
    ? fixes
    : [...fixes, { title: msg('Change to a block'), edits: [{ range: node, text: block }] }];
}

/** The text in double quotes: folded lines and all other backslashes are preserved. */
function doubleQuoted(text: string, node: ScalarNode, escapes: readonly number[]): string {
  const offsets = valueOffsets(text, node);
  const kept = new Set(escapes.map((at) => offsets[at]));
  const isSingle = node.style === 'single';
  const inner: Range = isSingle ? { start: node.start + 1, end: node.end - (node.closed ? 1 : 0) } : node;
  let result = '';
  for (let at = inner.start; at < inner.end; at++) {
    const char = text.charAt(at);
    if (char === '\\') result += kept.has(at) ? '\\' : '\\\\';
    else if (char === '"') result += '\\"';
    else result += char;
    if (isSingle && char === "'") at++;
  }
  return `"${result}"`;
}

/** The text as a literal block with real line breaks; undefined if a block scalar cannot represent it. */
function asBlock(unit: Unit, node: ScalarNode, escapes: readonly number[]): string | undefined {
  const container = containerOf(node);
  const { text, notation } = unit;
  const rest = text.slice(node.end, lineEnd(text, node.end));
  if (notation !== 'yaml' || container === undefined || container.flow || rest.trim() !== '')
    return undefined;
  let value = '';
  let from = 0;
  for (const at of escapes) {
    value += node.value.slice(from, at) + (node.value[at + 1] === 'n' ? '\n' : '\t');
    from = at + 2;
  }
  value += node.value.slice(from);
  const block = new BlockWriter().literal(value, ' '.repeat(container.indent));
  return block?.replaceAll('\n', lineBreakOf(unit));
}
