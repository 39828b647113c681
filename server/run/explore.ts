import type { Origin } from '../exchange/origins';
import { hashOf } from '../text/hash';
import { Conversation } from './conversation';
import { type Dataflow, dataflowOf, hasName } from './dataflow';
import type { ConversationEvent, FormOpened, Happening, Json, Message, Place } from './events';
import { Faults } from './explore-faults';
import { eventsAt, formsAt, resultsToTry } from './explore-inputs';
import { notReached } from './explore-reach';
import { type Program, pathText } from './program';
import type { Sandbox } from './sandbox';
import type { TaskAnswer, TaskCall } from './tasks';
import type { Situation } from './visit';

export interface ExploreOptions {
  /** A sandbox in which nothing was evaluated yet. */
  readonly sandbox: () => Sandbox;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Turns of conversations, without those that are repeated to get there. */
  readonly maxSteps?: number;
  readonly maxMilliseconds?: number;
}

export interface Exploration {
  readonly states: { readonly reached: number; readonly all: number };
  readonly cases: { readonly reached: number; readonly all: number };
  readonly steps: number;
  /**
   * Whether every situation was seen that what was tried can lead to. Situations are the same if the variables that
   * conditions depend on are.
   */
  readonly isComplete: boolean;
  /** What ended an incomplete exploration. */
  readonly stoppedBy: 'steps' | 'time' | 'values' | undefined;
  /** In the order of their shortest paths. */
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
  readonly message: string;
  readonly place: Place | undefined;
  /** The shortest conversation that shows it; undefined for what was never reached. */
  readonly path: Path | undefined;
}

/** A conversation from its beginning. */
export interface Path {
  readonly events: readonly PathStep[];
  /** What is not expected at its end, if that can be said. */
  readonly unexpectedText?: string;
}

export interface PathStep {
  /** Undefined for the beginning. */
  readonly event: ConversationEvent | undefined;
  /** Results of tasks in this turn, in their order. */
  readonly results: readonly { readonly task: string; readonly value: Json; readonly isExample: boolean }[];
}

const DEFAULT_STEPS = 3000;
const DEFAULT_MILLISECONDS = 30_000;
/** Repeating turns costs as much as taking them. */
const MAX_REPEATED_PER_STEP = 40;
/** Turns in situations that differ only in what decides nothing. */
const MAX_LATER_STEPS = 200;
/** Combinations of results of tasks that are tried in one turn. */
const MAX_COMBINATIONS = 32;
/** Whole numbers up to this are always distinguished. */
const MIN_DISTINCT = 10;

/** One event with the results that were chosen for the tasks of its turn. */
interface Turn {
  readonly event: ConversationEvent | undefined;
  /** Which result each task gives that runs in this turn, in the order in which they first run. */
  readonly choices: readonly number[];
}

/** What a turn led to. */
export interface Outcome {
  readonly turns: readonly Turn[];
  readonly path: Path;
  /** Of the last turn. */
  readonly happenings: readonly Happening[];
  readonly situation: Situation | undefined;
  readonly isOver: boolean;
  /** How many results there are for each task of the last turn. */
  readonly options: readonly number[];
}

interface Node {
  readonly outcome: Outcome;
  readonly message: Message | undefined;
  readonly form: FormOpened | undefined;
}

/**
 * Goes everywhere it can: breadth first, so that what is found has the shortest path. Situations that differ only in
 * variables that no condition depends on are looked at last, as far as the limits allow.
 */
export function explore(program: Program, options: ExploreOptions): Exploration {
  return new Explorer(program, options).run();
}

class Explorer {
  private readonly flow: Dataflow;
  private readonly faults: Faults;
  private readonly reached = new Set<Origin>();
  private readonly exact = new Set<string>();
  private readonly abstract = new Set<string>();
  private first: Node[] = [];
  private later: Node[] = [];
  private steps = 0;
  private repeated = 0;
  private maxSteps: number;
  private stoppedBy: Exploration['stoppedBy'];
  private maxDistinct: number;
  private readonly deadline: number;

