import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { keyRange } from './descriptions';
import { reliableSteps } from './reliable-steps';

const FIELD = 'UNSTABLE_button_id';

/** The old way to pass the clicked button to the next state. */
export const deprecatedButtonId: Rule = {
  code: 'deprecated-button-id',
  severity: 'warning',
  tag: 'deprecated',
  title: '`UNSTABLE_button_id` is deprecated',
  doc: "It will be removed in version 1.0.0. Add a `payload` to the event instead, and pass it on with `target_inputs` in the transition: `button_id: '{{payload.button_id}}'`. The input of the target state then needs a `default_value` instead of a `value`, because `target_inputs` do not override `value`.",
  example: {
    wrong:
      'render:\n  buttons:\n    - content: A\n      on_click: answer\n      UNSTABLE_button_id: a\ntransitions:\n  answer: {}',
    right:
      "render:\n  buttons:\n    - content: A\n      on_click:\n        event: answer\n        payload:\n          button_id: a\ntransitions:\n  answer:\n    target_inputs:\n      button_id: '{{payload.button_id}}'\ninputs:\n  button_id:\n    type: text\n    default_value: ''",
  },
  check(subject, report) {
    for (const { field, pair } of reliableSteps(subject)) {
      if (field?.name !== FIELD || pair === undefined || pair.colon < 0) continue;
      report(
        keyRange(pair),
        msg`\`${FIELD}\` will be removed from the format. Add it to the \`payload\` of \`on_click\`, and pass it on with \`target_inputs\`.`,
      );
    }
  },
};
