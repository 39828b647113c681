import type { Project } from '../../project/project';
import { isLocalRead } from '../../project/reads';
import { type Local, localsOf } from '../../project/scope';
import type { Rule } from '../rule';

/** An input or a result that nothing reads. */
export const unusedVariable: Rule = {
  code: 'unused-variable',
  severity: 'hint',
  chapter: 'Expressions',
  title: 'An input or a result is never read',
  doc: 'No expression reads the input, or the result of the task (`output_name`, a function parameter), so it can go, or something still has to be written. A message from the chat (`IM`) that nothing reads is lost. Nothing is said of a name that a state further on may take over, of inputs of an automata, and of results of a task of which another is read, since a model has to fill in all of its function parameters.',
  example: {
    wrong:
      'home:\n  inputs:\n    message:\n      type: IM\n  render:\n    text: Hello\n  transitions:\n    CHAT: home',
    right:
      "home:\n  inputs:\n    message:\n      type: IM\n  render:\n    text: 'You said: {{message}}'\n  transitions:\n    CHAT: home",
  },
  tag: 'unnecessary',
  check({ project, scopes }, report) {
    for (const { scope, path } of scopes) {
      if (scope.kind !== 'state') continue;
      const locals = localsOf(project, path);
      for (const local of locals) {
        if (local.at.scope !== scope || local.kind === 'output' || local.isDefault) continue;
        if (isUsed(project, local, locals)) continue;
        const what = local.kind === 'input' ? 'input' : local.kind === 'result' ? 'result' : 'parameter';
        report(local.name, `Nothing reads the ${what} \`${local.name.text}\`.`);
      }
    }
  },
};

/** Whether the variable is read, or another that the same task makes. */
function isUsed(project: Project, local: Local, locals: readonly Local[]): boolean {
  if (local.kind === 'input') return isLocalRead(project, local);
  return locals.some(
    (other) =>
      (other.kind === 'result' || other.kind === 'parameter') &&
      other.at.scope === local.at.scope &&
      other.index === local.index &&
      isLocalRead(project, other),
  );
}
