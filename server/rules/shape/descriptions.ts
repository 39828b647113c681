import { nameOf } from '../../facts/name';
import { specOf } from '../../format/objects';
import type { ObjectRef, Type, ValueRole } from '../../format/types';
import type { Step } from '../../format/walk';
import { startOfNextLine } from '../../text/lines';
import { type Message, msg, seriesOf } from '../../text/message';
import type { Range } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import type { Node, Pair } from '../../yaml/tree/tree';

/** Names of places, values and types in messages, and the ranges that represent them. */

/** The text of a key, inside its quotes. */
export function keyRange(pair: Pair): Range {
  return nameOf(pair.key) ?? pair.key;
}

/**
 * The range that represents a value: the value itself if it is a scalar on one line, otherwise its key; in a list the
 * first key or line of the item.
 */
export function valueRange(unit: Unit, node: Node, pair: Pair | undefined): Range {
  const end = firstLineEnd(unit, node);
  if (node.kind === 'scalar' && end === node.end) return node;
  if (pair !== undefined) return keyRange(pair);
  const first = node.kind === 'map' ? node.pairs[0] : undefined;
  return first ? keyRange(first) : { start: node.start, end };
}

/** The end of a range, or of the text on its first line if it has several. */
function firstLineEnd({ text, lines }: Unit, { start, end }: Range): number {
  const next = startOfNextLine(lines, start);
  return next === undefined || next > end ? end : start + text.slice(start, next).trimEnd().length;
}

/** The range on which missing fields of an object are reported: its own key, or its first one. */
export function holderRange(unit: Unit, step: Step, node: Node): Range {
  return step.pair ? keyRange(step.pair) : valueRange(unit, node, undefined);
}

/** An object of the format with its article, such as "A button", or its field if both have the same name. */
export function objectWithArticle(object: ObjectRef, step: Step): Message {
  const { title } = specOf(object);
  if (step.field?.name === title) return msg`\`${title}\``;
  return titleWithArticle(title);
}

export function titleWithArticle(title: string): Message {
  return msg(`${/^(?:[aeiou]|LLM)/.test(title) ? 'An' : 'A'} ${title}`);
}

/** The name of a place: its key, or the list that contains it. */
export function describePlace(step: Step): Message {
  if (step.pair) return msg`\`${step.pair.name}\``;
  for (let at = step.parent; at !== undefined; at = at.parent) {
    if (at.pair) return msg`An item of \`${at.pair.name}\``;
  }
  return msg(
    step.type.kind === 'object' && step.type.object === 'scenario-file' ? 'A scenario file' : 'A state file',
  );
}

/** The values that a place accepts: "a list or an expression". */
export function describeType(type: Type): Message {
  const words = [...new Set(nouns(type))].map((noun) => msg(noun));
  return words.length === 0 ? msg('a value') : seriesOf(words, 'or');
}

const NOUNS: Partial<Readonly<Record<ValueRole, string>>> = {
  target: 'a target',
  button: 'the content of a button',
};

function nouns(type: Type): string[] {
  switch (type.kind) {
    case 'string':
      return [type.expressionOnly ? 'an expression' : ((type.role && NOUNS[type.role]) ?? 'text')];
    case 'number':
      return [type.integer ? 'a whole number' : 'a number', ...(type.template ? ['an expression'] : [])];
    case 'boolean':
      return type.template ? ['`true`', '`false`', 'an expression'] : ['`true`', '`false`'];
    case 'enum':
      return ['text'];
    case 'object':
    case 'map':
      return ['a map'];
    case 'list':
      return ['a list'];
    case 'union': {
      const all = type.of.flatMap(nouns);
      // Expressions come last, whatever the order of the alternatives.
      const expression = all.filter((noun) => noun === 'an expression');
      return [...all.filter((noun) => noun !== 'an expression'), ...expression];
    }
    case 'variant':
      return [...type.variants.flatMap((variant) => nouns(variant.type)), ...nouns(type.otherwise)];
    case 'sibling':
      return nouns(type.otherwise);
    default:
      return ['any value'];
  }
}

/** The value at a place: "the number 5". */
export function describeNode(node: Node): Message {
  if (node.kind === 'map') return msg('a map');
  if (node.kind === 'seq') return msg('a list');
  if (node.kind === 'alias') return msg('an alias');
  if (node.type === 'boolean') return msg`the boolean \`${node.value}\``;
  if (node.type === 'integer' || node.type === 'float') return msg`the number ${node.value}`;
  return msg('text');
}

/** A list of names: "`a`, `b` and `c`". */
export function formatNames(names: readonly string[], conjunction: 'and' | 'or' = 'and'): Message {
  return seriesOf(
    names.map((name) => msg`\`${name}\``),
    conjunction,
  );
}
