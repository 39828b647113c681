import { isNumberText } from '../../exchange/data';
import type { DataOrigin } from '../../exchange/origins';
import { stateLabel } from '../../format/target-path';
import { isBlank, joinMessages, type Message, msg, seriesOf } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { namesOfValue } from '../explore/dataflow';
import {
  Evaluator,
  type OnEvaluate,
  type OnReach,
  sourceRangeOf,
  type Variables,
} from '../sandbox/evaluator';
import { newStepTime, type Sandbox, type ValueRef } from '../sandbox/sandbox';
import { type TransitionCase, targetOf, targetScopeOf, transitionCases } from './cases';
import { clickedButton } from './clicked-button';
import { contextJson } from './context-json';
import {
  CLIENT_HANDLED_EVENTS,
  type ConversationEvent,
  type ConversationOutput,
  type FormField,
  type FormProblem,
  type Json,
  type Remark,
} from './events';
import {
  errorMessageOf,
  type FormInput,
  formFieldOf,
  isChatInput,
  isFilledByForm,
  validateField,
} from './forms';
import type { Moment, Pausable, PausePoint, PointKind, Reached } from './points';
import {
  ancestry,
  initialScopeOf,
  type Program,
  type ProgramAutomata,
  type ProgramScope,
  programScopeAt,
  startScopeOf,
} from './program';
import { renderOf } from './render';
import { loadVisit, type SavedVisit, type Snapshot, saveVisit } from './snapshot';
import type { SourceValue } from './source-value';
import { executeTask } from './task-run';
import { exampleTaskStub, type OnTask, type TaskStub } from './tasks';
import {
  type ActiveAutomata,
  NO_ARGUMENTS,
  type PendingQuestion,
  type QuestionAnswer,
  type RaisedEvent,
  type TransitionArguments,
  type Visit,
  variablesOf,
} from './visit';

export interface ConversationOptions {
  readonly taskStub?: TaskStub;
  /** The state to start in, and values of `context` that replace the declared ones. */
  readonly start?: { readonly state?: string; readonly context?: { readonly [name: string]: Json } };
  /** Called when a state, task, output, case or expression is reached, for coverage. */
  readonly onReach?: OnReach;
  readonly onEvaluate?: OnEvaluate;
  /** Called with the answer of each task that a stub answered. */
  readonly onTask?: OnTask;
  /** The names of the inputs whose values messages have. */
  readonly recordedInputs?: readonly string[];
  /** Pauses at each point until `proceed` is called. */
  readonly pauses?: boolean;
}

/** More consecutive states without waiting for the user are an endless loop. */
const MAX_STATES_IN_A_ROW = 1000;

/** A state or automata that is entered next. */
interface Next {
  readonly target: ProgramScope;
  readonly passed: TransitionArguments;
}

interface AskedField extends FormInput {
  readonly field: FormField;
}

type FieldProblem = Omit<FormProblem, 'kind'>;

/** Events that only the state itself handles (format, section 4). */
const OWN_EVENTS = new Set(['CHAT', 'ALWAYS', 'DONE']);

type Step<Result> = Generator<PendingQuestion | Reached, Result, QuestionAnswer>;

/**
 * A conversation with an automata. The same program, options and events always produce the same outputs: to step back
 * or to run an edited text, replay the events.
 */
export class Conversation {
  private readonly evaluator: Evaluator;
  private readonly taskStub: TaskStub;
  private outputs: ConversationOutput[] = [];
  private current: Visit | undefined;
  /** The step that waits for an answer. */
  private pending: Step<void> | undefined;
  private question: PendingQuestion | undefined;
  /** The fields of the open form. */
  private formFields: readonly AskedField[] = [];
  private reached: PausePoint | undefined;
  private at: Moment | undefined;
  private readonly pauses: boolean;
  private hasEnded = false;
  /** The number of outputs before the current state was being entered. */
  private enteredAt = 0;
  /** Mark of the sandbox's values before the step. */
  private mark = 0;
  private time = newStepTime();
  /** Results of tasks with `cache`, by task and configuration. */
  private readonly cached = new Map<string, Json>();
  /** Automata that were entered. */
  private readonly entered = new Set<ProgramAutomata>();

  constructor(
    private readonly program: Program,
    private readonly sandbox: Sandbox,
    private readonly options: ConversationOptions = {},
  ) {
    this.taskStub = options.taskStub ?? exampleTaskStub;
    this.pauses = options.pauses === true;
    const report = (remark: Remark) => this.outputs.push(remark);
    const { onReach, onEvaluate } = options;
    this.evaluator = new Evaluator(sandbox, program.texts, report, onReach, onEvaluate, this.pauses);
  }

