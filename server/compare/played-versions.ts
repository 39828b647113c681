import type { ConversationOptions } from '../run/conversation/conversation';
import type { ConversationEvent } from '../run/conversation/events';
import { type PlayedTurn, turnsOf } from '../run/conversation/player';
import type { Program } from '../run/conversation/program';
import type { ConversationPath } from '../run/explore/explore';
import type { Sandbox } from '../run/sandbox/sandbox';
import { scenarioOfPath } from '../run/scenario/path-scenario';
import { PlayedScenario } from '../run/scenario/run-scenario';
import type { ScenarioStep } from '../run/scenario/scenario';

/** A turn of a conversation with two versions; undefined where a version does not get that far. */
export interface TurnOfVersions {
  readonly before: PlayedTurn | undefined;
  readonly after: PlayedTurn | undefined;
}

/** The turns of a conversation with both versions of an automata, as a scenario repeats it. */
export function turnsOfVersions(
  path: ConversationPath,
  before: Program,
  after: Program,
  newSandbox: () => Sandbox,
): readonly TurnOfVersions[] {
  const old = turnsAlong(path, before, newSandbox);
  const current = turnsAlong(path, after, newSandbox);
  const length = Math.max(old.length, current.length);
  return Array.from({ length }, (_, index) => ({ before: old[index], after: current[index] }));
}

/** The turns of a conversation with an automata, as a scenario repeats it. */
export function turnsAlong(
  path: ConversationPath,
  program: Program,
  newSandbox: () => Sandbox,
  options: Pick<ConversationOptions, 'recordedInputs'> = {},
): readonly PlayedTurn[] {
  const { tasks = {}, steps } = scenarioOfPath('', path);
  const scenario = {
    name: '',
    place: undefined,
    start: {},
    tasks: new Map(Object.entries(tasks).map(([task, value]) => [task, { value }] as const)),
    steps: steps.flatMap((step): ScenarioStep[] =>
      typeof step !== 'object' || step === null || 'expect' in step
        ? []
        : [{ kind: 'event', event: step as ConversationEvent, place: undefined }],
    ),
  };
  const { player } = new PlayedScenario(scenario, program, newSandbox, options);
  try {
    while (player.forward());
    return turnsOf(player.stops);
  } finally {
    player.dispose();
  }
}
