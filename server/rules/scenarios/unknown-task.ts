import { statePath } from '../../project/flow/possible-states';
import { allNames } from '../../project/names/resolve';
import { targetsOfName } from '../../project/names/scenario-names';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { isCompletelyKnown, scenarioNamesOf } from './names';

/** A task in a scenario that no state has. */
export const unknownTask: Rule = {
  code: 'unknown-task',
  severity: 'warning',
  title: 'Task of a scenario does not exist',
  doc: 'Tasks are identified by their `name`; `menu.greet` is the task `greet` of state `menu`. In `tasks`, a module type such as `TtsModule` means all tasks of that module.',
  check(subject, report) {
    const { project, source } = subject;
    for (const name of scenarioNamesOf(subject, 'task', 'task-or-module')) {
      const { text, target, role } = name;
      if (targetsOfName(project, name).length > 0) continue;
      // An undescribed module may be in use nevertheless.
      if (role === 'task-or-module' && (source.catalog.moduleOf(text) || /^\p{Lu}/u.test(text))) continue;
      // `unknown-scenario-state` reports a state that does not exist.
      if (target !== undefined && statePath(project, target) === undefined) continue;
      if (!isCompletelyKnown(project, 'tasks')) return;
      const near = nearestNames(text, allNames(project, 'anyTask').names);
      const message =
        target === undefined
          ? msg`No state has the task \`${text}\`.`
          : msg`State \`${target}\` has no task \`${text}\`.`;
      report(name, msg`${message}${didYouMean(near)}`, { fixes: renameFixes(name, near) });
    }
  },
};