  /** Whether a state was entered, or a form is open before it. */
  get hasBegun(): boolean {
    return this.current !== undefined || this.pending !== undefined;
  }

  get isOver(): boolean {
    return this.hasEnded;
  }

  /** What the conversation waits for; undefined if it waits for a click or a message. */
  get waitsFor(): PendingQuestion['kind'] | undefined {
    return this.question?.kind;
  }

  /** Where the conversation is paused. */
  get point(): PausePoint | undefined {
    return this.reached;
  }

  /** The current moment, or the last one. */
  get moment(): Moment | undefined {
    const visit = this.current;
    if (this.pending !== undefined || visit === undefined) return this.at;
    return { scope: visit.state, phase: 'waiting', chain: visit.chain, locals: visit.locals };
  }

  /** The current context as JSON; undefined before it was evaluated. */
  get context(): Json | undefined {
    const context = this.moment?.chain.at(-1)?.context;
    return context && contextJson(context, this.sandbox);
  }

  /** The situation of the conversation; undefined before a state was entered, or if its data is too large. */
  situation(): SavedVisit | undefined {
    return this.current && saveVisit(this.current, this.sandbox);
  }

  /**
   * A snapshot. Undefined while an answer is pending, before a state was entered, and if values are not plain data.
   *
   * @param visit the current situation
   */
  snapshot(visit = this.situation()): Snapshot | undefined {
    if (this.pending !== undefined || visit?.values.isData !== true) return undefined;
    const { hasEnded, cached, entered, evaluator } = this;
    return {
      visit,
      hasEnded,
      cached: [...cached],
      entered: [...entered].map(({ path }) => path),
      assumed: evaluator.assumptions.made,
    };
  }

  /** Replaces `begin` and everything after it. The sandbox must be new. */
  resume({ visit, hasEnded, cached, entered, assumed }: Snapshot): void {
    this.current = loadVisit(visit, this.program, this.sandbox);
    this.hasEnded = hasEnded;
    for (const [key, result] of cached) this.cached.set(key, result);
    for (const path of entered) {
      const automata = programScopeAt(this.program, path);
      if (automata?.kind === 'automata') this.entered.add(automata);
    }
    this.evaluator.assumptions.resume(assumed);
  }

  /** Enters the initial state. */
  begin(): readonly ConversationOutput[] {
    return this.take(() => this.advance(this.start()));
  }

  /** Runs to the next point. */
  proceed(): readonly ConversationOutput[] {
    return this.take(() => {
      if (this.pending && this.reached) this.advance(this.pending);
    }, this.time);
  }

  handle(event: ConversationEvent): readonly ConversationOutput[] {
    return this.take(() => {
      const { question } = this;
      if (question) this.answer(question, event);
      else if ('form' in event || 'cancel' in event) this.evaluator.error('no-form', msg('No form is open.'));
      else if ('task' in event || 'task_error' in event)
        this.evaluator.error('no-question', msg('No task waits for a result.'));
      else if (this.hasEnded) this.evaluator.error('ended', msg('The conversation is over.'));
      else if (this.current === undefined)
        this.evaluator.error('start-missing', msg('The conversation has no state.'));
      else if ('say' in event)
        this.raise({ event: 'CHAT', payload: undefined, said: event.say, buttonId: undefined });
      else this.click(event.click, this.current);
    });
  }

  /** Validates a value of the open form on its own: its `form_error`, if it has one. */
  validate(name: string, value: Json): readonly ConversationOutput[] {
    return this.take(() => {
      const asked = this.formFields.find(({ field }) => field.name === name);
      const { problem } = asked ? this.validateField(asked, value) : {};
      if (problem !== undefined) this.outputs.push({ kind: 'form_error', ...problem });
    });
  }

  private take(run: () => void, time = newStepTime()): readonly ConversationOutput[] {
    this.time = time;
    this.outputs = [];
    this.enteredAt = 0;
    // Values of a step that waits for an answer are still needed.
    if (this.pending === undefined) this.mark = this.sandbox.mark();
    this.sandbox.step(run, time);
    if (this.pending === undefined) this.sandbox.release(this.mark);
    return this.outputs;
  }

  private answer(question: PendingQuestion, event: ConversationEvent): void {
    const answer = answerOf(event);
    const isOfTask = answer?.kind === 'task' || answer?.kind === 'task_error';
    if (answer && isOfTask === (question.kind === 'task') && this.pending) this.advance(this.pending, answer);
    else if (question.kind === 'form')
      this.evaluator.error('form-open', msg('A form is open: fill it in or cancel it first.'));
    else this.evaluator.error('task-open', msg('A task waits for its result.'));
  }

