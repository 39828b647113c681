import { stateLabel } from '../../format/target-path';
import { Conversation, type ConversationOptions } from '../conversation/conversation';
import type { ConversationEvent, ConversationOutput, Json } from '../conversation/events';
import type { Program } from '../conversation/program';
import type { SavedVisit, Snapshot } from '../conversation/snapshot';
import type { TaskAnswer, TaskCall } from '../conversation/tasks';
import type { Sandbox } from '../sandbox/sandbox';
import type { Tried } from './combinations';

/** An event with the chosen results for the tasks of its turn. */
export interface PlannedTurn {
  /** Undefined for the beginning. */
  readonly event: ConversationEvent | undefined;
  readonly choices: ResultChoices;
}

/**
 * The index of the result of each task in a turn, in the order in which they first run; or results by the keys of their
 * tasks. Other tasks get their first result.
 */
export type ResultChoices = readonly number[] | ReadonlyMap<string, Json>;

/** Provides the results that are tried for a task, the usual one first. */
export interface ResultSource {
  resultsFor(call: TaskCall): Tried<Json>;
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
  /** Whether a task with several results ran twice, with the same one. */
  readonly isRepeated: boolean;
  readonly situation: SavedVisit | undefined;
  readonly isOver: boolean;
}

export interface TaskResult {
  /** Its label: `state.task`, or its module type if it has no name. */
  readonly task: string;
  /** Its `keyOfTask`. */
  readonly key: string;
  readonly value: Json;
  readonly isExample: boolean;
}

/** A task of an automata, by its state and its index there. */
export function keyOfTask({ state, index }: Pick<TaskCall, 'state' | 'index'>): string {
  return JSON.stringify([state, index]);
}

/** One sandbox for many turns, as long as no code changes it permanently. */
export class ReusedSandbox {
  private sandbox: Sandbox | undefined;

  /** @param newSandbox creates an unused sandbox */
  constructor(private readonly newSandbox: () => Sandbox) {}

  /** A sandbox in which nothing was evaluated yet. It is used until the next one is needed. */
  fresh(): Sandbox {
    if (this.sandbox?.reset() === false) this.dispose();
    this.sandbox ??= this.newSandbox();
    return this.sandbox;
  }

  /** The next one is a new one. */
  dispose(): void {
    this.sandbox?.dispose();
    this.sandbox = undefined;
  }
}

/** Plays turns of conversations. */
export class TurnPlayer {
  /** Number of replayed turns, if situations could not be saved. */
  repeated = 0;

  constructor(
    private readonly program: Program,
    private readonly inputs: ResultSource,
    private readonly sandboxes: ReusedSandbox,
    private readonly options: Pick<ConversationOptions, 'onReach' | 'onEvaluate' | 'recordedInputs'>,
  ) {}

  play(from: Route, turn: PlannedTurn): TurnResult {
    let task: TaskChoices | undefined;
    const taskStub = (call: TaskCall) => task?.answer(call);
    const conversation = new Conversation(this.program, this.sandboxes.fresh(), {
      ...this.options,
      taskStub,
    });
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
      isRepeated: task?.isRepeated ?? false,
      situation,
      isOver: conversation.isOver,
    };
  }
}

/** Provides the chosen results to the tasks of one turn; later tasks get their first result. */
class TaskChoices {
  readonly results: TaskResult[] = [];
  isRepeated = false;
  private readonly given = new Map<string, { readonly index: number; readonly tried: Tried<Json> }>();

  constructor(
    private readonly choices: ResultChoices,
    private readonly inputs: ResultSource,
  ) {}

  get options(): readonly number[] {
    return [...this.given.values()].map(({ tried }) => tried.values.length);
  }

  get isCut(): boolean {
    return [...this.given.values()].some(({ tried }) => tried.isCut);
  }

  answer(call: TaskCall): TaskAnswer {
    const task = call.name === undefined ? call.moduleType : stateLabel([...call.state, call.name]);
    const key = keyOfTask(call);
    const earlier = this.given.get(key);
    if (earlier && earlier.tried.values.length > 1) this.isRepeated = true;
    const known = earlier ?? { index: this.given.size, tried: this.inputs.resultsFor(call) };
    this.given.set(key, known);
    const [usual = null] = known.tried.values;
    const value = this.chosen(key, known.index, known.tried.values) ?? usual;
    this.results.push({ task, key, value, isExample: JSON.stringify(value) === JSON.stringify(usual) });
    return { value };
  }

  private chosen(key: string, index: number, values: readonly Json[]): Json | undefined {
    const { choices } = this;
    return choices instanceof Map ? choices.get(key) : values[(choices as readonly number[])[index] ?? 0];
  }
}
