import { runTask, type Task } from '../engine/task';
import { stateLabel } from '../format/target-path';
import { Conversation } from './conversation';
import type { OnReach } from './evaluator';
import type { Remark, SourceRange } from './events';
import { type Mismatch, mismatches, type Turn, turnOf } from './expect';
import type { Program } from './program';
import type { Sandbox } from './sandbox';
import type { Scenario } from './scenario';
import type { SourceValue } from './source-value';
import { exampleOf, type OnTask, type TaskAnswer, type TaskCall } from './tasks';

export interface ScenarioHooks {
  readonly onReach?: OnReach;
  /** Called for each expectation that is met. */
  readonly onExpect?: (expected: SourceValue, turn: Turn) => void;
  /** Called for each task whose result the scenario gives. */
  readonly onTask?: OnTask;
  /** Runs all steps regardless of expectations, all of which count as met. */
  readonly ignoresExpectations?: boolean;
}

/** Runs a scenario up to its first unmet expectation. The sandbox must be new. */
export function runScenario(
  scenario: Scenario,
  program: Program,
  sandbox: Sandbox,
  hooks: ScenarioHooks = {},
): readonly Mismatch[] {
  return runTask(scenarioTask(scenario, program, sandbox, hooks));
}

/** The same step by step. */
export function* scenarioTask(
  scenario: Scenario,
  program: Program,
  sandbox: Sandbox,
  { onReach, onExpect, onTask, ignoresExpectations = false }: ScenarioHooks = {},
): Task<readonly Mismatch[]> {
  /** The index of the step that runs. */
  let at = -1;
  const examples = new Set<TaskAnswer>();
  const given = givenBy(scenario, () => {
    const next = scenario.steps.find((step, index) => index > at && step.kind === 'event');
    return next?.kind === 'event' && ('task' in next.event || 'task_error' in next.event);
  });
  const conversation = new Conversation(program, sandbox, {
    standIn: (call) => {
      const answer = given(call);
      if (answer !== 'example') return answer;
      const example = { value: exampleOf(call) };
      examples.add(example);
      return example;
    },
    start: scenario.start,
    ...(onReach ? { onReach } : {}),
    ...(onTask ? { onTask: (call, answer) => !examples.has(answer) && onTask(call, answer) } : {}),
  });
  let turn: Turn = turnOf(conversation.begin());
  /** Those of the last event that no step has expected yet. */
  let errors = unplanned(turn);
  let place = scenario.place;
  const unexpected = () => errors.map((error) => errorMismatch(error, place));
  for (const [index, step] of scenario.steps.entries()) {
    at = index;
    yield;
    if (step.kind === 'expect') {
      if (step.expected.get('error').isGiven) errors = [];
      const found = ignoresExpectations ? [] : mismatches(step.expected, turn, sandbox);
      // What differs may follow from an error.
      if (found.length > 0) return [...unexpected(), ...found];
      onExpect?.(step.expected, turn);
    } else {
      if (errors.length > 0 && !ignoresExpectations) return unexpected();
      turn = turnOf(conversation.handle(step.event), turn);
      errors = unplanned(turn);
      ({ place } = step);
    }
  }
  // An error that no step expects fails the scenario.
  return ignoresExpectations ? [] : unexpected();
}

/** An error that no step expects, at the step that caused it. */
export function errorMismatch({ message, place: at }: Remark, place: SourceRange | undefined): Mismatch {
  return { message, expected: null, actual: null, place, at };
}

/** Errors that fail the scenario unless a step expects them: all but the failures of tasks that it gives itself. */
export function unplanned({ errors }: Turn): Turn['errors'] {
  return errors.filter(({ isGiven }) => isGiven !== true);
}

/**
 * The scenario's answer to a task; undefined if a step gives it.
 *
 * @param asks whether the next step gives the result of a task
 */
function givenBy(
  scenario: Scenario,
  asks: () => boolean,
): (call: TaskCall) => TaskAnswer | undefined | 'example' {
  return (call) => answerIn(scenario, call) ?? (asks() ? undefined : 'example');
}

/** The result for a task under `tasks` of a scenario. */
export function answerIn({ tasks }: Scenario, call: TaskCall): TaskAnswer | undefined {
  const path = `${stateLabel(call.state)}.${call.name}`;
  const keys = call.name === undefined ? [call.moduleType] : [path, call.name, call.moduleType];
  const key = keys.find((one) => tasks.has(one));
  return key === undefined ? undefined : tasks.get(key);
}