  /** Runs a step up to its end or its next question. */
  private advance(step: Step<void>, answer?: QuestionAnswer): void {
    // The first `next` of a generator ignores its argument.
    const { done, value } = step.next(answer ?? { kind: 'cancel' });
    const stop = done ? undefined : value;
    this.pending = stop && step;
    this.reached = stop?.kind === 'point' ? stop.point : undefined;
    this.question = stop?.kind === 'point' ? undefined : stop;
  }

  /** @param variables the variables that are visible there, if they are known already */
  private *reach(kind: PointKind, origin: DataOrigin | undefined, variables?: Variables): Pausable<void> {
    if (this.pauses)
      yield { kind: 'point', point: variables ? { kind, origin, variables } : { kind, origin } };
  }

  private click(click: string | { readonly event: string; readonly payload?: Json }, visit: Visit): void {
    const button = clickedButton(click, visit.buttons);
    if (typeof click !== 'string') {
      const { event } = click;
      const payload =
        click.payload === undefined ? undefined : this.sandbox.fromJson(JSON.stringify(click.payload));
      this.raise({ event, payload, said: undefined, buttonId: button?.id });
      return;
    }
    if (button === undefined) {
      const contents = visit.buttons.map(({ content }) => content);
      const near = didYouMean(nearestNames(click, contents));
      const shown =
        contents.length === 0 ? msg(' There are no buttons.') : msg` The buttons are ${quoted(contents)}.`;
      const advice = isBlank(near) ? shown : near;
      this.evaluator.error('button-missing', joinMessages([msg`There is no button \`${click}\`.`, advice]));
      return;
    }
    if (button.event === undefined || button.event === '') {
      const message = msg`The button \`${click}\` raises no event.`;
      this.outputs.push({ kind: 'note', code: 'event-unhandled', message, place: button.place });
      return;
    }
    this.raise({ event: button.event, payload: button.payloadValue, said: undefined, buttonId: button.id });
  }

  private raise(raised: RaisedEvent): void {
    const visit = this.current;
    if (visit) this.advance(this.dispatch(visit, raised));
  }

  private *start(): Step<void> {
    const { root } = this.program;
    const name = this.options.start?.state;
    const found = name === undefined ? root : startScopeOf(this.program, name);
    if (found === undefined) {
      this.evaluator.error(
        'start-missing',
        msg`There is no state \`${name ?? ''}\` to start from.`,
        root.source.origin,
      );
      return;
    }
    yield* this.run(found, NO_ARGUMENTS);
  }

  private *dispatch(visit: Visit, raised: RaisedEvent): Step<void> {
    const { event } = raised;
    const owners: readonly ProgramScope[] = OWN_EVENTS.has(event)
      ? [visit.state]
      : [visit.state, ...visit.chain.map(({ automata }) => automata).toReversed()];
    const owner = owners.find((scope) => scope.source.get('transitions').get(event).isGiven);
    if (owner === undefined) {
      if (CLIENT_HANDLED_EVENTS.has(event))
        this.evaluator.note('client-action', msg`${event} is done by the client.`);
      else
        this.evaluator.note(
          'event-unhandled',
          msg`Nothing handles \`${event}\` here, so the state stays.`,
          visit.state.source.origin,
        );
      return;
    }
    const depth = visit.chain.findIndex(({ automata }) => automata === owner);
    const variables =
      depth < 0
        ? variablesOf(visit.chain, visit.locals)
        : variablesOf(visit.chain.slice(0, depth + 1), new Map());
    if (depth >= 0)
      for (const name of visit.locals.keys())
        if (!variables.has(name)) variables.assumptions.set(name, 'automata-transitions');
    const payload = raised.payload ?? this.sandbox.object([]);
    variables.set('payload', payload);
    const chain = depth < 0 ? visit.chain : visit.chain.slice(0, depth + 1);
    const locals = depth < 0 ? visit.locals : new Map<string, ValueRef>();
    this.at = { scope: owner, phase: 'transitions', chain, locals, payload };
    const taken = yield* this.caseOf(owner, event, variables);
    if (taken === undefined) {
      const { origin } = owner.source.get('transitions').get(event);
      const outer = owners.slice(owners.indexOf(owner) + 1);
      if (outer.some((scope) => scope.source.get('transitions').get(event).isGiven))
        this.evaluator.assumptions.make('no-case', origin);
      const written = transitionCases(owner, event)
        .map(({ source }) => source.get('error_message'))
        .find(({ isGiven }) => isGiven);
      if (written) this.evaluator.assumptions.make('error-message', written.origin);
      this.evaluator.note('no-case', msg`No condition of \`${event}\` holds, so the state stays.`, origin);
      return;
    }
    const target = this.scopeOf(taken);
    if (target === undefined) return;
    const inputs = yield* this.targetInputs(taken, target, variables);
    const { said, buttonId } = raised;
    yield* this.run(target, { event, inputs, said, buttonId });
  }

