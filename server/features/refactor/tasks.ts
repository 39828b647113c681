import { stepOfSlot } from '../../format/walk';
import { isSingleTask, tasksMap } from '../../rules/shape/reliable-steps';
import { tasksAsList } from '../../rules/shape/tasks-as-list';
import { msg } from '../../text/message';
import { slotOf } from '../../yaml/cursor/cursor';
import { descendantsOf } from '../../yaml/tree/visit';
import { type Refactoring, type RefactoringContext, unitRefactoring } from './refactoring';

/** Converts a map of tasks to a list. Offered anywhere in the map, while the quick fix is offered at its key. */
export function taskRefactorings(context: RefactoringContext): Refactoring[] {
  const { at, selection } = context;
  for (const node of descendantsOf(at.root.node)) {
    if (node.kind !== 'map' || node.start > selection.start || selection.end > node.end) continue;
    const step = stepOfSlot(at.root, slotOf(node));
    const map = tasksMap(step);
    if (map === undefined || map.pairs.length === 0 || isSingleTask(step)) continue;
    const edits = tasksAsList(at.unit, map);
    return edits ? [unitRefactoring(context, msg('Convert the map of tasks to a list'), edits)] : [];
  }
  return [];
}
