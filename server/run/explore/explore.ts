import { runTask, type Task } from '../../engine/task';
import type { DataOrigin } from '../../exchange/origins';
import type { ScopePath } from '../../project/names/scope-path';
import { hashOf } from '../../text/hash';
import type { TextOrMessage } from '../../text/message';
import type { ChatMessage, ConversationEvent, Json, SourceRange } from '../conversation/events';
import type { Program } from '../conversation/program';
import type { SavedVisit } from '../conversation/snapshot';
import type { SourceValue } from '../conversation/source-value';
import type { OnEvaluate } from '../sandbox/evaluator';
import type { Sandbox } from '../sandbox/sandbox';
import type { Tried } from './combinations';
import { type Dataflow, dataflowOf } from './dataflow';
import { Faults } from './faults';
import { type Attempt, type ExploredSituation, Frontier, Trial } from './frontier';
import { TriedInputs } from './inputs';
import { Novelties } from './novelties';
import {
  FROM_BEGINNING,
  type PlannedTurn,
  ReusedSandbox,
  type Route,
  type TaskResult,
  TurnPlayer,
  type TurnResult,
} from './player';
import { unraisedEvents, unreachedParts } from './reach';
import { situationKey } from './situation';
import { type Lead, shortenPaths, TurnPath } from './turn-path';

export interface ExploreOptions {
  /** Creates an unused sandbox; turns are replayed if it cannot save values. */
  readonly sandbox: () => Sandbox;
  /** The same for all who play turns, one after another: several sandboxes at a time are slow. */
  readonly reused?: ReusedSandbox;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Limit of turns, without replayed ones. */
  readonly maxSteps?: number;
  readonly maxMilliseconds?: number;
  /** Limit of the values of situations whose events are still to be tried, in UTF-16 code units. */
  readonly maxKeptLength?: number;
  readonly onEvaluate?: OnEvaluate;
  /**
   * Values whose expressions count like those of conditions: situations in which their variables differ are not the same,
   * and what they compare with is tried.
   */
  readonly observed?: readonly SourceValue[];
  /**
   * Tries all that can affect conditions and observed values, as a proof requires: all combinations of values, and closing
   * forms. `gaps` says what was not tried.
   */
  readonly isThorough?: boolean;
  /** The names of the inputs whose values messages have. */
  readonly recordedInputs?: readonly string[];
  /**
   * Called for each turn, with the message before it.
   *
   * @param companion what it returned for the turn to the situation before
   */
  readonly onTurn?: (outcome: ExploredTurn, before: ChatMessage | undefined, companion: unknown) => unknown;
  /** Called after each turn with the number of the situation that it led to; undefined if the conversation stays. */
  readonly onSituation?: (outcome: ExploredTurn, to: number | undefined) => void;
}

export interface Exploration {
  readonly states: { readonly reached: number; readonly all: number };
  readonly cases: { readonly reached: number; readonly all: number };
  readonly steps: number;
  /** The number of situations that an incomplete exploration found without trying all of their events. */
  readonly untried: number;
  /**
   * Whether every situation was visited that the tried values can lead to. Situations are the same if the variables
   * that conditions depend on are equal.
   */
  readonly isComplete: boolean;
  /** Why an incomplete exploration ended. */
  readonly stoppedBy: 'steps' | 'time' | 'values' | undefined;
  /** What a complete exploration may have missed; complete for thorough ones only. */
  readonly gaps: readonly ExploreGap[];
  /** What was reached: states, cases, tasks, outputs and expressions. */
  readonly reached: ReadonlySet<DataOrigin>;
  /** In the order of the lengths of their paths. */
  readonly findings: readonly ExploreFinding[];
}

