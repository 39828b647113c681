import { runTask, type Task } from '../../engine/task';
import type { DataOrigin } from '../../exchange/origins';
import { hashOf } from '../../text/hash';
import type { TextOrMessage } from '../../text/message';
import type {
  ChatMessage,
  ConversationEvent,
  ConversationOutput,
  FormOpened,
  Json,
  SourceRange,
} from '../conversation/events';
import type { Program } from '../conversation/program';
import type { SavedVisit } from '../conversation/snapshot';
import type { OnEvaluate } from '../sandbox/evaluator';
import type { Sandbox } from '../sandbox/sandbox';
import { choicesOf } from './combinations';
import { type Dataflow, dataflowOf } from './dataflow';
import { Faults } from './faults';
import { MAX_COMBINATIONS, TriedInputs } from './inputs';
import {
  FROM_BEGINNING,
  type PlannedTurn,
  type Route,
  type TaskResult,
  TurnPlayer,
  type TurnResult,
} from './player';
import { unreachedParts } from './reach';
import { situationKey } from './situation';

export interface ExploreOptions {
  /** Creates an unused sandbox; turns are replayed if it cannot save values. */
  readonly sandbox: () => Sandbox;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Limit of turns, without replayed ones. */
  readonly maxSteps?: number;
  readonly maxMilliseconds?: number;
  readonly onEvaluate?: OnEvaluate;
  /** Called for each turn, with the message before it. */
  readonly onTurn?: (outcome: ExploredTurn, before: ChatMessage | undefined) => void;
}

export interface Exploration {
  readonly states: { readonly reached: number; readonly all: number };
  readonly cases: { readonly reached: number; readonly all: number };
  readonly steps: number;
  /**
   * Whether every situation was visited that the tried values can lead to. Situations are the same if the variables
   * that conditions depend on are equal.
   */
  readonly isComplete: boolean;
  /** Why an incomplete exploration ended. */
  readonly stoppedBy: 'steps' | 'time' | 'values' | undefined;
  /** What was reached: states, cases, tasks, outputs and expressions. */
  readonly reached: ReadonlySet<DataOrigin>;
  /** In the order of the lengths of their paths. */
  readonly findings: readonly ExploreFinding[];
}

export type ExploreCode =
  | 'case-unreached'
  | 'dead-end'
  | 'endless'
  | 'event-unhandled'
  | 'expression-fault'
  | 'raw-braces'
  | 'state-unreached'
  | 'target-missing'
  | 'task-failed'
  | 'undefined-shown'
  | 'wrong-output';

export interface ExploreFinding {
  readonly code: ExploreCode;
  readonly message: TextOrMessage;
  readonly place: SourceRange | undefined;
  /** The shortest conversation that leads to it; undefined for unreached parts. */
  readonly path: ConversationPath | undefined;
}

/** A conversation from its beginning. */
export interface ConversationPath {
  readonly events: readonly PathStep[];
  /** A text that is unexpected at its end, if known. */
  readonly unexpectedText?: string;
}

export interface PathStep {
  /** Undefined for the beginning. */
  readonly event: ConversationEvent | undefined;
  /** Results of tasks in this turn, in their order. */
  readonly results: readonly TaskResult[];
}

const DEFAULT_STEPS = 3000;
const DEFAULT_MILLISECONDS = 30_000;
/** Replaying a turn is as expensive as playing it. */
const MAX_REPEATED_PER_STEP = 40;
/** Limit of turns in situations that differ in irrelevant variables only. */
const MAX_LATER_STEPS = 200;
/** Integers up to this one are always distinguished. */
const MIN_DISTINCT = 10;
/** Lengths of lists above this do not raise the limit of distinguished numbers. */
const MAX_LIST_LENGTH = 1000;

/** The result of a turn, with the path to it. */
export interface ExploredTurn extends TurnResult {
  readonly path: ConversationPath;
}

/** A situation whose events are still to be tried. */
interface Node {
  readonly route: Route;
  readonly path: ConversationPath;
  readonly isOver: boolean;
  readonly message: ChatMessage | undefined;
  readonly form: FormOpened | undefined;
}

/**
 * Explores breadth first, so that findings have the shortest path. Situations that differ only in variables without
 * effect on conditions are visited last, as far as the limits allow.
 */
