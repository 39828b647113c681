import { parseTemplate } from '../../expression/template';
import { valueOffsets } from '../../yaml/scalar-map';
import type { ScalarNode } from '../../yaml/tree';
import type { Fix, Rule } from '../rule';

/** `\n` where it is two characters. */
export const literalEscape: Rule = {
  code: 'literal-escape',
  severity: 'hint',
  chapter: 'Text',
  title: '`\\n` is two characters here, no line break',
  doc: 'Escapes are read in double quotes only. Use double quotes, or a block scalar (`|`) in which line breaks are what they are. Some chat clients may show the two characters as a break.',
  example: {
    wrong: "home:\n  render:\n    text: 'one\\ntwo'",
    right: 'home:\n  render:\n    text: "one\\ntwo"',
  },
  check({ steps, unit }, report) {
    if (unit.notation === 'json') return;
    for (const { node, type } of steps) {
      if (node?.kind !== 'scalar' || type.kind !== 'string' || !type.displayed || !node.closed) continue;
      if ((node.style !== 'single' && node.style !== 'plain') || !node.value.includes('\\')) continue;
      const escapes = escapesOf(node.value);
      const [first] = escapes;
      if (first === undefined) continue;
      const offsets = valueOffsets(unit.text, node);
      const start = offsets[first] ?? node.start;
      const written = node.value.slice(first, first + 2);
      const more = escapes.length > 1 ? ` This text has ${escapes.length} of them.` : '';
      report(
        { start, end: start + 2 },
        `\`${written}\` is two characters in this style of scalar. Escapes work in double quotes.${more}`,
        {
          fixes: [inDoubleQuotes(node, new Set(escapes))],
        },
      );
    }
  },
};

/** Offsets in the value of `\n` and `\t` outside of expressions, where they are JavaScript. */
function escapesOf(value: string): number[] {
  const { expressions } = parseTemplate(value);
  return [...value.matchAll(/\\[nt]/g)]
    .map((match) => match.index)
    .filter((at) => !expressions.some((expression) => expression.start <= at && at < expression.end));
}

/** The same text in double quotes, with the escapes meant as such, and all else as it was. */
function inDoubleQuotes(node: ScalarNode, escapes: ReadonlySet<number>): Fix {
  const text = [...node.value.matchAll(/[\s\S]/g)]
    .map(({ 0: char, index }) => {
      if (char === '\\') return escapes.has(index) ? '\\' : '\\\\';
      if (char === '"') return '\\"';
      return char === '\n' ? '\\n' : char;
    })
    .join('');
  return { title: 'Use double quotes', edits: [{ range: node, text: `"${text}"` }] };
}
