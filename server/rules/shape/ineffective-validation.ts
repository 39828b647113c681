import { isIneffectiveLimit, LIMITS } from '../../format/limits';
import { type Message, msg } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';
import type { Pair } from '../../yaml/tree/tree';
import { type Edit, removeItem, removePair } from '../edits';
import type { Rule } from '../rule';
import { keyRange } from './descriptions';
import { inputObjects, pairsOf } from './inputs';

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
      for (const pair of validations.flatMap((one) => pairsOf(one, LIMITS))) {
        if (type === undefined || !isIneffectiveLimit(pair.name, type)) continue;
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
