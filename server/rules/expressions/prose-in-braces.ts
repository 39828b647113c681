import { isProse } from '../../expression/prose';
import type { ExpressionPart } from '../../facts/facts';
import { msg } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';
import { insertText } from '../edits';
import type { Fix, Rule } from '../rule';

/** A sentence between the braces. */
export const proseInBraces: Rule = {
  code: 'prose-in-braces',
  severity: 'error',
  excludeFromFixAll: true,
  title: 'Text between the braces',
  doc: 'Only an expression can be between `{{` and `}}`. Text needs no braces: remove them, or put the text in backticks, which makes it a template literal. What merely has a mistake in its JavaScript is `expression-syntax`.',
  example: {
    wrong: "home:\n  render:\n    text: '{{Welcome to the club!}}'",
    right: "home:\n  render:\n    text: 'Welcome to the club!'",
  },
  check({ facts, unit }, report) {
    for (const { node, parts, place, code } of facts.expressions) {
      if (place.phase === undefined || !node.closed || code) continue;
      for (const part of parts) {
        if (!isProsePart(unit, part)) continue;
        const message = msg(
          'This is text, not an expression. Remove the braces, or put the text in backticks.',
        );
        report(part, message, { fixes: fixesOf(unit, part) });
      }
    }
  },
};

/** Whether a part is a closed pair of braces around a sentence. */
export function isProsePart({ text }: Unit, { closed, empty, problem, body }: ExpressionPart): boolean {
  return closed && !empty && problem?.kind === 'syntax' && isProse(text.slice(body.start, body.end));
}

function fixesOf(unit: Unit, { start, end, body }: ExpressionPart): Fix[] {
  const [first, last] = trimmed(unit.text, body);
  const backticks = {
    title: msg('Put the text in backticks'),
    edits: [insertText(first, '`'), insertText(last, '`')],
  };
  // Values are inserted between backticks only.
  if (unit.text.slice(first, last).includes('${')) return [{ ...backticks, preferred: true }];
  return [
    {
      title: msg('Remove the braces'),
      edits: [
        { range: { start, end: first }, text: '' },
        { range: { start: last, end }, text: '' },
      ],
    },
    backticks,
  ];
}

/** The first and the last offset of a range without the blanks around it. */
function trimmed(text: string, { start, end }: ExpressionPart['body']): [number, number] {
  const written = text.slice(start, end);
  return [start + written.length - written.trimStart().length, start + written.trimEnd().length];
}
