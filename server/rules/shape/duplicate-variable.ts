import type { NameNode, ScopeFacts } from '../../facts/facts';
import { msg } from '../../text/message';
import { type Rule, relatedEntry } from '../rule';

/** A task's result that replaces an earlier variable. */
export const duplicateVariable: Rule = {
  code: 'duplicate-variable',
  severity: 'warning',
  title: 'Result overwrites an earlier variable of the state',
  doc: 'Inputs, results (`output_name`) and function parameters of a state share one namespace. A result with the same name replaces the earlier value, so later expressions can no longer read it.',
  example: {
    wrong:
      "inputs:\n  message:\n    type: IM\ntasks:\n  - module_type: AnyWidgetModule\n    module_config:\n      widget_id: '1744214024104448000'\n      user_prompt: '{{message}}'\n      output_name: message",
    right:
      "inputs:\n  message:\n    type: IM\ntasks:\n  - module_type: AnyWidgetModule\n    module_config:\n      widget_id: '1744214024104448000'\n      user_prompt: '{{message}}'\n      output_name: reply",
  },
  check({ scopes, source, unit }, report) {
    for (const { scope } of scopes) {
      for (const { name, task, kind } of scope.results) {
        // A default name is not written anywhere, so there is no place to report.
        const earlier = kind === 'default' ? undefined : earlierVariable(scope, name.text, task);
        if (earlier === undefined) continue;
        const message = msg`\`${name.text}\` overwrites the ${earlier.kind} with the same name.`;
        const definition = { source: source.address, unit, name: earlier.name };
        const related = [relatedEntry(msg`The ${earlier.kind} is defined here.`, definition)];
        report(name, message, { related });
      }
    }
  },
};

function earlierVariable(
  scope: ScopeFacts,
  text: string,
  task: number,
): { name: NameNode; kind: string } | undefined {
  const input = scope.inputs.find((one) => one.name.text === text);
  if (input) return { name: input.name, kind: 'input' };
  const result = scope.results.find((one) => one.name.text === text && one.task < task);
  return result && { name: result.name, kind: 'result of an earlier task' };
}