export function explore(program: Program, options: ExploreOptions): Exploration {
  return runTask(explorationTask(program, options));
}

/** The same as a task, one turn per step. Disposes of its sandbox even if it is not run to its end. */
export function explorationTask(program: Program, options: ExploreOptions): Task<Exploration> {
  return new Explorer(program, options).run();
}

class Explorer {
  private readonly flow: Dataflow;
  private readonly faults: Faults;
  private readonly inputs: TriedInputs;
  private readonly player: TurnPlayer;
  private readonly reached = new Set<DataOrigin>();
  private readonly exact = new Set<string>();
  private readonly abstract = new Set<string>();
  private first: Node[] = [];
  private later: Node[] = [];
  private steps = 0;
  private maxSteps: number;
  private stoppedBy: Exploration['stoppedBy'];
  private maxDistinct: number;
  /** The least large number of each variable. */
  private readonly leastLarge = new Map<string, number>();
  /** Whether a large number became smaller, so that it may become a small one. */
  private mayCountDown = false;
  private readonly deadline: number;

  constructor(
    private readonly program: Program,
    private readonly options: ExploreOptions,
  ) {
    this.maxSteps = options.maxSteps ?? DEFAULT_STEPS;
    this.flow = dataflowOf(program);
    this.faults = new Faults(program, this.flow);
    this.inputs = new TriedInputs(program, this.flow);
    this.player = new TurnPlayer(program, this.inputs, options.sandbox, {
      onReach: (origin) => this.reached.add(origin),
      ...(options.onEvaluate ? { onEvaluate: options.onEvaluate } : {}),
    });
    this.deadline = options.now() + (options.maxMilliseconds ?? DEFAULT_MILLISECONDS);
    this.maxDistinct = Math.max(MIN_DISTINCT, this.flow.largest + 1);
  }

  *run(): Task<Exploration> {
    let stoppedBy: Exploration['stoppedBy'];
    try {
      yield* this.take(undefined, undefined);
      yield* this.drain(() => this.first.shift());
      ({ stoppedBy } = this);
      const seen = this.abstract.size;
      // The remaining situations differ in irrelevant variables, so the exploration is complete without them;
      // expressions may still fail there.
      this.maxSteps = Math.min(this.maxSteps, this.steps + MAX_LATER_STEPS);
      if (stoppedBy === undefined) yield* this.drain(() => this.first.shift() ?? this.later.shift());
      // Unless one of them leads to a new situation, or may do so after more steps.
      const isApproximate = this.abstract.size > seen || this.mayCountDown;
      if (isApproximate && this.first.length + this.later.length > 0) stoppedBy ??= 'values';
    } finally {
      this.player.dispose();
    }
    const unreached = unreachedParts(this.program, this.flow, this.reached);
    const isComplete = stoppedBy === undefined;
    return {
      states: unreached.states,
      cases: unreached.cases,
      steps: this.steps,
      isComplete,
      stoppedBy,
      reached: this.reached,
      findings: [...this.faults.found, ...(isComplete ? unreached.findings : [])],
    };
  }

  private *drain(next: () => Node | undefined): Task<void> {
    for (let node = next(); node !== undefined; node = next()) {
      yield* this.expand(node);
      if (this.isSpent()) return;
    }
  }

  private isSpent(): boolean {
    const { maxSteps } = this;
    if (this.steps >= maxSteps || this.player.repeated >= maxSteps * MAX_REPEATED_PER_STEP)
      this.stoppedBy ??= 'steps';
    else if (this.options.now() > this.deadline) this.stoppedBy ??= 'time';
    else return false;
    return true;
  }

  /** Tries every event that is possible in a situation. */
  private *expand(node: Node): Task<void> {
    const { message, form, path, isOver } = node;
    if (isOver) return;
    const events = form
      ? this.inputs.formsAt(form)
      : message
        ? this.inputs.eventsAt(message)
        : { values: [], isCut: false };
    if (events.isCut) this.stoppedBy ??= 'values';
    let goesOn = form !== undefined || message === undefined || message.canChat;
    for (const event of events.values) {
      if (yield* this.take(node, event)) goesOn = true;
      if (this.isSpent()) return;
    }
    if (!goesOn && message) this.faults.deadEnd(message, path);
  }

