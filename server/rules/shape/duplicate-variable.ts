import type { ExpressionPlace, NameNode, ScopeFacts, UnitFacts } from '../../facts/facts';
import { msg } from '../../text/message';
import { type Rule, relatedEntry } from '../rule';

/** A task's result that replaces an earlier variable. */
export const duplicateVariable: Rule = {
  code: 'duplicate-variable',
  severity: 'warning',
  title: 'Result overwrites an earlier variable of the state',
  doc: 'Inputs, results (`output_name`) and function parameters of a state share one namespace. A result with the same name replaces the earlier value, so later expressions can no longer read it. The default name of a result, such as `reply`, is reported only if nothing reads the earlier value before.',
  example: {
    wrong:
      "inputs:\n  message:\n    type: IM\ntasks:\n  - module_type: AnyWidgetModule\n    module_config:\n      widget_id: '1744214024104448000'\n      user_prompt: '{{message}}'\n      output_name: message",
    right:
      "inputs:\n  message:\n    type: IM\ntasks:\n  - module_type: AnyWidgetModule\n    module_config:\n      widget_id: '1744214024104448000'\n      user_prompt: '{{message}}'\n      output_name: reply",
  },
  check({ scopes, source, unit, facts }, report) {
    for (const [index, { scope }] of scopes.entries()) {
      for (const { name, task, kind } of scope.results) {
        const isDefault = kind === 'default';
        // The sources disagree whether a widget has a default name.
        if (isDefault && unit.text.slice(name.start, name.end) === 'AnyWidgetModule') continue;
        const earlier = earlierVariable(scope, name.text, task);
        if (earlier === undefined) continue;
        if (
          isDefault &&
          (scope.incomplete.has('tasks') || !isLost(facts, index, { ...earlier, until: task }))
        )
          continue;
        const overwrites = msg`\`${name.text}\` overwrites the ${earlier.kind} with the same name.`;
        const message = isDefault
          ? msg`The default result name ${overwrites} Set \`output_name\`.`
          : overwrites;
        const definition = { source: source.address, unit, name: earlier.name };
        const related = [relatedEntry(msg`The ${earlier.kind} is defined here.`, definition)];
        report(name, message, { related });
      }
    }
  },
};

/** Whether expressions of a scope read a name, but only after a task has overwritten it. */
function isLost(
  { expressions }: UnitFacts,
  scope: number,
  { name: { text }, task, until }: EarlierVariable & { readonly until: number },
): boolean {
  const places = expressions.flatMap(({ place, parts }) => {
    const isRead = parts.some(({ uses }) => uses.some((use) => use.name === text));
    return isRead && place.scope === scope ? [place] : [];
  });
  const isBefore = ({ phase, index }: ExpressionPlace) =>
    phase === 'input' || (phase === 'task' && index > task && index <= until);
  return places.length > 0 && !places.some(isBefore);
}

interface EarlierVariable {
  readonly name: NameNode;
  readonly kind: string;
  /** The position of its task; -1 for an input. */
  readonly task: number;
}

function earlierVariable(scope: ScopeFacts, text: string, task: number): EarlierVariable | undefined {
  const input = scope.inputs.find((one) => one.name.text === text);
  if (input) return { name: input.name, kind: 'input', task: -1 };
  const result = scope.results.findLast((one) => one.name.text === text && one.task < task);
  return result && { name: result.name, kind: 'result of an earlier task', task: result.task };
}
