import { runTask, type Task } from '../../engine/task';
import { NEEDS_STATE } from '../../format/scenario';
import { stateLabel } from '../../format/target-path';
import type { ChatMessage, ConversationOutput, SourceRange } from '../../run/conversation/events';
import { ancestry, type Program, programScopeAt } from '../../run/conversation/program';
import {
  type ConversationPath,
  type Exploration,
  type ExploredTurn,
  type ExploreGap,
  type ExploreOptions,
  explorationTask,
  type PathStep,
} from '../../run/explore/explore';
import { ReusedSandbox } from '../../run/explore/player';
import { sourceRangeOf } from '../../run/sandbox/evaluator';
import { isSandboxError, type Sandbox } from '../../run/sandbox/sandbox';
import { describes, holdsAt } from '../../run/scenario/expect';
import { promiseTitle, type ScenarioPromise } from '../../run/scenario/promise';
import { append } from '../../text/append';
import { type Message, msg, seriesOf, type TextOrMessage } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { turnsAlong } from '../played-versions';
import { lastShown } from '../waiting';
import {
  inputsOf,
  inputsReadBy,
  MESSAGE_NAMES,
  namesIn,
  observedBy,
  promisedExpressions,
  stateOf,
} from './observed';
import { type GraphTurn, SituationGraph } from './situations';

export type DecideOptions = Pick<
  ExploreOptions,
  'sandbox' | 'now' | 'maxSteps' | 'maxMilliseconds' | 'onTurn'
>;

/** A promise with what is known about it. */
export interface DecidedPromise {
  readonly promise: ScenarioPromise;
  readonly result: 'proven' | 'refuted' | 'undecided';
  /** The conversation that refutes it; of `reachable`, the one that proves it. */
  readonly path: ConversationPath | undefined;
  /** Why it is undecided. */
  readonly why: readonly Message[];
  /** Errors of the promise itself. With any, it is undecided. */
  readonly faults: readonly PromiseFault[];
}

export interface PromiseFault {
  readonly message: TextOrMessage;
  readonly place: SourceRange | undefined;
}

/**
 * Proves or refutes promises by exploring an automata. A promise is proven only if nothing that it depends on was left
 * out; conversations that refute it are as short as possible.
 */
export function decidePromises(
  program: Program,
  promises: readonly ScenarioPromise[],
  options: DecideOptions,
): readonly DecidedPromise[] {
  return runTask(promisesTask(program, promises, options));
}

/** The same as a task, one turn per step. */
export function* promisesTask(
  program: Program,
  promises: readonly ScenarioPromise[],
  options: DecideOptions,
): Task<readonly DecidedPromise[]> {
  if (promises.length === 0) return [];
  const first = yield* decideTogether(program, promises, options);
  const decided: DecidedPromise[] = [];
  for (const one of first.decided) {
    // What another promise reads may have more values than can be tried.
    const isRepeated = one.result === 'undecided' && one.faults.length === 0 && promises.length > 1;
    const again =
      isRepeated && first.stoppedBy !== 'time'
        ? yield* decideTogether(program, [one.promise], options)
        : undefined;
    decided.push(again?.decided[0] ?? one);
  }
  return decided;
}

function* decideTogether(
  program: Program,
  promises: readonly ScenarioPromise[],
  options: DecideOptions,
): Task<{ readonly decided: readonly DecidedPromise[]; readonly stoppedBy: Exploration['stoppedBy'] }> {
  const reused = new ReusedSandbox(options.sandbox);
  try {
    const checks = promises.map((promise) => new PromiseCheck(promise, program, reused));
    const recordedInputs = [...new Set(checks.flatMap(({ inputs }) => inputs))];
    const explored = yield* explorationTask(program, {
      ...options,
      reused,
      recordedInputs,
      isThorough: true,
      observed: promises.flatMap((promise) => observedBy(promise, program)),
      onSituation: (turn, to) => {
        for (const check of checks) check.add(turn, to);
      },
    });
    const decided = checks.map((check) => check.decide(explored, options.sandbox));
    return { decided, stoppedBy: explored.stoppedBy };
  } finally {
    reused.dispose();
  }
}

