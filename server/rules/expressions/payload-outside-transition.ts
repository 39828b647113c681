import { localsNamed, mayInherit } from '../../project/names/scope';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { evaluatedUses, nameRange } from './uses';

/** `payload` where no event provides it. */
export const payloadOutsideTransition: Rule = {
  code: 'payload-outside-transition',
  severity: 'error',
  title: '`payload` is read outside a transition',
  doc: "The payload of an event is available only in `condition` and `target_inputs` of the transition that handles it. Pass values on with `target_inputs`, such as `answer: '{{payload.answer}}'`, to an input `answer` of the target state.",
  example: {
    wrong:
      "home:\n  render:\n    text: '{{payload.answer}}'\n    buttons:\n      - content: A\n        on_click: {event: go, payload: {answer: A}}\n  transitions:\n    go: home",
    right:
      "home:\n  inputs:\n    answer: {type: text}\n  render:\n    text: '{{answer}}'\n    buttons:\n      - content: A\n        on_click: {event: go, payload: {answer: A}}\n  transitions:\n    go:\n      target: home\n      target_inputs: {answer: '{{payload.answer}}'}",
  },
  check(subject, report) {
    const { project } = subject;
    for (const { use, place, entry } of evaluatedUses(subject)) {
      if (use.name !== 'payload' || place.phase === 'transition' || use.repeated || use.asked) continue;
      // A variable may have this name, although it should not.
      if (localsNamed(project, entry.path, 'payload').length > 0) continue;
      if (mayInherit(project, entry, place, 'payload')) continue;
      report(
        nameRange(use),
        msg(
          '`payload` is available only in `transitions`. Pass its values to an input of the target with `target_inputs`.',
        ),
      );
    }
  },
};
