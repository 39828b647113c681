import { specialEventOf } from '../../format/events';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** An event of the service in a place where it is never raised. */
export const misplacedSpecialEvent: Rule = {
  code: 'misplaced-special-event',
  severity: 'information',
  title: 'Service event is never raised here',
  doc: '`CHAT` and `ALWAYS` are raised in atomic states and do not propagate to the automata; `DONE` is raised on an automata when one of its final states completes. A `CHAT` transition of an automata is only a note, because some versions of the service do look there.',
  example: {
    wrong: 'initial: home\nstates:\n  home:\n    render:\n      text: Hello\ntransitions:\n  CHAT: home',
    right:
      'initial: home\nstates:\n  home:\n    render:\n      text: Hello\n    transitions:\n      CHAT: home',
  },
  check({ scopes }, report) {
    for (const { scope } of scopes) {
      // Keys that are not known may make it an automata.
      if (scope.kind === 'state' && (scope.incomplete.has('states') || scope.map === undefined)) continue;
      for (const { event } of scope.handlers) {
        const special = specialEventOf(event.text);
        if (special === undefined || special.on === scope.kind) continue;
        const message =
          special.on === 'state'
            ? msg`\`${event.text}\` is raised in atomic states and does not propagate to the automata. Handle it in the states.`
            : msg`\`${event.text}\` is never raised in an atomic state, only on an automata whose final state has completed.`;
        report(event, message);
      }
    }
  },
};
