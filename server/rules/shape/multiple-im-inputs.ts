import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { inputsOfStates, isFromChat } from './inputs';
import { keyRange } from './words';

/** A state that wants several messages from the chat at once. */
export const multipleImInputs: Rule = {
  code: 'multiple-im-inputs',
  severity: 'warning',
  title: 'Several inputs of a state come from the chat',
  doc: 'One message reaches a state at a time, so a state has one input of type `IM` (or with `source: IM`). Ask for the other in another state, or in a form with `user_input: true`.',
  example: {
    wrong: 'inputs:\n  question:\n    type: IM\n  topic:\n    type: IM',
    right: 'inputs:\n  question:\n    type: IM\n  topic:\n    type: text\n    user_input: true',
  },
  check(subject, report) {
    const { unit, source } = subject;
    for (const inputs of inputsOfStates(subject)) {
      const [first, ...others] = inputs.filter(({ value }) => value.kind === 'map' && isFromChat(value));
      for (const pair of others) {
        if (first === undefined || pair.name === first.name) continue;
        const message = msg`\`${first.name}\` comes from the chat already: a state gets one message at a time.`;
        const related = {
          message: msg('The first of them.'),
          source: source.address,
          unit,
          range: keyRange(first),
        };
        report(keyRange(pair), message, { related: [related] });
      }
    }
  },
};
