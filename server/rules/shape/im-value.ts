import { msg } from '../../text/message';
import { removePair } from '../edits';
import type { Rule } from '../rule';
import { inputObjects, pairsOf } from './inputs';
import { keyRange } from './words';

/** A value for an input that comes from the chat. */
export const imValue: Rule = {
  code: 'im-value',
  severity: 'information',
  excludeFromFixAll: true,
  title: 'An input from the chat with a value of its own',
  doc: 'An input of type `IM` is the message that the user sent in the chat. `value`, `default_value` and `choices` have no part in that.',
  example: {
    wrong: 'inputs:\n  message:\n    type: IM\n    default_value: Hello',
    right: 'inputs:\n  message:\n    type: IM',
  },
  check(subject, report) {
    for (const { map, type } of inputObjects(subject)) {
      if (type !== 'IM') continue;
      for (const pair of pairsOf(map, ['value', 'default_value', 'choices'])) {
        if (pair.value.kind === 'scalar' && pair.value.type === 'null') continue;
        const edits = removePair(subject.unit, pair);
        const title = msg`Remove \`${pair.name}\``;
        report(
          keyRange(pair),
          msg`An input of type \`IM\` comes from the chat: \`${pair.name}\` has no part in it.`,
          { fixes: edits ? [{ title, edits, preferred: true }] : [] },
        );
      }
    }
  },
};