  /** The first case of a transition whose condition is true. */
  private *caseOf(
    owner: ProgramScope,
    event: string,
    variables: Variables,
  ): Pausable<TransitionCase | undefined> {
    const transition = owner.source.get('transitions').get(event).origin;
    yield* this.reach('transition', transition, variables);
    for (const one of transitionCases(owner, event)) {
      if (!(yield* this.holds(one.condition, variables))) continue;
      const { origin } = one.source;
      if (origin !== transition) yield* this.reach('case', origin, variables);
      if (origin) this.options.onReach?.(origin);
      return one;
    }
    return undefined;
  }

  private *holds(condition: SourceValue | undefined, variables: Variables): Pausable<boolean> {
    if (!condition?.isGiven) return true;
    const { value } = condition;
    if (typeof value === 'boolean') return value;
    if (isNumberText(value)) return Number(value.text) !== 0;
    return this.sandbox.describe(yield* this.evaluator.evaluate(condition, variables)).isTruthy;
  }

  /** The inputs of the target that a case passes. */
  private *targetInputs(
    { source }: TransitionCase,
    target: ProgramScope,
    variables: Variables,
  ): Pausable<ReadonlyMap<string, ValueRef>> {
    const inputs = new Map<string, ValueRef>();
    const declared = target.source.get('inputs').entries();
    const passed = source.get('target_inputs');
    const dropped: string[] = [];
    for (const [name, value] of passed.entries()) {
      const ref = yield* this.evaluator.evaluate(value, variables);
      if (!declared.some(([input]) => input === name)) dropped.push(name);
      else if (this.sandbox.isGiven(ref)) inputs.set(name, ref);
    }
    if (dropped.length > 0) {
      const message = msg`${labelOf(target)} has no input ${quoted(dropped)}, so nothing is passed to it.`;
      this.evaluator.noteOnce(
        JSON.stringify(sourceRangeOf(passed.origin)),
        'input-dropped',
        message,
        passed.origin,
      );
    }
    return inputs;
  }