/** What was not tried completely, and may affect conditions or observed values. */
export type ExploreGap =
  /** Variables of users and tasks whose values were only sampled. */
  | { readonly kind: 'sampled'; readonly names: readonly string[] }
  /** Variables whose large numbers were not distinguished. */
  | { readonly kind: 'numbers'; readonly names: readonly string[] }
  /** Random numbers or the time. */
  | { readonly kind: 'chance' }
  /** Different results of a task that runs several times in one turn. */
  | { readonly kind: 'repeated' }
  /** Situations whose values are not plain data. */
  | { readonly kind: 'data' }
  /** Events that no button raises, but a user intent may. */
  | { readonly kind: 'intents'; readonly names: readonly string[] };

export type ExploreCode =
  | 'case-unreached'
  | 'dead-end'
  | 'endless'
  | 'event-unhandled'
  | 'expression-fault'
  | 'promise-refuted'
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
  /** The state without a way to go on, or that is not reached. */
  readonly state?: ScopePath;
  /** The shortest conversation that leads to it; undefined for unreached parts. */
  readonly path: ConversationPath | undefined;
}

/** A conversation from its beginning. */
export interface ConversationPath {
  readonly events: readonly PathStep[];
  /** A text that is unexpected at its end, if known. */
  readonly unexpectedText?: string | undefined;
}

export interface PathStep {
  /** Undefined for the beginning. */
  readonly event: ConversationEvent | undefined;
  /** Results of tasks in this turn, in their order. */
  readonly results: readonly TaskResult[];
}

const DEFAULT_STEPS = 3000;
const DEFAULT_MILLISECONDS = 30_000;
const DEFAULT_KEPT_LENGTH = 100_000_000;
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
  readonly path: TurnPath;
  /** Whether it reached a part of the text for the first time. */
  readonly isNew: boolean;
  /** The number of the situation in which it was played, equal for those that count as the same; undefined for the beginning. */
  readonly from: number | undefined;
}

