import type { ExpressionPlace } from '../../facts/facts';
import {
  hidesLocals,
  isVisible,
  type LocalVariable,
  localsNamed,
  mayBeResult,
  mayInherit,
} from '../../project/names/scope';
import { childPath } from '../../project/names/scope-path';
import { pathKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { type Message, msg } from '../../text/message';
import { valueAt } from '../../yaml/tree/tree';
import { type Rule, relatedEntry } from '../rule';
import { evaluatedUses, nameRange } from './uses';

/** A variable of the state that is defined later. */
export const usedBeforeDefined: Rule = {
  code: 'used-before-defined',
  severity: 'error',
  title: 'Variable is used before it is defined',
  doc: 'A state runs its `inputs`, then its `tasks` in order, then `outputs`, then `render` and `transitions`. An expression can only read variables that are already defined: a task cannot read its own result or that of a later task, and an output cannot read plain outputs below it.',
  example: {
    wrong:
      "home:\n  tasks:\n    - module_type: AnyWidgetModule\n      module_config:\n        widget_id: '1744214024104448000'\n        user_prompt: 'Go on: {{reply}}'\n        output_name: reply\n  render:\n    text: '{{reply}}'",
    right:
      "home:\n  tasks:\n    - module_type: AnyWidgetModule\n      module_config:\n        widget_id: '1744214024104448000'\n        user_prompt: 'Go on: {{context.reply}}'\n        output_name: reply\n  outputs:\n    context.reply: '{{reply}}'\n  render:\n    text: '{{reply}}'",
  },
  check(subject, report) {
    const { project } = subject;
    for (const { use, place, entry } of evaluatedUses(subject)) {
      const isWritten = use.access === 'write' && use.members.length === 0;
      if (isWritten || use.repeated || use.asked) continue;
      const later = laterVariable(project, entry, place, use.name);
      if (later === undefined || mayInherit(project, entry, place, use.name)) continue;
      const definition = { ...later.at, name: later.name };
      const related = [relatedEntry(msg`\`${use.name}\` is defined here.`, definition)];
      report(nameRange(use), message(use.name, later, place), { related });
    }
  },
};

/** The variable of a name if all variables of that name are defined later; undefined if one may be defined already. */
function laterVariable(
  project: Project,
  entry: ScopeEntry,
  place: ExpressionPlace,
  name: string,
): LocalVariable | undefined {
  // An output key that begins with `context` is incomplete, or has a name that cannot be read.
  if (name === 'context' || name === 'payload') return undefined;
  const locals = localsNamed(project, entry.path, name);
  const [first] = locals;
  // If two states have this name, it is unclear which of them is meant.
  if (first === undefined || project.table.has('scope', pathKey(childPath(entry.path.slice(0, -1), name))))
    return undefined;
  if (locals.some((local) => local.at.scope !== entry.scope || isVisible(local, place))) return undefined;
  if (place.phase === 'task' && hasTasksInAnyOrder(entry) && first.kind !== 'output') return undefined;
  if (hidesLocals(project, entry.path) || mayBeResult(project, entry.path, name, place)) return undefined;
  return first;
}

/** Whether the tasks are a map, whose order is not guaranteed. */
function hasTasksInAnyOrder({ scope }: ScopeEntry): boolean {
  return scope.map !== undefined && valueAt(scope.map, 'tasks')?.kind === 'map';
}

function message(name: string, { kind, index }: LocalVariable, place: ExpressionPlace): Message {
  const isSamePlace = index === place.index;
  switch (kind) {
    case 'input':
      return isSamePlace
        ? msg`Input \`${name}\` cannot read its own value.`
        : msg`Input \`${name}\` is used before it is defined: an input can only read inputs above it.`;
    case 'output':
      if (place.phase !== 'output')
        return msg`Output \`${name}\` is used before it is defined: outputs are computed after the tasks.`;
      return isSamePlace
        ? msg`Output \`${name}\` cannot read its own value.`
        : msg`Output \`${name}\` is used before it is defined: an output can only read outputs above it.`;
    default:
      if (place.phase !== 'task')
        return msg`Task result \`${name}\` is used before it is defined: tasks run after the inputs.`;
      return isSamePlace
        ? msg`Task result \`${name}\` is used by its own task.`
        : msg`Task result \`${name}\` is used before it is defined: tasks run from top to bottom.`;
  }
}
