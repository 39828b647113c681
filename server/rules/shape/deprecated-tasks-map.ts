import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { keyRange } from './descriptions';
import { isSingleTask, reliableSteps, tasksMap } from './reliable-steps';
import { tasksAsList } from './tasks-as-list';

/** Tasks as a keyed map. */
export const deprecatedTasksMap: Rule = {
  code: 'deprecated-tasks-map',
  severity: 'warning',
  tag: 'deprecated',
  title: 'Tasks are a map instead of a list',
  doc: 'Each task can read the results of the tasks before it, but the order of a map is not guaranteed. Since version 0.6.0, `tasks` is a list. The quick fix converts the map to a list in its current order; each key becomes the `name` of its task, unless the task has one.',
  example: {
    wrong:
      "tasks:\n  ask:\n    module_type: AnyWidgetModule\n    module_config:\n      widget_id: '1744214024104448000'",
    right:
      "tasks:\n  - name: ask\n    module_type: AnyWidgetModule\n    module_config:\n      widget_id: '1744214024104448000'",
  },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const map = tasksMap(step);
      if (map === undefined || step.pair === undefined || map.pairs.length === 0 || isSingleTask(step))
        continue;
      const edits = tasksAsList(subject.unit, map);
      report(
        keyRange(step.pair),
        msg('`tasks` is a map, so the order of the tasks is not guaranteed. Use a list.'),
        { fixes: edits ? [{ title: msg('Convert to a list'), edits, preferred: true }] : [] },
      );
    }
  },
};