/** What is wrong with a promise that is refuted. */
export function refutedMessage({ promise, path }: Pick<DecidedPromise, 'promise' | 'path'>): Message {
  const title = promiseTitle(promise);
  return path === undefined
    ? msg`Promise \`${title}\` is refuted: no conversation has such a message.`
    : msg`Promise \`${title}\` is refuted by this conversation.`;
}

/** A promise during an exploration. */
class PromiseCheck {
  /** The names of the inputs that it reads. */
  readonly inputs: readonly string[];
  private readonly graph = new SituationGraph();
  private readonly faults: PromiseFault[];
  /** Conversations to a message that the promise is about. */
  private readonly found: ConversationPath[] = [];
  /** A conversation to each situation. */
  private readonly pathTo = new Map<number, ConversationPath>();

  constructor(
    private readonly promise: ScenarioPromise,
    private readonly program: Program,
    private readonly reused: ReusedSandbox,
  ) {
    this.inputs = inputsReadBy(promise, program);
    this.faults = promiseFaults(promise, program, reused.fresh(), this.inputs);
  }

  add({ outputs, from, path, isOver }: ExploredTurn, to: number | undefined): void {
    const met = messagesIn(outputs).map((message) => this.isMet(message));
    const isMet = met.includes(true);
    this.graph.add(
      { from, to, step: path.step, isMet },
      met.at(-1) === true,
      isOver || this.isStuck(outputs),
    );
    if (isMet) this.found.push(path);
    if (to !== undefined && !this.pathTo.has(to)) this.pathTo.set(to, path);
  }

  decide(explored: Exploration, newSandbox: () => Sandbox): DecidedPromise {
    const { promise, faults } = this;
    const why = reasonsOf(explored);
    const decided = (result: DecidedPromise['result'], path?: ConversationPath): DecidedPromise => ({
      promise,
      result: faults.length > 0 ? 'undecided' : result,
      path,
      why: result === 'undecided' ? why : [],
      faults,
    });
    if (faults.length > 0) return decided('undecided');
    const isComplete = why.length === 0;
    if (promise.kind === 'always_reachable') {
      const lost = isComplete ? this.graph.lost() : this.graph.ended();
      if (lost.size > 0) return decided('refuted', this.pathToAny(lost, newSandbox));
      if (!isComplete) return decided('undecided');
      return decided(this.graph.isEmpty ? 'refuted' : 'proven');
    }
    const path = this.shortestFound(newSandbox);
    if (promise.kind === 'reachable')
      return path ? decided('proven', path) : decided(isComplete ? 'refuted' : 'undecided');
    return path ? decided('refuted', path) : decided(isComplete ? 'proven' : 'undecided');
  }

  /** Whether a promise is about a message: `always` about those at which its expression is not true. */
  private isMet(message: ChatMessage): boolean {
    const { promise } = this;
    const sandbox = this.reused.fresh();
    const isAlways = promise.kind === 'always';
    const { isMet, faults } = isAlways
      ? holdsAt(promise.promised, message, sandbox)
      : describes(promise.promised, message, sandbox, this.inputs);
    if (this.faults.length === 0)
      append(
        this.faults,
        faults.map(({ message, place }) => ({ message, place })),
      );
    return faults.length === 0 && isMet !== isAlways;
  }

  /** Whether a turn ends in a state without transitions, which no message, button or user intent leaves. */
  private isStuck(outputs: readonly ConversationOutput[]): boolean {
    const last = lastShown(outputs);
    if (last?.kind !== 'message' || last.canChat) return false;
    const scope = programScopeAt(this.program, last.state);
    return scope === undefined || !ancestry(scope).some(({ source }) => source.get('transitions').isGiven);
  }

  private shortestFound(newSandbox: () => Sandbox): ConversationPath | undefined {
    const [first, ...others] = this.found;
    if (first === undefined) return undefined;
    const known = others.reduce((a, b) => (b.events.length < a.events.length ? b : a), first);
    const events = this.graph.shortestTo(({ isMet }) => isMet);
    if (events === undefined || events.length >= known.events.length) return known;
    // Situations that count as the same may differ in what a step needs.
    const isSame = messagesIn(this.replayed(events, newSandbox)).some((one) => this.isMet(one));
    this.reused.dispose();
    return isSame ? { events } : known;
  }

