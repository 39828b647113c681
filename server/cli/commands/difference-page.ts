import type { BehaviourChange } from '../../compare/difference';
import { matchScopes } from '../../compare/matching';
import type { ConversationEvent } from '../../run/conversation/events';
import { turnsOf } from '../../run/conversation/player';
import { type Program, programOf } from '../../run/conversation/program';
import type { Sandbox } from '../../run/sandbox/sandbox';
import { scenarioOfPath, type WrittenScenario } from '../../run/scenario/path-scenario';
import { PlayedScenario } from '../../run/scenario/run-scenario';
import type { ScenarioStep } from '../../run/scenario/scenario';
import type { ShownDifference } from '../formats/difference';
import { drawnDifference } from '../formats/difference-graph';
import type { PageAutomata, PageTurn } from '../formats/difference-page';
import type { VersionPair } from './versions';

/** Two versions, compared. */
export interface ComparedPair {
  readonly pair: VersionPair;
  readonly difference: ShownDifference;
  readonly changes: readonly BehaviourChange[];
  /** The ids of the states in which something changed. */
  readonly changed: ReadonlySet<string>;
}

/** What a page shows of two versions: the states of both, and each conversation that differs in both. */
export async function pageAutomata(
  { pair: { before, after, graphs }, difference, changes, changed }: ComparedPair,
  newSandbox: () => Sandbox,
  id: string,
): Promise<PageAutomata> {
  if (before === undefined || after === undefined) return { difference, graph: undefined, conversations: [] };
  const [old, current] = [programOf(before), programOf(after)];
  const title = `States of ${difference.file} in both versions`;
  const graph = await drawnDifference(graphs, matchScopes(old, current), changed, title, id);
  const conversations = changes.map(({ path }) => {
    if (path === undefined) return undefined;
    const scenario = scenarioOfPath('', path);
    return joinedTurns(turnsIn(old, scenario, newSandbox), turnsIn(current, scenario, newSandbox));
  });
  return { difference, graph, conversations };
}

type Turns = ReturnType<typeof turnsOf>;

/** The turns of a version in which a conversation is repeated. */
function turnsIn(program: Program, { tasks = {}, steps }: WrittenScenario, newSandbox: () => Sandbox): Turns {
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
  const { player } = new PlayedScenario(scenario, program, newSandbox, {});
  while (player.forward());
  player.dispose();
  return turnsOf(player.stops);
}

function joinedTurns(before: Turns, after: Turns): readonly PageTurn[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index): PageTurn => {
    const [old, current] = [before[index], after[index]];
    const event = old?.event ?? current?.event;
    const words = Object.entries(event ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    return { event: words[0], before: old?.outputs ?? [], after: current?.outputs ?? [] };
  });
}
