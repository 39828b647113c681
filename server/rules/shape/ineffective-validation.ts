import { type Message, msg } from '../../text/message';
import type { Pair } from '../../yaml/tree';
import type { Unit } from '../../yaml/unit';
import { type Edit, removeItem, removePair } from '../edits';
import type { Rule } from '../rule';
import { keyRange } from './descriptions';
import { inputObjects, pairsOf } from './inputs';

const FILES = ['image', 'audio', 'video', 'file'];
const TEXTS = ['text', 'string', 'IM'];
const NUMBERS = ['number', 'integer'];

/**
 * The input types to which a limit cannot apply. Cases that the documentation leaves open (the length of a
 * `text_file`, the number of files of an image input) are not listed.
 */
const IMPOSSIBLE: Readonly<Record<string, readonly string[]>> = {
  max_length: [...FILES, ...NUMBERS, 'boolean', 'array', 'object'],
  max_file_size: [...TEXTS, ...NUMBERS, 'boolean'],
  max_number: [...TEXTS, ...FILES, 'text_file', 'boolean'],
  min_number: [...TEXTS, ...FILES, 'text_file', 'boolean'],
  max_items: [...TEXTS, ...NUMBERS, 'boolean'],
  min_items: [...TEXTS, ...NUMBERS, 'boolean'],
};

/** What each limit restricts. */
const MEASURES: Readonly<Record<string, Message>> = {
  max_length: msg('the length of text'),
  max_file_size: msg('the size of a file'),
  max_number: msg('a number'),
  min_number: msg('a number'),
  max_items: msg('the items of an array'),
  min_items: msg('the items of an array'),
};

/** A limit that has no effect on the type of its input. */
export const ineffectiveValidation: Rule = {
  code: 'ineffective-validation',
  severity: 'warning',
  excludeFromFixAll: true,
  title: 'Limit does not apply to the type of the input',
  doc: '`max_length` limits the length of text, `max_file_size` the size of a file, `max_number` and `min_number` a number, `max_items` and `min_items` the items of an array. They have no effect on inputs of other types.',
  example: {
    wrong:
      'inputs:\n  photo:\n    type: image\n    user_input: true\n    validations:\n      - max_length: 100',
    right:
      'inputs:\n  photo:\n    type: image\n    user_input: true\n    validations:\n      - max_file_size: 100000',
  },
  check(subject, report) {
    for (const { type, validations } of inputObjects(subject)) {
      for (const pair of validations.flatMap((one) => pairsOf(one, Object.keys(IMPOSSIBLE)))) {
        if (type === undefined || !IMPOSSIBLE[pair.name]?.includes(type)) continue;
        const message = msg`\`${pair.name}\` limits ${MEASURES[pair.name]}, so it has no effect on an input of type \`${type}\`.`;
        const edits = removeWithEmpty(subject.unit, pair);
        const title = msg`Remove \`${pair.name}\``;
        report(keyRange(pair), message, { fixes: edits ? [{ title, edits, preferred: true }] : [] });
      }
    }
  },
};

/** Removes a limit, and also its validation or all validations if they would be empty. */
function removeWithEmpty(unit: Unit, pair: Pair): Edit[] | undefined {
  const validation = pair.parent;
  const holder = validation.parent;
  if (validation.pairs.length > 1 || holder === undefined) return removePair(unit, pair);
  if (holder.kind === 'pair') return removePair(unit, holder);
  if (holder.items.length > 1 || holder.parent?.kind !== 'pair') return removeItem(unit, holder, validation);
  return removePair(unit, holder.parent);
}
