import { clientActionOf } from '../../format/events';
import { allEvents } from '../../project/names/resolve';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { isCompletelyKnown, scenarioNamesOf } from './names';

/** A click in a scenario whose event is not handled. */
export const unknownScenarioEvent: Rule = {
  code: 'unknown-scenario-event',
  severity: 'warning',
  title: 'Event of a scenario has no transition',
  doc: 'The event has no effect: the conversation stays in its state. Often the event has been renamed.',
  check(subject, report) {
    const { project } = subject;
    for (const name of scenarioNamesOf(subject, 'event')) {
      if (clientActionOf(name.text) || project.table.has('handler', name.text)) continue;
      if (!isCompletelyKnown(project, 'transitions')) return;
      const near = nearestNames(name.text, allEvents(project).names);
      report(name, msg`No transition handles event \`${name.text}\`.${didYouMean(near)}`, {
        fixes: renameFixes(name, near),
      });
    }
  },
};
