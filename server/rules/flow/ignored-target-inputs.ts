import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** `target_inputs` where the service does not pass them on. */
export const ignoredTargetInputs: Rule = {
  code: 'ignored-target-inputs',
  severity: 'hint',
  title: '`target_inputs` of an `ALWAYS` transition are not passed on',
  doc: 'The service goes on by `ALWAYS` without them. Keep the value in `context`, and read it from there in the state that follows.',
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
          msg('`target_inputs` are not passed on by `ALWAYS`. Keep the values in `context` in their place.'),
        );
      }
    }
  },
};
