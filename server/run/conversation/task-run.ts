import { leadingBlanks, lineEnd, lineStarts } from '../../text/lines';
import { joinMessages, type Message, msg, seriesOf, type TextOrMessage } from '../../text/message';
import { isRecord } from '../../text/own-value';
import type { Range } from '../../text/range';
import { type Evaluator, expressionSourceRange, sourceRangeOf } from '../sandbox/evaluator';
import { jsonMember } from '../sandbox/json';
import { isSandboxError, type Sandbox } from '../sandbox/sandbox';
import type { ConversationOutput, Json, Remark, SourceRange, TaskQuestion } from './events';
import type { Reached } from './points';
import type { SourceValue } from './source-value';
import {
  CODE_RUNNER,
  exampleOf,
  type KnownModules,
  type OnTask,
  resultSpecOf,
  type TaskCall,
  type TaskStub,
  widgetId,
} from './tasks';
import { type PendingQuestion, type QuestionAnswer, type Visit, variablesOf } from './visit';

export interface TaskExecution {
  readonly catalog: KnownModules;
  readonly task: SourceValue;
  readonly index: number;
  readonly visit: Visit;
  readonly sandbox: Sandbox;
  readonly evaluator: Evaluator;
  readonly taskStub: TaskStub;
  /** Results of tasks with `cache`, by task and configuration. */
  readonly cached: Map<string, Json>;
  readonly onOutput: (output: ConversationOutput) => void;
  readonly onTask?: OnTask;
  /** Whether it pauses after a fault. */
  readonly pauses: boolean;
}

type TaskOutcome =
  | { readonly value: Json }
  /** `place`: if it is not the task. */
  | { readonly error: TextOrMessage; readonly place?: SourceRange | undefined };

/** Requests the result of a task, and defines its variables. */
export function* executeTask(run: TaskExecution): Generator<PendingQuestion | Reached, void, QuestionAnswer> {
  const { task, index, visit, sandbox, evaluator, onOutput } = run;
  const source = task.get('module_config');
  const config = evaluator.json(
    yield* evaluator.evaluate(source, variablesOf(visit.chain, visit.locals)),
    source.origin,
  );
  const moduleType = task.textOf('module_type');
  const result = resultSpecOf(run.catalog, moduleType, source);
  const name = task.get('name').text;
  const call: TaskCall = { state: visit.state.path, name, index, moduleType, config, result };
  const common = { state: call.state, name, index, moduleType, config, place: sourceRangeOf(task.origin) };
  const key = isCached(task, visit) ? JSON.stringify([call.state, index, config]) : undefined;
  const known = key === undefined ? undefined : run.cached.get(key);
  if (known !== undefined) evaluator.assumptions.make('cache-length', task.origin);
  const computed = known === undefined ? runCode(run, call) : { value: known };
  const answer = computed ?? (yield* taskStub(run, call, common));
  if ('error' in answer) {
    const message = msg`${labelOf(call)} failed: ${withFullStop(answer.error)}`;
    const fault: Remark = {
      kind: 'error',
      code: 'task-failed',
      message,
      place: answer.place ?? common.place,
      isGiven: computed === undefined,
    };
    onOutput(fault);
    onOutput({ kind: 'task', ...common, results: {}, isGiven: computed === undefined });
    if (run.pauses) yield { kind: 'point', point: { kind: 'fault', origin: task.origin, fault } };
    return;
  }
  if (key !== undefined) run.cached.set(key, answer.value);
  const results = resultsOf(answer.value, call, (kind, message) =>
    onOutput({ kind, code: 'task-result', message, place: common.place }),
  );
  // A parameter that the model left out is undefined.
  for (const { name: parameter } of call.result.parameters)
    visit.locals.set(parameter, sandbox.keep(sandbox.nothing()));
  for (const [variable, value] of Object.entries(results))
    visit.locals.set(variable, sandbox.keep(sandbox.fromJson(JSON.stringify(value))));
  onOutput({ kind: 'task', ...common, results, isGiven: computed === undefined });
}

