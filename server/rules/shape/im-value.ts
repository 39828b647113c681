import { msg } from '../../text/message';
import { removePair } from '../edits';
import type { Rule } from '../rule';
import { keyRange } from './descriptions';
import { inputObjects, pairsOf } from './inputs';

/** A value for an input that comes from the chat. */
export const imValue: Rule = {
  code: 'im-value',
  severity: 'information',
  excludeFromFixAll: true,
  title: 'Input from the chat has a value',
  doc: 'An input of type `IM` is the message that the user sends in the chat; `value`, `default_value` and `choices` have no effect on it.',
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
          msg`\`${pair.name}\` has no effect: an input of type \`IM\` gets its value from the chat.`,
          { fixes: edits ? [{ title, edits, preferred: true }] : [] },
        );
      }
    }
  },
};
