import { clientActionOf } from '../../format/events';
import { handledEvents, resolveEvent } from '../../project/resolve';
import { didYouMean, nearest } from '../../text/nearest';
import { renames } from '../fixes';
import type { Rule } from '../rule';

/** A button whose event nobody handles. */
export const unhandledEvent: Rule = {
  code: 'unhandled-event',
  severity: 'warning',
  chapter: 'Flow',
  title: 'A button raises an event that nobody handles',
  doc: 'A click on such a button does nothing. An event is looked up in the `transitions` of the state, then in those of each automata around it. `COPY`, `DOWNLOAD` and `OPEN` are done by the client and need no transition.',
  example: {
    wrong:
      'home:\n  render:\n    buttons:\n      - content: Back\n        on_click: go_back\n  transitions:\n    CHAT: home',
    right:
      'home:\n  render:\n    buttons:\n      - content: Back\n        on_click: go_back\n  transitions:\n    CHAT: home\n    go_back: home',
  },
  check({ project, scopes }, report) {
    for (const entry of scopes) {
      for (const { event } of entry.scope.emits) {
        if (clientActionOf(event.text)) continue;
        if (resolveEvent(project, entry, event.text).kind !== 'missing') continue;
        const near = nearest(
          event.text,
          handledEvents(project, entry).map((handled) => handled.name.text),
        );
        const message = `Nobody handles the event \`${event.text}\`: neither this state nor an automata around it has it in \`transitions\`.${didYouMean(near)}`;
        report(event, message, { fixes: renames(event, near) });
      }
    }
  },
};