  /** The target of a case; undefined if it does not exist, which is reported. */
  private scopeOf(taken: TransitionCase): ProgramScope | undefined {
    const written = targetOf(taken);
    const name = written.text;
    const target = targetScopeOf(this.program, taken);
    // In the root, a bare target can only be one of its own states.
    if (taken.owner.kind === 'automata' && taken.owner.parent && name !== undefined && /^[^.#]/.test(name))
      this.evaluator.assumptions.make('bare-target', written.origin);
    if (target === undefined)
      this.evaluator.error(
        'target-missing',
        msg`There is no state \`${name ?? ''}\`, so the state stays.`,
        written.origin,
      );
    return target;
  }

  /** Enters states until one waits for the user. */
  private *run(first: ProgramScope, passed: TransitionArguments): Step<void> {
    let next: Next | undefined = { target: first, passed };
    // Whether the message of the current state was left out because ALWAYS leads on.
    let isUnseen = false;
    for (let count = 0; next !== undefined; count++) {
      const source: Visit | undefined = this.current;
      if (count === MAX_STATES_IN_A_ROW) {
        const message = msg`${MAX_STATES_IN_A_ROW} states were entered without waiting for the user: this loop does not end.`;
        this.evaluator.error('endless', message, next.target.source.origin);
        // Its buttons lead out of the loop.
        if (isUnseen && source?.state.source.get('render').isGiven) yield* this.show(source);
        return;
      }
      this.enteredAt = this.outputs.length;
      const visit: Visit | undefined = yield* this.enter(next.target, next.passed);
      if (visit === undefined) {
        // The form was closed. A state that was only passed through shows its message now.
        if (isUnseen && source) yield* this.show(source);
        return;
      }
      this.leave(source, visit);
      this.current = visit;
      const { path, source: written } = visit.state;
      if (written.origin) this.options.onReach?.(written.origin);
      // Remarks about inputs and `context` follow the state.
      this.outputs.splice(this.enteredAt, 0, {
        kind: 'state',
        path,
        event: next.passed.event,
        place: sourceRangeOf(written.origin),
      });
      yield* this.runTasks(visit);
      yield* this.assignOutputs(visit.state, visit.chain, visit.locals);
      const always: Next | undefined = yield* this.always(visit, next.passed);
      isUnseen = always !== undefined;
      next = always ?? (yield* this.finish(visit));
    }
  }

  /** Releases values of the previous visit. */
  private leave(before: Visit | undefined, now: Visit): void {
    if (before === undefined) return;
    for (const value of new Set(before.locals.values())) this.sandbox.drop(value);
    for (const active of before.chain) {
      if (now.chain.includes(active)) continue;
      this.sandbox.drop(active.own);
      this.sandbox.drop(active.context);
    }
  }

  /** The target of ALWAYS, taken immediately. */
  private *always(visit: Visit, passed: TransitionArguments): Pausable<Next | undefined> {
    const transition = visit.state.source.get('transitions').get('ALWAYS');
    if (!transition.isGiven) return undefined;
    const { state, chain, locals } = visit;
    this.at = { scope: state, phase: 'transitions', chain, locals };
    const variables = variablesOf(chain, locals).set('payload', this.sandbox.object([]));
    const taken = yield* this.caseOf(state, 'ALWAYS', variables);
    const target = taken && this.scopeOf(taken);
    if (target === undefined) return undefined;
    const { assumptions } = this.evaluator;
    const inputs = taken?.source.get('target_inputs');
    if (inputs?.isGiven) assumptions.make('always-inputs', inputs.origin);
    const render = visit.state.source.get('render');
    if (!assumptions.has('always-first') && namesOfValue(render).size > 0)
      assumptions.make('always-first', render.origin);
    // The message of the user is passed on to the following states.
    return { target, passed: { ...NO_ARGUMENTS, event: 'ALWAYS', said: passed.said } };
  }

  /** Shows the message of a state, and raises DONE if it is final. */
  private *finish(visit: Visit): Pausable<Next | undefined> {
    yield* this.show(visit);
    return visit.state.isFinal ? yield* this.done(visit, visit.chain.length - 1) : undefined;
  }

  private *done(visit: Visit, depth: number): Pausable<Next | undefined> {
    const active = visit.chain[depth];
    if (active === undefined) return undefined;
    const { automata } = active;
    const chain = visit.chain.slice(0, depth + 1);
    const locals = new Map<string, ValueRef>();
    yield* this.assignOutputs(automata, chain, locals);
    const transition = automata.source.get('transitions').get('DONE');
    if (transition.isGiven) {
      const variables = variablesOf(chain, locals).set('payload', this.sandbox.object([]));
      this.at = { scope: automata, phase: 'transitions', chain, locals };
      const taken = yield* this.caseOf(automata, 'DONE', variables);
      const target = taken && this.scopeOf(taken);
      const assumption = automata.parent === undefined ? 'done-in-root' : 'done-after';
      if (target) this.evaluator.assumptions.make(assumption, transition.origin);
      if (taken && target)
        return {
          target,
          passed: {
            ...NO_ARGUMENTS,
            event: 'DONE',
            inputs: yield* this.targetInputs(taken, target, variables),
          },
        };
    }
    if (automata.parent === undefined) {
      this.hasEnded = true;
      this.outputs.push({ kind: 'ended' });
    } else if (automata.isFinal) return yield* this.done(visit, depth - 1);
    else
      this.evaluator.note(
        'event-unhandled',
        msg`\`${automata.name}\` is done, but nothing handles its DONE.`,
        automata.source.origin,
      );
    return undefined;
  }

  /** Enters a state or automata; undefined if a form was closed or there is no initial state. */
  private *enter(target: ProgramScope, passed: TransitionArguments): Step<Visit | undefined> {
    const path = ancestry(target);
    const chain: ActiveAutomata[] = [];
    for (const active of this.current?.chain ?? []) {
      const scope = path[chain.length];
      if (scope !== active.automata || scope === target) break;
      chain.push(active);
    }
    const source = this.current;
    // The message of the user reaches everything that is entered.
    const others = { ...NO_ARGUMENTS, event: passed.event, said: passed.said };
    for (let scope = path[chain.length]; scope !== undefined; ) {
      const inputs: Map<string, ValueRef> | undefined = yield* this.enterInputs(
        scope,
        chain,
        scope === target ? passed : others,
        source,
      );
      if (inputs === undefined) return undefined;
      if (scope.kind === 'state') return { state: scope, chain, locals: inputs, buttons: [] };
      chain.push(yield* this.activate(scope, chain, inputs));
      scope = path[chain.length] ?? this.initialOf(scope);
    }
    return undefined;
  }

  private initialOf(automata: ProgramAutomata): ProgramScope | undefined {
    const { initial, source } = automata;
    const found = initialScopeOf(this.program, automata);
    if (found) return found;
    const name = labelOf(automata);
    const message =
      initial === '' ? msg`${name} has no \`initial\` state.` : msg`${name} has no state \`${initial}\`.`;
    this.evaluator.error('target-missing', message, source.get('initial').origin);
    return undefined;
  }

  /** Evaluates the variables that an automata declares, after its inputs. */
  private *activate(
    automata: ProgramAutomata,
    outer: readonly ActiveAutomata[],
    inputs: Map<string, ValueRef>,
  ): Pausable<ActiveAutomata> {
    const own = this.sandbox.keep(this.sandbox.object([]));
    const contexts = [own, ...outer.map((active) => active.own).toReversed()];
    const context = this.sandbox.contextOf(contexts);
    const active: ActiveAutomata = { automata, own, context, inputs };
    const declarations = automata.source.get('context');
    if (this.entered.has(automata) && declarations.entries().length > 0)
      this.evaluator.assumptions.make('new-context', declarations.origin);
    this.entered.add(automata);
    const variables = variablesOf(outer, inputs).set('context', context);
    this.at = { scope: automata, phase: 'context', chain: [...outer, active], locals: new Map() };
    const given = automata.parent === undefined ? this.options.start?.context : undefined;
    for (const [name, declared] of declarations.entries()) {
      const value = isVariable(declared) ? declared.get('value') : declared;
      yield* this.reach('context', declared.origin, variables);
      const ref =
        given && Object.hasOwn(given, name)
          ? this.sandbox.fromJson(JSON.stringify(given[name]))
          : yield* this.evaluator.evaluate(value, variables);
      this.sandbox.set(own, name, ref);
    }
    for (const [name, value] of Object.entries(given ?? {}))
      this.sandbox.set(own, name, this.sandbox.fromJson(JSON.stringify(value)));
    return active;
  }

  /** The inputs of a state or automata after its form was filled in; undefined if it was closed. */
  private *enterInputs(
    scope: ProgramScope,
    chain: readonly ActiveAutomata[],
    passed: TransitionArguments,
    source: Visit | undefined,
  ): Step<Map<string, ValueRef> | undefined> {
    const entries = scope.source.get('inputs').entries();
    const asked = entries.filter(([name, input]) => isFilledByForm(input) && !passed.inputs.has(name));
    const variables = variablesOf(chain, new Map());
    for (const [name, value] of source?.locals ?? []) {
      if (variables.has(name)) continue;
      variables.set(name, value);
      variables.assumptions.set(name, 'form-variables');
    }
    const asking = asked.map(([name, input]) => ({ name, input }));
    const answers = yield* this.form(scope, chain, asking, variables, source);
    if (answers === undefined) return undefined;
    const inputs = new Map<string, ValueRef>();
    this.at = { scope, phase: 'inputs', chain, locals: inputs };
    yield* this.reach(scope.kind, scope.source.origin);
    for (const [name, input] of entries) {
      yield* this.reach('input', input.origin);
      if (input.origin) this.options.onReach?.(input.origin);
      const value = yield* this.inputValue(name, input, passed, answers, variablesOf(chain, inputs));
      inputs.set(name, this.sandbox.keep(value));
    }
    return inputs;
  }

  private *inputValue(
    name: string,
    input: SourceValue,
    passed: TransitionArguments,
    answers: ReadonlyMap<string, Json>,
    variables: Variables,
  ): Pausable<ValueRef> {
    if (!input.isMap) return yield* this.evaluator.evaluate(input, variables);
    const value = input.get('value');
    if (value.value === 'UNSTABLE_button_id' && passed.buttonId !== undefined)
      return this.sandbox.fromJson(JSON.stringify(passed.buttonId));
    const { assumptions } = this.evaluator;
    const given = passed.inputs.get(name);
    if (value.isGiven) {
      if (given !== undefined) assumptions.make('value-first', value.origin);
      return yield* this.evaluator.evaluate(value, variables);
    }
    const isSaid = isChatInput(input) && passed.said !== undefined;
    if (given !== undefined) {
      if (isSaid || isFilledByForm(input)) assumptions.make('passed-first', input.origin);
      return given;
    }
    const answer = answers.get(name);
    if (answer !== undefined) return this.sandbox.fromJson(JSON.stringify(answer));
    if (isSaid) {
      if (passed.event === 'ALWAYS') assumptions.make('message-through-always', input.origin);
      return this.sandbox.fromJson(JSON.stringify(passed.said));
    }
    return yield* this.evaluator.evaluate(input.get('default_value'), variables);
  }

  private *form(
    scope: ProgramScope,
    chain: readonly ActiveAutomata[],
    asked: readonly FormInput[],
    variables: Variables,
    source: Visit | undefined,
  ): Step<ReadonlyMap<string, Json> | undefined> {
    if (asked.length === 0) return new Map();
    this.at = { scope, phase: 'form', chain, locals: new Map(source?.locals) };
    const fields: AskedField[] = [];
    for (const one of asked)
      fields.push({ ...one, field: yield* formFieldOf(one, this.evaluator, variables) });
    const { origin } = scope.source.get('inputs');
    const opened: ConversationOutput = {
      kind: 'form',
      state: scope.path,
      fields: fields.map(({ field }) => field),
      place: sourceRangeOf(origin),
    };
    this.outputs.push(opened);
    for (;;) {
      this.formFields = fields;
      const answer = yield { kind: 'form' };
      this.formFields = [];
      if (answer.kind !== 'form') {
        if (source !== undefined) return undefined;
        this.evaluator.note(
          'form-first',
          msg('The form stays open, because there is no state before it.'),
          origin,
        );
        this.outputs.push(opened);
        continue;
      }
      const values = new Map<string, Json>();
      const unknown = Object.keys(answer.values).find((name) => !asked.some((one) => one.name === name));
      let problem: FieldProblem | undefined;
      if (unknown !== undefined) {
        const names = asked.map(({ name }) => name);
        const near = didYouMean(nearestNames(unknown, names));
        const advice = isBlank(near) ? msg` Its fields are ${quoted(names)}.` : near;
        const message = joinMessages([msg`The form has no field \`${unknown}\`.`, advice]);
        problem = { field: unknown, message, place: opened.place };
      }
      for (const one of fields) {
        const validated = this.validateField(one, answer.values[one.name]);
        problem ??= validated.problem;
        if (validated.value !== undefined) values.set(one.name, validated.value);
      }
      if (problem === undefined) return values;
      this.outputs.push({ kind: 'form_error', ...problem });
    }
  }

  private validateField(
    { name, input, field }: AskedField,
    given: Json | undefined,
  ): { readonly value?: Json; readonly problem?: FieldProblem } {
    const { value, problem } = validateField(field, input, given);
    if (problem === undefined) return value === undefined ? {} : { value };
    const written = errorMessageOf(input);
    if (written) this.evaluator.assumptions.make('error-message', written.origin);
    return { problem: { field: name, message: problem, place: field.place } };
  }

  private *runTasks(visit: Visit): Step<void> {
    const { state, chain, locals } = visit;
    this.at = { scope: state, phase: 'tasks', chain, locals };
    for (const [index, task] of state.source.get('tasks').children().entries()) {
      yield* this.reach('task', task.origin);
      if (task.origin) this.options.onReach?.(task.origin);
      yield* executeTask({
        catalog: this.program.catalog,
        task,
        index,
        visit,
        sandbox: this.sandbox,
        evaluator: this.evaluator,
        taskStub: this.taskStub,
        cached: this.cached,
        pauses: this.pauses,
        onOutput: (output) => this.outputs.push(output),
        ...(this.options.onTask ? { onTask: this.options.onTask } : {}),
      });
    }
  }

  /** Evaluates the outputs of a state or automata. Plain outputs are visible after all of them. */
  private *assignOutputs(
    scope: ProgramScope,
    chain: readonly ActiveAutomata[],
    locals: Map<string, ValueRef>,
  ): Pausable<void> {
    const plain = new Map<string, ValueRef>();
    this.at = { scope, phase: 'outputs', chain, locals, outputs: plain };
    const context = chain.at(-1)?.context;
    for (const [name, output] of scope.source.get('outputs').entries()) {
      yield* this.reach('output', output.origin);
      if (output.origin) this.options.onReach?.(output.origin);
      const source = isVariable(output) ? output.get('value') : output;
      const { faults } = this.evaluator;
      const value = yield* this.evaluator.evaluate(source, variablesOf(chain, locals));
      const hasFailed = this.evaluator.faults > faults;
      const variable = /^context\.(.*)$/s.exec(name)?.[1];
      if (variable === undefined) {
        this.warnOfContextName(name, output, chain);
        // A variable that fails keeps its value.
        if (!hasFailed || !locals.has(name)) plain.set(name, hasFailed ? this.sandbox.nothing() : value);
      } else if (variable.includes('.')) {
        const message = msg`An output cannot set a part of a context variable. Set \`context.${variable.split('.')[0]}\` as a whole.`;
        this.evaluator.error('context-member-output', message, output.origin);
      } else if (context !== undefined && !hasFailed) {
        this.noteLost(variable, output, chain, context);
        const fault = this.sandbox.set(context, variable, value);
        if (fault) this.evaluator.error('expression-fault', fault.message, output.origin);
      }
    }
    for (const [name, value] of plain) locals.set(name, this.sandbox.keep(value));
  }

  /** A new variable of an automata within another ends with it. */
  private noteLost(
    name: string,
    { origin }: SourceValue,
    chain: readonly ActiveAutomata[],
    context: ValueRef,
  ): void {
    const { automata } = chain.at(-1) ?? {};
    if (automata?.parent === undefined || this.sandbox.has(context, name)) return;
    const message = msg`No automata declares \`context.${name}\`, so it is lost when \`${automata.name}\` ends.`;
    this.evaluator.noteOnce(JSON.stringify([automata.path, name]), 'context-lost', message, origin);
  }

  private warnOfContextName(name: string, output: SourceValue, chain: readonly ActiveAutomata[]): void {
    const isDeclared = chain.some(({ automata }) =>
      automata.source
        .get('context')
        .entries()
        .some(([declared]) => declared === name),
    );
    if (!isDeclared) return;
    const message = msg`The output \`${name}\` does not change \`context.${name}\`. Write \`context.${name}\` as its name to change that.`;
    this.evaluator.note('output-not-in-context', message, output.origin);
  }

  /** A context as JSON, with a note at each variable that has none. */
  private contextOf(context: ValueRef, chain: readonly ActiveAutomata[]): Json {
    return contextJson(context, this.sandbox, (name, message) => {
      const declarations = chain.map(({ automata }) => automata.source.get('context').get(name));
      const declared = declarations.findLast(({ value }) => value !== undefined);
      const owner = chain.at(-1)?.automata.source;
      this.evaluator.noteOnce(name, 'not-json', message, (declared ?? owner)?.origin);
    });
  }

  private inputsOf({ state, locals }: Visit): { readonly inputs?: { readonly [name: string]: Json } } {
    const { recordedInputs = [] } = this.options;
    if (recordedInputs.length === 0) return {};
    const declared = new Map(state.source.get('inputs').entries());
    const recorded = recordedInputs.flatMap((name) => {
      const value = declared.has(name) ? locals.get(name) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
    return { inputs: contextJson(this.sandbox.object(recorded), this.sandbox) };
  }

  private *show(visit: Visit): Pausable<void> {
    const { state, chain, locals } = visit;
    const render = state.source.get('render');
    this.at = { scope: state, phase: 'render', chain, locals };
    if (render.isGiven) yield* this.reach('render', render.origin);
    const { buttons, ...rendered } = yield* renderOf(render, this.evaluator, variablesOf(chain, locals));
    if (render.isGiven && render.origin) this.options.onReach?.(render.origin);
    visit.buttons = buttons.map((button) =>
      button.payloadValue === undefined
        ? button
        : { ...button, payloadValue: this.sandbox.keep(button.payloadValue) },
    );
    const context = chain.at(-1)?.context;
    this.outputs.push({
      kind: 'message',
      state: state.path,
      ...rendered,
      buttons: buttons.map(({ payloadValue: _value, id: _id, ...button }) => button),
      canChat: state.source.get('transitions').get('CHAT').isGiven,
      context: context === undefined ? {} : this.contextOf(context, chain),
      ...this.inputsOf(visit),
      place: sourceRangeOf((render.isGiven ? render : state.source).origin),
    });
  }
}

/** How messages name a state or automata. */
function labelOf(scope: ProgramScope): string | Message {
  return scope.parent ? `\`${stateLabel(scope.path)}\`` : msg('The automata');
}

function answerOf(event: ConversationEvent): QuestionAnswer | undefined {
  if ('form' in event) return { kind: 'form', values: event.form };
  if ('cancel' in event) return { kind: 'cancel' };
  if ('task' in event) return { kind: 'task', value: event.task };
  if ('task_error' in event) return { kind: 'task_error', message: event.task_error };
  return undefined;
}

/** Whether an output or context variable is an object with its type and value. */
function isVariable(located: SourceValue): boolean {
  const names = located.entries().map(([name]) => name);
  return (
    names.includes('value') && names.every((name) => name === 'value' || name === 'type' || name === 'name')
  );
}

function quoted(names: readonly string[]): Message {
  return seriesOf(
    names.map((name) => `\`${name}\``),
    ',',
  );
}