  constructor(
    private readonly program: Program,
    private readonly options: ExploreOptions,
  ) {
    this.maxSteps = options.maxSteps ?? DEFAULT_STEPS;
    this.flow = dataflowOf(program);
    this.faults = new Faults(program, this.flow);
    this.deadline = options.now() + (options.maxMilliseconds ?? DEFAULT_MILLISECONDS);
    this.maxDistinct = Math.max(MIN_DISTINCT, this.flow.largest + 1);
  }

  run(): Exploration {
    this.take(undefined, undefined);
    this.drain(() => this.first.shift());
    const { stoppedBy } = this;
    // What was put off differs in ways that decide nothing, so the exploration is complete without it; expressions may
    // still fail there.
    this.maxSteps = Math.min(this.maxSteps, this.steps + MAX_LATER_STEPS);
    this.drain(() => this.later.shift());
    const unreached = notReached(this.program, this.flow, this.reached);
    const isComplete = stoppedBy === undefined;
    return {
      states: unreached.states,
      cases: unreached.cases,
      steps: this.steps,
      isComplete,
      stoppedBy,
      findings: [...this.faults.found, ...(isComplete ? unreached.findings : [])],
    };
  }

  private drain(next: () => Node | undefined): void {
    for (let node = next(); node !== undefined; node = next()) {
      this.expand(node);
      if (this.isSpent()) return;
    }
  }

  private isSpent(): boolean {
    const { maxSteps } = this;
    if (this.steps >= maxSteps || this.repeated >= maxSteps * MAX_REPEATED_PER_STEP)
      this.stoppedBy ??= 'steps';
    else if (this.options.now() > this.deadline) this.stoppedBy ??= 'time';
    else return false;
    return true;
  }

  /** Takes every event that is possible in a situation. */
  private expand(node: Node): void {
    const { message, form, outcome } = node;
    if (outcome.isOver) return;
    const events = form
      ? formsAt(form, this.program, this.flow)
      : message
        ? eventsAt(message, this.program, this.flow)
        : [];
    let goesOn = form !== undefined || message === undefined || message.canChat;
    for (const event of events) {
      if (this.take(node, event)) goesOn = true;
      if (this.isSpent()) return;
    }
    if (!goesOn && message) this.faults.deadEnd(message, outcome);
  }

  /** Takes an event with each combination of results of tasks; true if one of them leads anywhere. */
  private take(node: Node | undefined, event: ConversationEvent | undefined): boolean {
    const before = node?.outcome.turns ?? [];
    const waiting: (readonly number[])[] = [[]];
    const outcomes: Outcome[] = [];
    for (let choices = waiting.shift(); choices !== undefined; choices = waiting.shift()) {
      if (outcomes.length === MAX_COMBINATIONS) {
        this.stoppedBy ??= 'values';
        break;
      }
      const outcome = this.play([...before, { event, choices }]);
      outcomes.push(outcome);
      // Each task behind the chosen ones gave its first result; now the others.
      for (let index = choices.length; index < outcome.options.length; index++) {
        const same = Array.from({ length: index - choices.length }, () => 0);
        for (let choice = 1; choice < (outcome.options[index] ?? 0); choice++)
          waiting.push([...choices, ...same, choice]);
      }
      if (this.isSpent()) break;
    }
    // A loop that other results of tasks leave is none without an end.
    const isEndless = waiting.length === 0 && outcomes.every((one) => one.happenings.some(isEndlessLoop));
    for (const outcome of outcomes) this.faults.add(outcome, node?.message, isEndless);
    for (const outcome of outcomes) this.enqueue(outcome);
    return outcomes.some(({ happenings }) =>
      happenings.some(({ kind }) => kind === 'state' || kind === 'form'),
    );
  }

