import { runTask, type Task } from '../../engine/task';
import { stateLabel } from '../../format/target-path';
import { Conversation, type ConversationOptions } from '../conversation/conversation';
import type { ConversationEvent, Remark, SourceRange } from '../conversation/events';
import { type BeginRun, isTaskResult, type PlayedStop, Player } from '../conversation/player';
import type { Program } from '../conversation/program';
import type { SourceValue } from '../conversation/source-value';
import { exampleOf, type OnTask, type TaskAnswer, type TaskCall } from '../conversation/tasks';
import type { OnReach } from '../sandbox/evaluator';
import type { Sandbox } from '../sandbox/sandbox';
import { type Mismatch, mismatches, type Turn, turnOf } from './expect';
import type { Scenario } from './scenario';

export interface ScenarioHooks {
  readonly onReach?: OnReach;
  /** Called for each expectation that is met. */
  readonly onExpect?: (expected: SourceValue, turn: Turn) => void;
  /** Called for each task whose result the scenario gives. */
  readonly onTask?: OnTask;
  /** Called with the conversation up to the first unmet expectation. */
  readonly onUnmet?: (stops: readonly PlayedStop[]) => void;
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
  { onReach, onTask, onUnmet, ...hooks }: ScenarioHooks = {},
): Task<readonly Mismatch[]> {
  const played: PlayedScenario = new PlayedScenario(scenario, program, () => sandbox, {
    ...(onReach ? { onReach } : {}),
    ...(onTask ? { onTask: (call, answer) => !played.isExample(answer) && onTask(call, answer) } : {}),
  });
  while (played.player.forward()) {
    yield;
    const unmet = played.unmet({ ...hooks, isFirstOnly: true });
    if (unmet.length === 0) continue;
    onUnmet?.(played.player.stops);
    return unmet.map(({ mismatch }) => mismatch);
  }
  return [];
}

/** The start or an event of a scenario, and what it expects then. */
interface ScenarioTurn {
  /** Undefined for the start. */
  readonly event: ConversationEvent | undefined;
  readonly place: SourceRange | undefined;
  readonly expectations: SourceValue[];
}

/** A failure of a scenario. */
export interface Unmet {
  readonly mismatch: Mismatch;
  /** The error that no step expects. */
  readonly error?: Remark;
}

interface UnmetOptions extends Pick<ScenarioHooks, 'onExpect' | 'ignoresExpectations'> {
  /** Whether to leave out those after the first unmet expectation. */
  readonly isFirstOnly?: boolean;
}

/** A conversation with the events of a scenario, and what the scenario expects of it. */
export class PlayedScenario {
  readonly player: Player;
  readonly name: string;
  private readonly turns: ScenarioTurn[];
  /** What expectations see, by turn. */
  private readonly seen: Turn[] = [];
  private readonly examples = new Set<TaskAnswer>();

  constructor(
    private readonly scenario: Scenario,
    program: Program,
    newSandbox: (recognizesData: boolean) => Sandbox,
    options: Pick<ConversationOptions, 'onReach' | 'onTask' | 'pauses' | 'recordedInputs'>,
  ) {
    this.name = scenario.name;
    this.turns = [{ event: undefined, place: scenario.place, expectations: [] }];
    for (const step of scenario.steps)
      if (step.kind === 'event') this.turns.push({ ...step, expectations: [] });
      else this.turns.at(-1)?.expectations.push(step.expected);
    const taskStub = (call: TaskCall) => this.answer(call);
    const begin: BeginRun = (isReplay) => {
      const sandbox = newSandbox(isReplay);
      const { start } = scenario;
      return { sandbox, conversation: new Conversation(program, sandbox, { ...options, taskStub, start }) };
    };
    // Only a debugger goes back.
    const checkpointInterval = options.pauses ? 1 : Number.POSITIVE_INFINITY;
    this.player = new Player(begin, { nextEvent: () => this.nextEvent, checkpointInterval });
  }

  /** The place of the step that runs; of the name of the scenario before the first one. */
  get place(): SourceRange | undefined {
    return this.current?.place;
  }

  /** Whether an answer is neither that of a step nor one under `tasks`. */
  isExample(answer: TaskAnswer): boolean {
    return this.examples.has(answer);
  }

  /** Where the conversation waits: the errors that no step expects, then the unmet expectations. */
  unmet({ onExpect, ignoresExpectations = false, isFirstOnly = false }: UnmetOptions = {}): readonly Unmet[] {
    const turn = this.turn();
    const { expectations = [], place } = this.current ?? {};
    const unmet: Unmet[] = [];
    let errors = ignoresExpectations ? [] : unplanned(turn);
    for (const expected of expectations) {
      if (expected.get('error').isGiven) errors = [];
      const found = ignoresExpectations ? [] : mismatches(expected, turn, this.player.sandbox);
      for (const mismatch of found) unmet.push({ mismatch });
      if (found.length === 0) onExpect?.(expected, turn);
      else if (isFirstOnly) break;
    }
    // What differs may follow from an error.
    return [...errors.map((error) => ({ error, mismatch: errorMismatch(error, place) })), ...unmet];
  }

  /** What expectations see where the conversation waits. */
  private turn(): Turn {
    const { stops, eventCount } = this.player;
    const first = stops.findLastIndex(({ event }) => event !== undefined);
    const outputs = stops.slice(Math.max(0, first)).flatMap((stop) => stop.outputs);
    const turn = turnOf(outputs, this.seen[eventCount - 1]);
    this.seen[eventCount] = turn;
    return turn;
  }

  private get current(): ScenarioTurn | undefined {
    return this.turns[this.player.eventCount];
  }

  private get nextEvent(): ConversationEvent | undefined {
    return this.turns[this.player.eventCount + 1]?.event;
  }

  /** The scenario's answer to a task; undefined if its next event gives it. */
  private answer(call: TaskCall): TaskAnswer | undefined {
    const known = answerIn(this.scenario, call);
    const { nextEvent } = this;
    if (known || (nextEvent && isTaskResult(nextEvent))) return known;
    const example = { value: exampleOf(call) };
    this.examples.add(example);
    return example;
  }
}

/** An error that no step expects, at the step that caused it. */
function errorMismatch({ message, place: at }: Remark, place: SourceRange | undefined): Mismatch {
  return { message, expected: null, actual: null, place, at };
}

/** Errors that fail the scenario unless a step expects them: all but the failures of tasks that it gives itself. */
export function unplanned({ errors }: Turn): Turn['errors'] {
  return errors.filter(({ isGiven }) => isGiven !== true);
}

/** The result for a task under `tasks` of a scenario. */
export function answerIn({ tasks }: Scenario, call: TaskCall): TaskAnswer | undefined {
  const path = `${stateLabel(call.state)}.${call.name}`;
  const keys = call.name === undefined ? [call.moduleType] : [path, call.name, call.moduleType];
  const key = keys.find((one) => tasks.has(one));
  return key === undefined ? undefined : tasks.get(key);
}
