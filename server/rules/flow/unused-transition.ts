import { specialEventOf } from '../../format/events';
import { msg } from '../../text/message';
import { nearestNames } from '../../text/nearest';
import { isRepeated } from '../../yaml/cut/unit';
import type { Rule } from '../rule';
import { areAllButtonsKnown, isUnhandled, meantSpecialEvent } from './buttons';

/** A transition for an event that no button of the state raises. */
export const unusedTransition: Rule = {
  code: 'unused-transition',
  severity: 'hint',
  title: 'No button raises the event of the transition',
  doc: 'The event may still come from a user intent, so this is only a hint. Often the event of the button has a different name.',
  example: {
    wrong:
      'home:\n  render:\n    buttons:\n      - content: Go\n        on_click: go\n  transitions:\n    go: home\n    goes: home',
    right:
      'home:\n  render:\n    buttons:\n      - content: Go\n        on_click: go\n  transitions:\n    go: home',
  },
  tag: 'unnecessary',
  *check(subject, report) {
    for (const entry of subject.scopes) {
      const { scope } = entry;
      if (scope.kind !== 'state' || !areAllButtonsKnown(scope)) continue;
      const emitted = new Set(scope.emits.map(({ event }) => event.text));
      const unhandled = [...emitted].filter((event) => isUnhandled(subject.project, entry, event));
      for (const { event } of scope.handlers) {
        yield;
        const isOurs = specialEventOf(event.text) === undefined && /[a-z]/.test(event.text);
        if (!isOurs || event.text.includes('{{') || emitted.has(event.text)) continue;
        // A button of another state that repeats the transitions may raise it.
        if (isRepeated(subject.unit, event)) continue;
        // `unknown-special-event` reports an event of the service in different case.
        if (meantSpecialEvent(subject, scope, event.text) !== undefined) continue;
        // `unhandled-event` reports a button with a near event name.
        if (unhandled.some((name) => nearestNames(name, [event.text]).length > 0)) continue;
        report(event, msg`No button of this state raises \`${event.text}\`, but a user intent may.`);
      }
    }
  },
};
