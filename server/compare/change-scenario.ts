import type { Json, TaskRun } from '../run/conversation/events';
import { jsonMember } from '../run/sandbox/json';
import { turnOf, valueNamed } from '../run/scenario/expect';
import { expectationOf } from '../run/scenario/expectation-text';
import { scenarioOfPath, type WrittenScenario } from '../run/scenario/path-scenario';
import { unplanned } from '../run/scenario/run-scenario';
import type { BehaviourChange } from './difference';

/** A scenario that shows a change at its end, with either version; undefined if no conversation shows it. */
export function scenarioOf(name: string, { path }: BehaviourChange): WrittenScenario | undefined {
  return path && scenarioOfPath(name, path);
}

/** The same scenario, which also expects what the new version does at its end. */
export function acceptedScenarioOf(name: string, change: BehaviourChange): WrittenScenario | undefined {
  const scenario = scenarioOf(name, change);
  const expect = expectedOf(change);
  if (scenario === undefined || Object.keys(expect).length === 0) return scenario;
  return { ...scenario, steps: [...scenario.steps, { expect }] };
}

const MEDIA = ['image', 'audio', 'video'] as const;

/** What a new turn shows, with those media and configurations of tasks that differ. */
function expectedOf({ before, after }: Pick<BehaviourChange, 'before' | 'after'>): {
  readonly [name: string]: Json;
} {
  const [old, turn] = [turnOf(before), turnOf(after)];
  const media = MEDIA.filter((name) => turn.message && old.message?.[name] !== turn.message[name]);
  const task = Object.fromEntries(turn.tasks.flatMap((one, index) => changedConfig(old.tasks[index], one)));
  return {
    ...(expectationOf(turn) as { readonly [name: string]: Json }),
    ...Object.fromEntries(media.map((name) => [name, turn.message?.[name] ?? null])),
    ...(Object.keys(task).length > 0 ? { task } : {}),
    ...(unplanned(turn).length > 0 ? { error: valueNamed('error', turn)?.value ?? null } : {}),
  };
}

/** The members of a configuration that differ, by the name of the task. */
function changedConfig(old: TaskRun | undefined, { name, config }: TaskRun): [string, Json][] {
  if (name === undefined || config === null || typeof config !== 'object') return [];
  const changed = Object.entries(config).filter(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(old && jsonMember(old.config, member)),
  );
  return changed.length > 0 ? [[name, Object.fromEntries(changed)]] : [];
}
