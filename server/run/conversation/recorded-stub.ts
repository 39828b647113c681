import { countUp, groupBy } from '../../text/group-by';
import type { Sandbox } from '../sandbox/sandbox';
import { runScenario } from '../scenario/run-scenario';
import type { Scenario } from '../scenario/scenario';
import type { Program } from './program';
import type { TaskAnswer, TaskCall, TaskStub } from './tasks';

/**
 * Provides the results that tasks had when a scenario was recorded, in the order in which each task ran; the last one
 * is repeated. A task with another configuration gets the result at the same position.
 *
 * The scenario is run in a new sandbox to find the task of each result.
 *
 * @param otherwise the stub for tasks that were not recorded
 */
export function recordedTaskStub(
  scenario: Scenario,
  program: Program,
  newSandbox: () => Sandbox,
  otherwise: TaskStub,
): TaskStub {
  const recorded: { readonly key: string; readonly answer: TaskAnswer }[] = [];
  const onTask = (call: TaskCall, answer: TaskAnswer) => {
    for (const key of keysOf(call)) recorded.push({ key, answer });
  };
  const sandbox = newSandbox();
  runScenario(scenario, program, sandbox, { onTask, ignoresExpectations: true });
  sandbox.dispose();
  const answers = groupBy(recorded, ({ key }) => key);
  const given = new Map<string, number>();
  return (call) => {
    const found = keysOf(call).map((key) => {
      const known = answers.get(key) ?? [];
      return known[Math.min(countUp(given, key), known.length) - 1]?.answer;
    });
    return found.find((answer) => answer !== undefined) ?? otherwise(call);
  };
}

/** The key of a call with its configuration, and the key of the task alone. */
function keysOf({ state, name, index, config }: TaskCall): readonly string[] {
  const task = JSON.stringify([state, name ?? index]);
  return [`${task} ${JSON.stringify(config)}`, task];
}
