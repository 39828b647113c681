import { specialEventOf } from '../../format/events';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** An event of the service where it is not raised. */
export const misplacedSpecialEvent: Rule = {
  code: 'misplaced-special-event',
  severity: 'information',
  title: 'An event of the service where it is not raised',
  doc: '`CHAT` and `ALWAYS` are raised in an atomic state and do not travel up to the automata; `DONE` is raised on an automata when one of its final states has completed. Where `CHAT` is handled by an automata, some versions of the service do look, so it is an information only.',
  example: {
    wrong: 'initial: home\nstates:\n  home:\n    render:\n      text: Hello\ntransitions:\n  CHAT: home',
    right:
      'initial: home\nstates:\n  home:\n    render:\n      text: Hello\n    transitions:\n      CHAT: home',
  },
  check({ scopes }, report) {
    for (const { scope } of scopes) {
      // What else there is may make an automata of it.
      if (scope.kind === 'state' && (scope.incomplete.has('states') || scope.map === undefined)) continue;
      for (const { event } of scope.handlers) {
        const special = specialEventOf(event.text);
        if (special === undefined || special.on === scope.kind) continue;
        const message =
          special.on === 'state'
            ? msg`\`${event.text}\` is raised in an atomic state and does not travel up to the automata. Handle it in the states.`
            : msg`\`${event.text}\` is raised on an automata whose final state has completed, never in an atomic state.`;
        report(event, message);
      }
    }
  },
};
