import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { isSingleTask, reliableSteps, tasksMap } from './certain';
import { tasksAsList } from './tasks-as-list';
import { keyRange } from './words';

/** Tasks as a keyed map. */
export const deprecatedTasksMap: Rule = {
  code: 'deprecated-tasks-map',
  severity: 'warning',
  tag: 'deprecated',
  title: 'Tasks are written as a map',
  doc: 'A map has no sure order, and tasks need one: each sees the results of those before it. Since version 0.6.0 `tasks` is a list. The quick fix turns the map into a list in the order of the text, each key becoming the `name` of its task.',
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
        msg('`tasks` is a map, in which the order of the tasks is not sure. Write a list.'),
        { fixes: edits ? [{ title: msg('Turn into a list'), edits, preferred: true }] : [] },
      );
    }
  },
};