/**
 * Explores what is new first: other states, cases and compared values. Findings have the shortest path that was found.
 * Situations that differ only in variables without effect on conditions are visited last, as far as the limits allow.
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
  private readonly sandboxes: ReusedSandbox;
  private readonly player: TurnPlayer;
  private readonly reached = new Set<DataOrigin>();
  private readonly exact = new Map<string, Found>();
  /** The numbers of the situations that count as different ones. */
  private readonly abstract = new Map<string, number>();
  private readonly merged = new Set<string>();
  private hasRepeated = false;
  private hasOtherData = false;
  private readonly novelties: Novelties;
  private readonly first: Frontier;
  private readonly later: Frontier;
  private readonly leads: Lead[] = [];
  private readonly deadEnds: ExploredSituation[] = [];
  /** The length of the values of situations whose events are still to be tried. */
  private kept = 0;
  private steps = 0;
  private maxSteps: number;
  private stoppedBy: Exploration['stoppedBy'];
  private maxDistinct: number;
  /** The least large number of each variable. */
  private readonly leastLarge = new Map<string, number>();
  /** Whether a large number became smaller, so that it may become a small one. */
  private mayCountDown = false;
  private readonly deadline: number;
  /** Whether an input has the id of the clicked button. */
  private readonly readsIds: boolean;

  constructor(
    private readonly program: Program,
    private readonly options: ExploreOptions,
  ) {
    this.maxSteps = options.maxSteps ?? DEFAULT_STEPS;
    this.flow = dataflowOf(program, options.observed);
    this.faults = new Faults(program, this.flow);
    this.inputs = new TriedInputs(program, this.flow, options.isThorough);
    this.sandboxes = options.reused ?? new ReusedSandbox(options.sandbox);
    this.player = new TurnPlayer(program, this.inputs, this.sandboxes, {
      onReach: (origin) => this.reached.add(origin),
      ...(options.onEvaluate ? { onEvaluate: options.onEvaluate } : {}),
      ...(options.recordedInputs ? { recordedInputs: options.recordedInputs } : {}),
    });
    this.deadline = options.now() + (options.maxMilliseconds ?? DEFAULT_MILLISECONDS);
    this.maxDistinct = Math.max(MIN_DISTINCT, this.flow.largest + 1);
    this.novelties = new Novelties(this.flow.tested);
    this.readsIds = [...program.scopes.values()].some(({ source }) =>
      source
        .get('inputs')
        .children()
        .some((input) => input.textOf('value') === 'UNSTABLE_button_id'),
    );
    const tried = new Map<string, number>();
    const attemptsIn = (situation: ExploredSituation) => this.attemptsIn(situation);
    this.first = new Frontier(tried, attemptsIn);
    this.later = new Frontier(tried, attemptsIn);
  }

  *run(): Task<Exploration> {
    let stoppedBy: Exploration['stoppedBy'];
    try {
      let beginning = new Trial(undefined, '', false).next();
      for (; beginning && !this.isSpent(); yield) beginning = this.try(undefined, beginning);
      yield* this.drain(() => this.first);
      ({ stoppedBy } = this);
      if (stoppedBy === undefined && !this.options.isThorough) stoppedBy = yield* this.visitOthers();
    } finally {
      this.sandboxes.dispose();
    }
    shortenPaths(this.leads);
    for (const { message, path } of this.deadEnds) if (message) this.faults.deadEnd(message, path);
    const unreached = unreachedParts(this.program, this.flow, this.reached);
    const isComplete = stoppedBy === undefined;
    return {
      states: unreached.states,
      cases: unreached.cases,
      steps: this.steps,
      untried: isComplete ? 0 : this.first.size + this.later.size,
      isComplete,
      stoppedBy,
      gaps: this.gaps(),
      reached: this.reached,
      findings: [...this.faults.found, ...(isComplete ? unreached.findings : [])],
    };
  }

  /**
   * The remaining situations differ in irrelevant variables, so the exploration is complete without them; expressions may
   * still fail there. Returns why it is not complete after all.
   */
  private *visitOthers(): Task<Exploration['stoppedBy']> {
    const seen = this.abstract.size;
    const enough = this.steps + MAX_LATER_STEPS;
    const isOwnLimit = enough < this.maxSteps;
    this.maxSteps = Math.min(this.maxSteps, enough);
    yield* this.drain(() => (this.first.size > 0 ? this.first : this.later));
    // One of them leads to a new situation, or may do so after more steps.
    const isApproximate = this.abstract.size > seen || this.mayCountDown;
    if (!isApproximate || this.first.size + this.later.size === 0) return undefined;
    return isOwnLimit && this.stoppedBy === 'steps' ? 'values' : (this.stoppedBy ?? 'values');
  }

  private *drain(frontierNow: () => Frontier): Task<void> {
    for (;;) {
      const frontier = frontierNow();
      const next = frontier.next();
      if (next === undefined) return;
      const { situation, attempt } = next;
      const following = attempt && this.try(situation, attempt);
      if (following) situation.attempts = [...(situation.attempts ?? []), following];
      if (situation.attempts?.length === 0) this.finish(situation);
      else frontier.putBack(situation);
      yield;
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

  private gaps(): readonly ExploreGap[] {
    const { sampled, isRandom } = this.flow;
    const intents = unraisedEvents(this.program, this.reached);
    return [
      ...(sampled.size > 0 ? [{ kind: 'sampled', names: [...sampled] } as const] : []),
      ...(this.merged.size > 0 ? [{ kind: 'numbers', names: [...this.merged] } as const] : []),
      ...(isRandom ? [{ kind: 'chance' } as const] : []),
      ...(this.hasRepeated ? [{ kind: 'repeated' } as const] : []),
      ...(this.hasOtherData ? [{ kind: 'data' } as const] : []),
      ...(intents.length > 0 ? [{ kind: 'intents', names: intents } as const] : []),
    ];
  }

  /** The first turn of every event that is possible in a situation. */
  private attemptsIn({ message, form, isOver, canCancel }: ExploredSituation): readonly Attempt[] {
    if (isOver) return [];
    const events = form
      ? withCancel(this.inputs.formsAt(form), canCancel)
      : message
        ? this.inputs.eventsAt(message)
        : { values: [], isCut: false };
    if (events.isCut) this.stoppedBy ??= 'values';
    const state = JSON.stringify((form ?? message)?.state);
    const usual = events.values.find((one) => !('click' in one || 'cancel' in one));
    return events.values.flatMap(
      (event) => new Trial(event, state, !('click' in event) && event !== usual).next() ?? [],
    );
  }

  /** All turns of a situation were tried. */
  private finish(situation: ExploredSituation): void {
    this.kept -= keptLength(situation);
    situation.route = undefined;
    situation.companion = undefined;
    if (!situation.goesOn && !situation.isOver) this.deadEnds.push(situation);
  }

  /** Plays a turn; returns the next one with the same event and other results of its tasks. */
  private try(before: ExploredSituation | undefined, { trial, choices }: Attempt): Attempt | undefined {
    const outcome = this.play(before, { event: trial.event, choices });
    const companion = this.options.onTurn?.(outcome, before?.message, before?.companion);
    this.faults.add(outcome, before?.message);
    const to = this.add(outcome, companion);
    this.options.onSituation?.(outcome, to);
    if (before && outcome.outputs.some(({ kind }) => kind === 'state' || kind === 'form'))
      before.goesOn = true;
    trial.played(outcome);
    this.hasRepeated ||= outcome.isRepeated;
    const next = trial.next();
    if (trial.isCut) this.stoppedBy ??= 'values';
    else if (next === undefined && trial.isEndless && trial.endless) this.faults.addEndless(trial.endless);
    return next;
  }

  private play(before: ExploredSituation | undefined, turn: PlannedTurn): ExploredTurn {
    const reached = this.reached.size;
    const played = this.player.play(before?.route ?? FROM_BEGINNING, turn);
    this.steps++;
    const { event } = turn;
    return {
      ...played,
      path: new TurnPath(before, { event, results: played.results }),
      isNew: this.reached.size > reached,
      from: before?.number,
    };
  }

  /** Adds the situation after a turn, unless it was seen before; returns its number. */
  private add(turn: ExploredTurn, companion: unknown): number | undefined {
    const { outputs, situation, path, route, isOver, isNew } = turn;
    const { event } = path.step;
    const isClosed = event !== undefined && 'cancel' in event;
    // The form was invalid and is still open.
    if ((outputs.length === 0 && !isClosed) || outputs.some(({ kind }) => kind === 'form_error')) return;
    const last = outputs.findLast((one) => one.kind === 'form' || one.kind === 'message');
    const form = last?.kind === 'form' ? last : undefined;
    const message = last?.kind === 'message' ? { ...last, context: null } : undefined;
    const isEntered = outputs.some(({ kind }) => kind === 'state');
    if (!form && !isEntered && !isClosed) return;
    if (isEntered && situation === undefined) this.stoppedBy ??= 'values';
    if (situation && this.readsIds && hasAlike(situation.buttons)) this.stoppedBy ??= 'values';
    if (situation?.values.isData === false) this.hasOtherData = true;
    // A form remembers its event, such as its payload.
    const turns = route.snapshot ? route.turns : route.turns.slice(-1);
    const formKey = form ? JSON.stringify([form, turns.map(({ event }) => event)]) : '';
    const cachedKey = this.options.isThorough ? cachedResults(route) : '';
    const exact = hashOf(`${formKey}${situation?.state.join('\n')}${situation?.values.graph}`);
    const known = this.exact.get(exact);
    const basis = basisOf(route);
    if (known) {
      // Both paths lead to the same, including random numbers and cached results.
      if (basis !== undefined && known.basis === basis) this.leads.push({ path, to: known.situation });
      if (!this.options.isThorough || known.situation.cachedKey === cachedKey) return known.situation.number;
    }
    const isNewValue = { found: false };
    const essence = situation ? this.essence(situation, isNewValue) : null;
    const abstract = hashOf(`${formKey}${cachedKey}${JSON.stringify(essence)}`);
    const number = this.abstract.get(abstract) ?? this.abstract.size;
    const isKnown = number < this.abstract.size;
    this.abstract.set(abstract, number);
    // After a closed form, the conversation is where it was before.
    if (isClosed && message === undefined && !form) {
      if (!isKnown) this.hasOtherData = true;
      return number;
    }
    const added: ExploredSituation = {
      number,
      cachedKey,
      canCancel: this.options.isThorough === true && situation !== undefined,
      route,
      path,
      isOver,
      message,
      form,
      isNovel: isNew || isNewValue.found,
      attempts: undefined,
      goesOn: form !== undefined || message === undefined || message.canChat,
      companion,
    };
    this.exact.set(exact, { situation: added, basis });
    this.kept += keptLength(added);
    if (this.kept > (this.options.maxKeptLength ?? DEFAULT_KEPT_LENGTH)) {
      this.kept -= keptLength(added);
      this.stoppedBy ??= 'values';
    } else (isKnown ? this.later : this.first).add(added);
    return number;
  }

  /** @param isNewValue set if a variable has a value that conditions were not yet tried with in this state */
  private essence(situation: SavedVisit, isNewValue: { found: boolean }): Json {
    return situationKey(situation, {
      relevant: this.flow.control,
      onVariable: (name, value) => {
        if (this.novelties.isNew(situation.state, name, value)) isNewValue.found = true;
      },
      numberOf: (value, variable) => this.rough(value, variable),
      onList: (length) => {
        this.maxDistinct = Math.max(this.maxDistinct, Math.min(length, MAX_LIST_LENGTH) + 1);
      },
    });
  }

  /** Maps large numbers to one value: counters have no end. */
  private rough(value: number, name: string): Json {
    const { counters, counted } = this.flow;
    if (Math.abs(value) <= (counters.get(name) ?? this.maxDistinct)) return value;
    // A number that only grows further away from what it is compared with is equivalent.
    const { up, down } = counted;
    const isSteady = counters.has(name) && !(value > 0 ? down : up).has(name);
    if (!isSteady) this.merged.add(name);
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

/** Whether buttons differ in their ids only: no event tells them apart. */
function hasAlike(buttons: SavedVisit['buttons']): boolean {
  const ids = new Map<string, string | undefined>();
  return buttons.some(({ content, event, payload, id }) => {
    const key = JSON.stringify([content, event, payload]);
    if (ids.has(key)) return ids.get(key) !== id;
    ids.set(key, id);
    return false;
  });
}

/** Events for a form, and closing it. */
function withCancel(events: Tried<ConversationEvent>, canCancel: boolean): Tried<ConversationEvent> {
  return canCancel ? { ...events, values: [...events.values, { cancel: true }] } : events;
}

/** The results that later tasks do not compute again; those of the turns of an open form are not known yet. */
function cachedResults({ snapshot, turns }: Route): string {
  const choices = turns.map((turn) => turn.choices);
  return JSON.stringify([snapshot?.cached ?? [], choices.flat().length > 0 ? choices : []]);
}

/** A situation, and everything else that later events can depend on, if it is known. */
interface Found {
  readonly situation: ExploredSituation;
  readonly basis: string | undefined;
}

/** Everything outside of the values of a situation that later events can depend on; undefined if it is not known. */
function basisOf({ snapshot }: Route): string | undefined {
  if (snapshot === undefined) return undefined;
  const { cached, visit } = snapshot;
  return hashOf(JSON.stringify([cached, visit.values.random, visit.values.time]));
}

function keptLength({ route }: ExploredSituation): number {
  return route?.snapshot?.visit.values.graph.length ?? 0;
}
