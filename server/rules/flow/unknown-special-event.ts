import type { NameNode, ScopeFacts } from '../../facts/facts';
import { clientActionOf, SPECIAL_EVENTS, specialEventOf } from '../../format/events';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { hasSyntaxProblem } from '../../yaml/tree/uncertainty';
import { renameFixes } from '../fixes';
import type { Fix, Rule } from '../rule';
import { meantSpecialEvent } from './buttons';

/** Only upper-case letters, as in the service's own events. */
const UPPER_CASE = /^[^A-Za-z\s{}]*[A-Z][^a-z\s{}]*$/;

/** A key of `transitions` that looks like an event of the service but is not one. */
export const unknownSpecialEvent: Rule = {
  code: 'unknown-special-event',
  severity: 'warning',
  title: 'Service event does not exist',
  doc: 'The service raises only the events `CHAT`, `ALWAYS` and `DONE`. Write your own events in lower snake_case; `chat`, `always` and `done` are reported if no button raises them.',
  example: {
    wrong: 'home:\n  transitions:\n    CHATS: home',
    right: 'home:\n  transitions:\n    CHAT: home',
  },
  check(subject, report) {
    const { project, scopes, unit } = subject;
    const handlers = scopes.flatMap(({ scope }) => scope.handlers.map(({ event }) => ({ scope, event })));
    for (const { scope, event } of handlers) {
      if (hasSyntaxProblem(unit, event)) continue;
      const { text } = event;
      const meant = meantSpecialEvent(subject, scope, text);
      if (meant !== undefined) {
        report(event, msg`No button raises event \`${text}\`.${didYouMean([meant])}`, {
          fixes: fixesFor(event, [meant], scope),
        });
        continue;
      }
      if (!UPPER_CASE.test(text) || specialEventOf(text) !== undefined) continue;
      if (clientActionOf(text)) {
        report(event, msg`This transition is never taken: the client handles \`${text}\` itself.`);
        continue;
      }
      // A button raises an event of this name.
      if (project.table.has('emitter', text)) continue;
      const near = nearestNames(
        text,
        SPECIAL_EVENTS.map(({ name }) => name),
      );
      const message = msg`The service does not raise event \`${text}\`. Expected \`CHAT\`, \`ALWAYS\` or \`DONE\`.`;
      report(event, msg`${message}${didYouMean(near)}`, { fixes: fixesFor(event, near, scope) });
    }
  },
};

/** Events that the map already has would be there twice. */
function fixesFor(event: NameNode, near: readonly string[], { handlers }: ScopeFacts): Fix[] {
  return renameFixes(
    event,
    near.filter((name) => !handlers.some((one) => one.event.text === name)),
  );
}
