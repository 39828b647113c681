import { msg } from '../../text/message';
import { type Rule, relatedEntry } from '../rule';
import { keyRange } from './descriptions';
import { inputsOfStates, isFromChat } from './inputs';

/** A state that reads several messages from the chat at once. */
export const multipleImInputs: Rule = {
  code: 'multiple-im-inputs',
  severity: 'warning',
  title: 'State has several inputs from the chat',
  doc: 'A state receives one message at a time, so it can have only one input of type `IM` (or with `source: IM`). Ask for the other value in another state, or in a form with `user_input: true`.',
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
        const message = msg`\`${first.name}\` is already an input from the chat, and a state receives one message at a time.`;
        const earlier = { source: source.address, unit, name: keyRange(first) };
        const related = [relatedEntry(msg('The first input from the chat.'), earlier)];
        report(keyRange(pair), message, { related });
      }
    }
  },
};