  /** Tries an event with each combination of task results; returns whether one of them leads on. */
  private *take(node: Node | undefined, event: ConversationEvent | undefined): Task<boolean> {
    const outcomes: ExploredTurn[] = [];
    const choices = choicesOf(() => outcomes.at(-1)?.options ?? []);
    let next = choices.next();
    for (; !next.done && (outcomes.length === 0 || !this.isSpent()); next = choices.next()) {
      if (outcomes.length === MAX_COMBINATIONS) {
        this.stoppedBy ??= 'values';
        break;
      }
      outcomes.push(this.play(node, { event, choices: next.value }));
      yield;
    }
    const isCut = outcomes.some((one) => one.isCut);
    if (isCut) this.stoppedBy ??= 'values';
    // A loop that some other task result leaves is not endless.
    const isEndless =
      !isCut && next.done === true && outcomes.every((one) => one.outputs.some(isEndlessLoop));
    for (const outcome of outcomes) this.options.onTurn?.(outcome, node?.message);
    for (const outcome of outcomes) this.faults.add(outcome, node?.message, isEndless);
    for (const outcome of outcomes) this.enqueue(outcome);
    return outcomes.some(({ outputs }) => outputs.some(({ kind }) => kind === 'state' || kind === 'form'));
  }

  private play(before: Node | undefined, turn: PlannedTurn): ExploredTurn {
    const played = this.player.play(before?.route ?? FROM_BEGINNING, turn);
    this.steps++;
    const { event } = turn;
    return {
      ...played,
      path: { events: [...(before?.path.events ?? []), { event, results: played.results }] },
    };
  }

  /** Records the situation after a turn, unless it was seen before. */
  private enqueue({ outputs, situation, path, route, isOver }: ExploredTurn): void {
    // The form was invalid and is still open.
    if (outputs.length === 0 || outputs.some(({ kind }) => kind === 'form_error')) return;
    const last = outputs.findLast((one) => one.kind === 'form' || one.kind === 'message');
    const form = last?.kind === 'form' ? last : undefined;
    const message = last?.kind === 'message' ? { ...last, context: null } : undefined;
    const isEntered = outputs.some(({ kind }) => kind === 'state');
    if (!form && !isEntered) return;
    if (isEntered && situation === undefined) this.stoppedBy ??= 'values';
    // A form remembers its event, such as its payload.
    const turns = route.snapshot ? route.turns : route.turns.slice(-1);
    const formKey = form ? JSON.stringify([form, turns.map(({ event }) => event)]) : '';
    const exact = hashOf(`${formKey}${situation?.state.join('\n')}${situation?.values.graph}`);
    if (this.exact.has(exact)) return;
    this.exact.add(exact);
    const abstract = hashOf(`${formKey}${JSON.stringify(situation ? this.essence(situation) : null)}`);
    const node = { route, path, isOver, message, form };
    if (this.abstract.has(abstract)) this.later.push(node);
    else this.first.push(node);
    this.abstract.add(abstract);
  }

  private essence(situation: SavedVisit): Json {
    return situationKey(situation, {
      relevant: this.flow.control,
      numberOf: (value, variable) => this.rough(value, variable),
      onList: (length) => {
        this.maxDistinct = Math.max(this.maxDistinct, Math.min(length, MAX_LIST_LENGTH) + 1);
      },
    });
  }

  /** Maps large numbers to one value: counters have no end. */
  private rough(value: number, name: string): Json {
    if (Math.abs(value) <= (this.flow.counters.get(name) ?? this.maxDistinct)) return value;
    if (this.flow.cyclic.has(name)) this.stoppedBy ??= 'values';
    const kind = value > 0 ? 'large' : '-large';
    const key = `${kind} ${name}`;
    const least = this.leastLarge.get(key) ?? Number.POSITIVE_INFINITY;
    if (Math.abs(value) < least) {
      if (Number.isFinite(least)) this.mayCountDown = true;
      this.leastLarge.set(key, Math.abs(value));
    }
    return kind;
  }
}

function isEndlessLoop(output: ConversationOutput): boolean {
  return output.kind === 'error' && output.code === 'endless';
}