  private pathToAny(
    situations: ReadonlySet<number>,
    newSandbox: () => Sandbox,
  ): ConversationPath | undefined {
    let end: GraphTurn | undefined;
    const events = this.graph.shortestTo((turn) => {
      if (turn.to === undefined || !situations.has(turn.to)) return false;
      end = turn;
      return true;
    });
    const known = end?.to === undefined ? undefined : this.pathTo.get(end.to);
    if (events === undefined || (known && events.length >= known.events.length)) return known;
    const isRefused = this.replayed(events, newSandbox).some(
      (one) => (one.kind === 'error' || one.kind === 'note') && REFUSALS.has(one.code),
    );
    return isRefused ? known : { events };
  }

  /** The outputs of the last turn of a conversation; those of refused events, if there are any. */
  private replayed(events: readonly PathStep[], newSandbox: () => Sandbox): readonly ConversationOutput[] {
    const { program, inputs } = this;
    return turnsAlong({ events }, program, newSandbox, { recordedInputs: inputs }).at(-1)?.outputs ?? [];
  }
}

const REFUSALS: ReadonlySet<string> = new Set([
  'button-missing',
  'ended',
  'form-open',
  'no-form',
  'no-question',
  'task-open',
]);

function messagesIn(outputs: readonly ConversationOutput[]): ChatMessage[] {
  return outputs.filter((one): one is ChatMessage => one.kind === 'message');
}

/** What is wrong with a promise for an automata: states and names that do not exist. */
function promiseFaults(
  promise: ScenarioPromise,
  program: Program,
  sandbox: Sandbox,
  inputs: readonly string[],
): PromiseFault[] {
  const faults: PromiseFault[] = [];
  const state = stateOf(promise);
  const labels = [...program.scopes.values()].flatMap(({ kind, path }) =>
    kind === 'state' ? [stateLabel(path)] : [],
  );
  if (state !== undefined && !labels.includes(state)) {
    const written = promise.promised.isMap ? promise.promised.get('state') : promise.promised;
    const near = nearestNames(state, labels);
    const message = msg`There is no state \`${state}\`.${didYouMean(near)}`;
    faults.push({ message, place: sourceRangeOf(written.origin) });
  }
  for (const expression of promisedExpressions(promise))
    for (const name of namesIn(expression)) {
      if (MESSAGE_NAMES.has(name) || inputs.includes(name)) continue;
      const type = sandbox.evaluate(`typeof ${name}`, [], []);
      if (isSandboxError(type) || sandbox.describe(type).text !== 'undefined' || name === 'undefined')
        continue;
      const hint =
        state === undefined && [...program.scopes.values()].some((scope) => inputsOf(scope).includes(name))
          ? NEEDS_STATE
          : '';
      const message = msg`${msg`\`${name}\` is not defined.`}${hint}`;
      faults.push({ message, place: sourceRangeOf(expression.origin) });
    }
  return faults;
}

/** Why an exploration proves nothing; empty if it does. */
function reasonsOf({ stoppedBy, gaps }: Exploration): Message[] {
  const stopped = stoppedBy === undefined ? [] : [STOPPED[stoppedBy]];
  return [...stopped, ...gaps.map(reasonOf)];
}

const STOPPED: Readonly<Record<NonNullable<Exploration['stoppedBy']>, Message>> = {
  steps: msg('The limit of steps was reached.'),
  time: msg('The limit of time was reached.'),
  values: msg('There are more values than can be tried.'),
};

function reasonOf(gap: ExploreGap): Message {
  switch (gap.kind) {
    case 'sampled':
      return msg`Only some values of ${quoted(gap.names)} were tried.`;
    case 'numbers':
      return msg`Large numbers of ${quoted(gap.names)} were not distinguished.`;
    case 'chance':
      return msg('Random numbers or the time can change the result.');
    case 'repeated':
      return msg('A task ran several times in one turn, and was tried with the same result each time.');
    case 'data':
      return msg('Some values are not plain data, so situations could not be compared.');
    case 'intents':
      return msg`No button raises ${quoted(gap.names)}, but a user intent may.`;
  }
}

function quoted(names: readonly string[]): Message {
  return seriesOf(
    names.map((name) => `\`${name}\``),
    'and',
  );
}