  /** Plays a conversation from its beginning. */
  private play(turns: readonly Turn[]): Outcome {
    const sandbox = this.options.sandbox();
    const steps: PathStep[] = [];
    let given = new Map<string, { readonly index: number; readonly values: readonly Json[] }>();
    let results: PathStep['results'][number][] = [];
    let choices: readonly number[] = [];
    const standIn = (call: TaskCall): TaskAnswer => {
      const task = call.name === undefined ? call.moduleType : pathText([...call.state, call.name]);
      const known = given.get(`${call.index} ${task}`);
      const { index, values } = known ?? { index: given.size, values: resultsToTry(call, this.flow) };
      if (known === undefined) given.set(`${call.index} ${task}`, { index, values });
      const choice = choices[index] ?? 0;
      const value = values[choice] ?? null;
      results.push({ task, value, isExample: choice === 0 });
      return { value };
    };
    const onReach = (origin: Origin) => this.reached.add(origin);
    const conversation = new Conversation(this.program, sandbox, { standIn, onReach });
    let happenings: readonly Happening[] = [];
    for (const turn of turns) {
      given = new Map();
      results = [];
      choices = turn.choices;
      happenings = turn.event === undefined ? conversation.begin() : conversation.handle(turn.event);
      steps.push({ event: turn.event, results });
    }
    this.steps++;
    this.repeated += turns.length - 1;
    const outcome = {
      turns,
      path: { events: steps },
      happenings,
      situation: conversation.situation(),
      isOver: conversation.isOver,
      options: [...given.values()].map(({ values }) => values.length),
    };
    sandbox.dispose();
    return outcome;
  }

  /** Notes where a turn led to, unless that was seen before. */
  private enqueue(outcome: Outcome): void {
    const { happenings, situation, turns } = outcome;
    // What was filled in does not fit: the form is still the same.
    if (happenings.length === 0 || happenings.some(({ kind }) => kind === 'form_error')) return;
    const form = happenings.findLast((one) => one.kind === 'form' || one.kind === 'message');
    const opened = form?.kind === 'form' ? form : undefined;
    const message = form?.kind === 'message' ? form : undefined;
    if (!opened && !happenings.some(({ kind }) => kind === 'state')) return;
    // A form remembers what led to it, such as a payload.
    const path = opened ? JSON.stringify([opened, turns.at(-1)?.event]) : '';
    const exact = hashOf(`${path}${JSON.stringify(situation ?? null)}`);
    if (this.exact.has(exact)) return;
    this.exact.add(exact);
    const abstract = hashOf(`${path}${JSON.stringify(situation ? this.essence(situation) : null)}`);
    const node = { outcome, message, form: opened };
    if (this.abstract.has(abstract)) this.later.push(node);
    else this.first.push(node);
    this.abstract.add(abstract);
  }

  /** The part of a situation that conditions depend on. */
  private essence({ state, contexts, inputs, locals, payloads }: Situation): Json {
    const part = (values: Json) => {
      if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
      return Object.entries(values).flatMap(([name, value]) =>
        hasName(this.flow.control, name) ? [[name, this.rough(value, name)]] : [],
      );
    };
    return [
      state,
      contexts.map(part),
      inputs.map(part),
      part(locals),
      [...this.flow.control].some((name) => name.startsWith('payload')) ? payloads : [],
    ];
  }

  /** A value in which large numbers are the same: counters have no end. */
  private rough(value: Json, name: string): Json {
    if (typeof value === 'number' && Math.abs(value) > this.maxDistinct) {
      if (this.flow.cyclic.has(name)) this.stoppedBy ??= 'values';
      return value > 0 ? 'large' : '-large';
    }
    if (Array.isArray(value)) {
      const list = value as readonly Json[];
      this.maxDistinct = Math.max(this.maxDistinct, Math.min(list.length, 1000) + 1);
      return list.map((item) => this.rough(item, name));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value).map(([key, member]) => [key, this.rough(member, name)]);
  }
}

function isEndlessLoop(happening: Happening): boolean {
  return happening.kind === 'error' && happening.code === 'endless';
}
