import { clientActionOf, SPECIAL_EVENTS, specialEventOf } from '../../format/events';
import { didYouMean, nearest } from '../../text/nearest';
import { renames } from '../fixes';
import type { Rule } from '../rule';

/** All letters upper case, as the service writes its own events. */
const UPPER_CASE = /^[^A-Za-z\s{}]*[A-Z][^a-z\s{}]*$/;

/** A key of `transitions` in the form of the service's own events that is none of them. */
export const unknownSpecialEvent: Rule = {
  code: 'unknown-special-event',
  severity: 'warning',
  chapter: 'Flow',
  title: 'An upper-case event that the service does not have',
  doc: 'Upper case is kept for the events that the service raises: `CHAT`, `ALWAYS` and `DONE`. No other is ever raised. Events of your own are in lower snake_case.',
  example: {
    wrong: 'home:\n  transitions:\n    CHATS: home',
    right: 'home:\n  transitions:\n    CHAT: home',
  },
  check({ project, scopes }, report) {
    for (const { event } of scopes.flatMap(({ scope }) => scope.handlers)) {
      const { text } = event;
      if (!UPPER_CASE.test(text) || specialEventOf(text) !== undefined) continue;
      if (clientActionOf(text)) {
        report(
          event,
          `The client does \`${text}\` on its own, and nothing is raised: this transition is never taken.`,
        );
        continue;
      }
      // A button's own event, only in unusual letters.
      if (project.table.has('emitter', text)) continue;
      const near = nearest(
        text,
        SPECIAL_EVENTS.map(({ name }) => name),
      );
      const message = `The service raises no event \`${text}\`. It raises \`CHAT\`, \`ALWAYS\` and \`DONE\`.`;
      report(event, message + didYouMean(near), { fixes: renames(event, near) });
    }
  },
};
