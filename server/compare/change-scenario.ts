import type { Json } from '../run/conversation/events';
import { scenarioOfPath, type WrittenScenario } from '../run/scenario/path-scenario';
import { expectationsOf } from '../run/scenario/text';
import type { BehaviourChange } from './difference';

/** A scenario that shows a change at its end, with either version; undefined if no conversation shows it. */
export function scenarioOf(name: string, { path }: BehaviourChange): WrittenScenario | undefined {
  return path && scenarioOfPath(name, path);
}

/** The same scenario, which also expects what the new version does at its end. */
export function acceptedScenarioOf(name: string, change: BehaviourChange): WrittenScenario | undefined {
  const scenario = scenarioOf(name, change);
  if (scenario === undefined) return undefined;
  const expected: readonly Json[] = expectationsOf(change.after);
  return { ...scenario, steps: [...scenario.steps, ...expected] };
}
