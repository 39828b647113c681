import { stateLabel } from '../../format/target-path';
import { Conversation, type ConversationOptions } from '../conversation/conversation';
import type { ConversationEvent, ConversationOutput, Json } from '../conversation/events';
import type { Program } from '../conversation/program';
import type { SavedVisit, Snapshot } from '../conversation/snapshot';
import type { TaskAnswer, TaskCall } from '../conversation/tasks';
import type { Sandbox } from '../sandbox/sandbox';
import type { Tried } from './combinations';
import type { TriedInputs } from './inputs';

/** An event with the chosen results for the tasks of its turn. */
export interface PlannedTurn {
  /** Undefined for the beginning. */
  readonly event: ConversationEvent | undefined;
  /** The index of the result of each task in this turn, in the order in which they first run. */
  readonly choices: readonly number[];
}

/** How to reach a situation: from a snapshot or from the start, through some turns. */
export interface Route {
  readonly snapshot: Snapshot | undefined;
  readonly turns: readonly PlannedTurn[];
}

export const FROM_BEGINNING: Route = { snapshot: undefined, turns: [] };

/** The result of a turn. */
export interface TurnResult {
  /** The route to this result. */
  readonly route: Route;
  readonly outputs: readonly ConversationOutput[];
  /** Results of tasks in this turn, in their order. */
  readonly results: readonly TaskResult[];
  /** The number of possible results of each task. */
  readonly options: readonly number[];
  /** Whether a task has more results than are tried. */
  readonly isCut: boolean;
  readonly situation: SavedVisit | undefined;
  readonly isOver: boolean;
}

export interface TaskResult {
  readonly task: string;
  readonly value: Json;
  readonly isExample: boolean;
}

/** Plays turns of conversations in one sandbox, as long as no code changes it permanently. */
export class TurnPlayer {
  private sandbox: Sandbox | undefined;
  /** Number of replayed turns, if situations could not be saved. */
  repeated = 0;

  constructor(
    private readonly program: Program,
    private readonly inputs: TriedInputs,
    private readonly newSandbox: () => Sandbox,
    private readonly options: Pick<ConversationOptions, 'onReach' | 'onEvaluate'>,
  ) {}

  play(from: Route, turn: PlannedTurn): TurnResult {
    let task: TaskChoices | undefined;
    const taskStub = (call: TaskCall) => task?.answer(call);
    const conversation = new Conversation(this.program, this.freshSandbox(), { ...this.options, taskStub });
    if (from.snapshot) conversation.resume(from.snapshot);
    const take = ({ event, choices }: PlannedTurn) => {
      task = new TaskChoices(choices, this.inputs);
      return event === undefined ? conversation.begin() : conversation.handle(event);
    };
    for (const repeated of from.turns) take(repeated);
    this.repeated += from.turns.length;
    const outputs = take(turn);
    const situation = conversation.situation();
    const snapshot = conversation.snapshot(situation);
    return {
      route: snapshot ? { snapshot, turns: [] } : { snapshot: from.snapshot, turns: [...from.turns, turn] },
      outputs,
      results: task?.results ?? [],
      options: task?.options ?? [],
      isCut: task?.isCut ?? false,
      situation,
      isOver: conversation.isOver,
    };
  }

  dispose(): void {
    this.sandbox?.dispose();
    this.sandbox = undefined;
  }

  private freshSandbox(): Sandbox {
    if (this.sandbox?.reset() === false) this.dispose();
    this.sandbox ??= this.newSandbox();
    return this.sandbox;
  }
}

/** Provides the chosen results to the tasks of one turn; later tasks get their first result. */
class TaskChoices {
  readonly results: TaskResult[] = [];
  private readonly given = new Map<string, { readonly index: number; readonly tried: Tried<Json> }>();

  constructor(
    private readonly choices: readonly number[],
    private readonly inputs: TriedInputs,
  ) {}

  get options(): readonly number[] {
    return [...this.given.values()].map(({ tried }) => tried.values.length);
  }

  get isCut(): boolean {
    return [...this.given.values()].some(({ tried }) => tried.isCut);
  }

  answer(call: TaskCall): TaskAnswer {
    const task = call.name === undefined ? call.moduleType : stateLabel([...call.state, call.name]);
    const key = JSON.stringify([call.state, call.index]);
    const known = this.given.get(key) ?? { index: this.given.size, tried: this.inputs.resultsFor(call) };
    this.given.set(key, known);
    const choice = this.choices[known.index] ?? 0;
    const value = known.tried.values[choice] ?? null;
    this.results.push({ task, value, isExample: choice === 0 });
    return { value };
  }
}
