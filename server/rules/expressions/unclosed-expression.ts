import { parseExpression } from '../../expression/parse';
import type { Range } from '../../text/range';
import { type Edit, insert } from '../edits';
import type { Rule } from '../rule';

/** `{{` without its `}}`. */
export const unclosedExpression: Rule = {
  code: 'unclosed-expression',
  severity: 'error',
  chapter: 'Expressions',
  title: 'An expression is not closed',
  doc: 'Without its `}}` nothing is evaluated: the braces and what follows them are shown as they stand.',
  example: {
    wrong: "home:\n  render:\n    text: 'Hello {{context.name}'\n  outputs:\n    context.name: you",
    right: "home:\n  render:\n    text: 'Hello {{context.name}}'\n  outputs:\n    context.name: you",
  },
  check({ facts, unit }, report) {
    for (const { node, parts, place, code } of facts.expressions) {
      if (place.phase === undefined || code || !node.closed) continue;
      for (const part of parts) {
        if (part.closed) continue;
        const nested = bracesInside(unit.text, part.start, node.end);
        if (nested.length > 0) {
          report(part, 'Inside of an expression names stand without braces. Remove those inside of it.', {
            fixes: [{ title: 'Remove the braces inside', edits: nested, preferred: true }],
          });
          continue;
        }
        report(part, 'This `{{` has no `}}`, so it is shown as it stands. Close the expression with `}}`.', {
          fixes: [
            {
              title: 'Close the expression with `}}`',
              edits: [closing(unit.text, part)],
              preferred: true,
            },
          ],
        });
      }
    }
  },
};

/**
 * Removes the braces around names in an expression that begins at `start`: `{{a ? {{b}} : 1}}`. Nothing where what is
 * left would not be an expression.
 */
function bracesInside(text: string, start: number, end: number): Edit[] {
  const braces = [...text.slice(start, end).matchAll(/\{\{|\}\}/g)];
  let depth = 0;
  const last = braces.findIndex(([sign]) => {
    depth += sign === '{{' ? 1 : -1;
    return depth === 0;
  });
  if (last < 3) return [];
  const inside = braces.slice(1, last).map(({ index }) => ({ start: start + index, end: start + index + 2 }));
  let left = '';
  let at = start + 2;
  for (const range of inside) {
    left += text.slice(at, range.start);
    at = range.end;
  }
  left += text.slice(at, start + (braces[last]?.index ?? 0));
  return isExpression(left) ? inside.map((range) => ({ range, text: '' })) : [];
}

/** How many words are left out at the end, in the search for what can be evaluated. */
const MOST_WORDS = 20;

/** The braces behind the most of the text that is one expression; where none of it is, at the end. */
function closing(text: string, { start, end }: Range): Edit {
  const from = start + 2;
  const written = text.slice(from, end);
  // Half of the braces are there.
  if (written.endsWith('}') && isExpression(written.slice(0, -1).trimEnd())) return insert(end, '}');
  // Half of them, with text behind.
  const half = [...written.matchAll(/\}/g)]
    .slice(0, MOST_WORDS)
    .find(({ index }) => isExpression(written.slice(0, index)));
  if (half) return insert(from + half.index, '}');
  let behind = written.trimEnd();
  for (let words = 0; words < MOST_WORDS && behind !== ''; words++) {
    if (isExpression(behind)) return insert(from + behind.length, '}}');
    let at = behind.length;
    while (/\S/.test(behind[at - 1] ?? '')) at--;
    behind = behind.slice(0, at).trimEnd();
  }
  return insert(end, '}}');
}

function isExpression(text: string): boolean {
  return parseExpression(text).ast !== undefined;
}
