import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** `target_inputs` that the service does not pass on. */
export const ignoredTargetInputs: Rule = {
  code: 'ignored-target-inputs',
  severity: 'hint',
  title: '`target_inputs` of an `ALWAYS` transition are ignored',
  doc: 'The service ignores `target_inputs` of `ALWAYS` transitions. Store the value in `context`, and read it from there in the target state.',
  example: {
    wrong:
      'check:\n  transitions:\n    ALWAYS:\n      target: answer\n      target_inputs:\n        score: 3\nanswer:\n  inputs:\n    score:\n      type: number\n      value: 0\n  transitions:\n    CHAT: check',
    right:
      "check:\n  outputs:\n    context.score: '{{3}}'\n  transitions:\n    ALWAYS:\n      target: answer\nanswer:\n  render:\n    text: '{{context.score}}'\n  transitions:\n    CHAT: check",
  },
  check({ scopes }, report) {
    for (const { event, cases } of scopes.flatMap(({ scope }) => scope.handlers)) {
      if (event.text !== 'ALWAYS') continue;
      for (const { inputsKey } of cases) {
        if (inputsKey === undefined) continue;
        report(
          inputsKey,
          msg('`target_inputs` are ignored on `ALWAYS`. Store the values in `context` instead.'),
        );
      }
    }
  },
};