function* taskStub(
  { taskStub, onOutput, onTask }: TaskExecution,
  call: TaskCall,
  common: Omit<TaskQuestion, 'kind' | 'example' | 'call'>,
): Generator<PendingQuestion, TaskOutcome, QuestionAnswer> {
  let answer = taskStub(call);
  if (answer === undefined) {
    const { type: _type, ...result } = call.result;
    onOutput({ kind: 'ask', ...common, example: exampleOf(call), call: { ...call, result } });
    const given = yield { kind: 'task' };
    if (given.kind === 'task') answer = { value: given.value };
    else if (given.kind === 'task_error') answer = { error: given.message };
    else return { error: msg('it got no result.') };
  }
  onTask?.(call, answer);
  return answer;
}

/** A message of others as the end of a sentence; it may already end with a full stop. */
export function withFullStop(text: TextOrMessage): TextOrMessage {
  const shown = typeof text === 'string' ? text : text.template;
  return /[.!?。！？]$/.test(shown) ? text : joinMessages([text, '.']);
}

function labelOf({ name, moduleType, index }: TaskCall): Message {
  return name === undefined ? msg`Task ${index + 1} (${moduleType})` : msg`Task \`${name}\``;
}

/** `cache` of the configuration or the task takes precedence over that of the state and of its automata. */
function isCached(task: SourceValue, { state, chain }: Visit): boolean {
  const scopes = [state, ...chain.map(({ automata }) => automata).toReversed()];
  const written = [
    task.get('module_config').get('cache'),
    task.get('cache'),
    ...scopes.map(({ source }) => source.get('properties').get('cache')),
  ];
  return written.find(({ isGiven }) => isGiven)?.isTrue === true;
}

/** The variables that a result defines. */
function resultsOf(
  value: Json,
  { result, ...call }: TaskCall,
  report: (kind: Remark['kind'], message: Message) => void,
): { readonly [name: string]: Json } {
  // Names of authors may be those of members of any object: `__proto__`.
  const results = new Map<string, Json>();
  if (result.name !== undefined) results.set(result.name, value);
  for (const { name } of result.parameters) {
    const member = jsonMember(value, name);
    if (member !== undefined) results.set(name, member);
  }
  const missing = result.parameters.filter(({ name }) => jsonMember(value, name) === undefined);
  if (missing.length > 0) {
    const names = seriesOf(
      missing.map(({ name }) => `\`${name}\``),
      ',',
    );
    const label = labelOf({ ...call, result });
    if (isRecord(value))
      report('note', msg`The result of ${label} has no ${names}. What it leaves out is undefined.`);
    else report('error', msg`The result of ${label} must be an object with ${names}.`);
  }
  return Object.fromEntries(results);
}

/** The result of the Code Runner's JavaScript, which is run; undefined for any other task. */
function runCode(
  { sandbox, evaluator, task }: TaskExecution,
  { moduleType, config }: TaskCall,
): TaskOutcome | undefined {
  if (moduleType !== 'AnyWidgetModule' || widgetId(config) !== CODE_RUNNER) return undefined;
  const code = jsonMember(config, 'code');
  if (typeof code !== 'string') return { error: msg('`code` is not a text.') };
  const name = jsonMember(config, 'function') ?? 'main';
  if (typeof name !== 'string' || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
    return { error: msg('`function` is not the name of a function.') };
  if (/\bDate\b/.test(code)) evaluator.assumptions.make('fixed-date', task.origin);
  const params = JSON.stringify(jsonMember(config, 'params') ?? {});
  const value = sandbox.runCode(`${code}\n;return ${name}(params);`, params);
  if (!isSandboxError(value)) return { value: evaluator.jsonOf(value, task.origin) };
  const { origin } = task.get('module_config').get('code');
  const place = origin && expressionSourceRange(origin, code, lineRange(code, value.line));
  return { error: value.message, place };
}

/** The range of a line of a code, without its indentation; the first line if it is not known. */
function lineRange(code: string, line = 1): Range {
  const starts = lineStarts(code);
  const start = starts[Math.min(line, starts.length) - 1] ?? 0;
  const end = lineEnd(code, start);
  return { start: start + leadingBlanks(code.slice(start, end)), end };
}
