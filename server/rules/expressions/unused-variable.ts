import { isLocalRead } from '../../project/names/reads';
import { type LocalVariable, localsIn } from '../../project/names/scope';
import { groupBy } from '../../text/group-by';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** An input or a result that nothing reads. */
export const unusedVariable: Rule = {
  code: 'unused-variable',
  severity: 'hint',
  title: 'Input or task result is never read',
  doc: 'No expression reads the input or the result of the task (`output_name`, a function parameter). Use it, or remove it; a chat message (`IM`) that is never read is lost. Not reported are names that a later state may inherit, inputs of an automata, and function parameters of a task if another one is read, since the model fills in all of them.',
  example: {
    wrong:
      'home:\n  inputs:\n    message:\n      type: IM\n  render:\n    text: Hello\n  transitions:\n    CHAT: home',
    right:
      "home:\n  inputs:\n    message:\n      type: IM\n  render:\n    text: 'You said: {{message}}'\n  transitions:\n    CHAT: home",
  },
  tag: 'unnecessary',
  check({ project, resolvedScopes }, report) {
    for (const entry of resolvedScopes) {
      if (entry.scope.kind !== 'state') continue;
      const locals = localsIn(entry);
      const byTask = groupBy(locals.filter(isDefinedByTask), ({ index }) => index);
      for (const local of locals) {
        if (local.kind === 'output' || local.isDefault) continue;
        const together = isDefinedByTask(local) ? (byTask.get(local.index) ?? []) : [local];
        if (together.some((other) => isLocalRead(project, other))) continue;
        const what = local.kind === 'input' ? 'input' : local.kind === 'result' ? 'result' : 'parameter';
        report(local.name, msg`The ${what} \`${local.name.text}\` is never read.`);
      }
    }
  },
};

/** Whether a task creates the variable: it counts as used if any variable of the same task is read. */
function isDefinedByTask({ kind }: LocalVariable): boolean {
  return kind === 'result' || kind === 'parameter';
}
