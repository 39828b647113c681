import { CLIENT_ACTIONS, specialEventOf } from '../../format/events';
import { descendantTarget } from '../../format/target-path';
import { handledEvents, isSibling } from '../../project/names/resolve';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { fixEdits, renameFixes } from '../fixes';
import type { Fix, Rule, Subject } from '../rule';
import { isUnhandled } from './buttons';
import { addTransition, partForTransitions } from './new-transition';

/** A button whose event is not handled. */
export const unhandledEvent: Rule = {
  code: 'unhandled-event',
  severity: 'warning',
  title: 'Button event has no transition',
  doc: 'Clicking such a button does nothing. The service looks for an event in the `transitions` of the state, then in those of each enclosing automata. The client handles `COPY`, `DOWNLOAD` and `OPEN` itself; they need no transition.',
  example: {
    wrong:
      'home:\n  render:\n    buttons:\n      - content: Back\n        on_click: go_back\n  transitions:\n    CHAT: home',
    right:
      'home:\n  render:\n    buttons:\n      - content: Back\n        on_click: go_back\n  transitions:\n    CHAT: home\n    go_back: home',
  },
  *check(subject, report) {
    const { project, scopes } = subject;
    for (const entry of scopes) {
      for (const { event } of entry.scope.emits) {
        yield;
        if (!isUnhandled(project, entry, event.text)) continue;
        const near = nearestNames(event.text, eventCandidates(project, entry, event.text));
        const isState = near.length === 0 && isSibling(project, entry, event.text);
        const hint = isState ? STATE_AS_EVENT : didYouMean(near);
        const message = msg`No transition handles event \`${event.text}\` in this state or an enclosing automata.${hint}`;
        report(event, message, {
          fixes: [...renameFixes(event, near), ...transitionFixes(subject, entry, event.text)],
          absentIn: entry.scope.map ?? event,
        });
      }
    }
  },
};

const STATE_AS_EVENT = msg(' It is the name of a state: add a transition with this target.');

/** Event names for a button: all handled ones, and events of the service that differ only in case. */
function eventCandidates(project: Project, from: ScopeEntry, event: string): string[] {
  const handled = handledEvents(project, from).map(({ name }) => name.text);
  const actions = CLIENT_ACTIONS.map(({ name }) => name).filter((name) => name === event.toUpperCase());
  return [...handled.filter((name) => specialEventOf(name) === undefined), ...actions];
}

/**
 * Fixes that add a transition to the state or to an enclosing automata. The author chooses its target; for clients
 * that cannot ask, it is the state itself.
 */
function transitionFixes(subject: Subject, { path }: ScopeEntry, event: string): Fix[] {
  const fixes: Fix[] = [];
  for (let depth = path.length; depth >= 0; depth--) {
    const holder = path.slice(0, depth);
    const part = partForTransitions(subject.project, holder);
    // From an enclosing automata, the target is the path down to the state.
    const isState = depth === path.length && isSibling(subject.project, { path }, event);
    const target = isState
      ? event
      : depth === path.length
        ? path.at(-1)
        : descendantTarget(path.slice(depth));
    const edits = part && target ? addTransition(part, event, target) : undefined;
    if (part === undefined || target === undefined || edits === undefined) continue;
    const where = depth === 0 ? msg('the automata') : `\`${holder.at(-1)}\``;
    fixes.push({
      title: msg`Add \`${event}\` to the transitions of ${where}`,
      ...fixEdits(subject, part, edits),
      placeholder: isState ? { text: target } : { text: target, targetsOf: holder },
    });
  }
  return fixes;
}
