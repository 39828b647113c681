import { isLocalRead } from '../../project/reads';
import { type Local, localsIn } from '../../project/scope';
import { grouped } from '../../text/grouped';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** An input or a result that nothing reads. */
export const unusedVariable: Rule = {
  code: 'unused-variable',
  severity: 'hint',
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
    for (const entry of scopes) {
      if (entry.scope.kind !== 'state') continue;
      const locals = localsIn(entry);
      const byTask = grouped(locals.filter(isOfTask), ({ index }) => index);
      for (const local of locals) {
        if (local.kind === 'output' || local.isDefault) continue;
        const together = isOfTask(local) ? (byTask.get(local.index) ?? []) : [local];
        if (together.some((other) => isLocalRead(project, other))) continue;
        const what = local.kind === 'input' ? 'input' : local.kind === 'result' ? 'result' : 'parameter';
        report(local.name, msg`Nothing reads the ${what} \`${local.name.text}\`.`);
      }
    }
  },
};

/** Whether a task makes the variable: it is of use if another that the same task makes is read. */
function isOfTask({ kind }: Local): boolean {
  return kind === 'result' || kind === 'parameter';
}
