import { pathAt } from '../../expression/completion-path';
import { expressionAt, parseTemplate } from '../../expression/template';
import { toSource, toValueOffset } from '../../facts/expressions';
import type { UnitFacts } from '../../facts/facts';
import { touchesRange } from '../../text/range';
import { valueOffsets } from '../../yaml/tree/scalar-map';
import { type Mention, useMentions } from './mentions';

/**
 * The name at a cursor in an expression that does not parse because it is incomplete or has a mistake elsewhere. It
 * is read from the text around the cursor.
 */
export function mentionInBrokenExpression(
  text: string,
  facts: UnitFacts,
  offset: number,
): Mention | undefined {
  const found = facts.expressions.find(({ node, parts }) => {
    return (
      touchesRange(node, offset) && parts.some((part) => part.problem && touchesRange(part.body, offset))
    );
  });
  if (found === undefined) return undefined;
  const { node, place } = found;
  const offsets = valueOffsets(text, node);
  const at = toValueOffset(offset, offsets);
  const expression = expressionAt(parseTemplate(node.value), at);
  if (expression === undefined) return undefined;
  const { start, end } = expression.body;
  const path = pathAt(node.value.slice(start, end), at - start);
  if (path?.base === undefined || path.base.length > 1 || path.replace.end === path.replace.start) {
    return undefined;
  }
  const word = { start: start + path.replace.start, end: start + path.replace.end };
  const name = node.value.slice(word.start, word.end);
  const range = toSource(text, word, offsets);
  const [root] = path.base;
  const rest = { access: 'read', guarded: false, called: false } as const;
  const use =
    root === undefined
      ? { name, ...range, members: [], ...rest }
      : // The position of the previous name does not matter: the cursor is not on it.
        {
          name: root,
          start: range.start,
          end: range.start,
          members: [{ name, ...range, computed: false }],
          ...rest,
        };
  return useMentions(use, place, facts).find(
    (mention) => mention.end > mention.start && touchesRange(mention, offset),
  );
}
