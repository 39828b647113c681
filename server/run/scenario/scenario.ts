import { type ExchangeData, isDataMap, isNumberText } from '../../exchange/data';
import type { DataOrigins } from '../../exchange/origins';
import { nearFields } from '../../format/near-fields';
import { type Message, msg, seriesOf } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import { EVENT_NAMES, EVENT_VALUES, eventOf } from '../conversation/event-of';
import type { ConversationEvent, Json, SourceRange } from '../conversation/events';
import { SourceValue } from '../conversation/source-value';
import type { TaskAnswer } from '../conversation/tasks';
import { sourceRangeOf } from '../sandbox/evaluator';
import { promiseOf, type ScenarioPromise } from './promise';
import { itemFault, typeFault } from './type-fault';

/** A file of scenarios. */
export interface ScenarioFile {
  /** The path of the main file, relative to the folder of this file; undefined if it is not given. */
  readonly automata: string | undefined;
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
  readonly promises: readonly ScenarioPromise[];
  /** Whether it has promises, valid or not. */
  readonly hasPromises: boolean;
  /** Problems of the file. */
  readonly problems: readonly ScenarioProblem[];
}

export interface ScenarioProblem {
  readonly message: Message;
  readonly place: SourceRange | undefined;
}

export interface Scenario {
  readonly name: string;
  readonly place: SourceRange | undefined;
  readonly start: { readonly state?: string; readonly context?: { readonly [name: string]: Json } };
  /** Results of tasks, by task name, `state.task` or module type. */
  readonly tasks: ReadonlyMap<string, TaskAnswer>;
  readonly steps: readonly ScenarioStep[];
}

export type ScenarioStep =
  | { readonly kind: 'event'; readonly event: ConversationEvent; readonly place: SourceRange | undefined }
  | { readonly kind: 'expect'; readonly expected: SourceValue; readonly place: SourceRange | undefined };

const SCENARIO_FIELDS = { name: 'scalar', start: 'map', tasks: 'map', steps: 'list' } as const;
const START_FIELDS = { state: 'scalar', context: 'map' } as const;
const STEPS: readonly string[] = ['expect', ...EVENT_NAMES];

/** The scenarios in the data of a file, and its problems. Never throws. */
export function scenariosOf(data: ExchangeData | undefined, origins: DataOrigins): ScenarioFile {
  const problems: ScenarioProblem[] = [];
  const file = new SourceValue(origins, data, data === undefined ? undefined : origins.originOfRoot(data));
  const fail = (message: Message, at: SourceValue) =>
    problems.push({ message, place: sourceRangeOf(at.origin) });
  const failIf = (message: Message | undefined, at: SourceValue) => message && fail(message, at);
  const listed = file.get('scenarios');
  const promised = file.get('promises');
  if (!listed.isList && (listed.isGiven || !promised.isList))
    fail(msg('A scenario file needs a list of `scenarios`.'), listed);
  failIf(typeFault('promises', promised, 'list'), promised);
  for (const [name, value] of file.entries())
    if (!['automata', 'seed', 'scenarios', 'promises'].includes(name))
      fail(msg`\`${name}\` is not a field of a scenario file.`, value);
  const automata = file.get('automata');
  failIf(typeFault('automata', automata, 'scalar'), automata);
  const seed = file.get('seed');
  failIf(typeFault('seed', seed, 'integer'), seed);
  const scenarios = listed.items().map((scenario, index) => {
    failIf(itemFault('scenarios', scenario), scenario);
    const name = scenario.get('name').text ?? `scenario ${index + 1}`;
    for (const [field, value] of scenario.entries())
      if (!isKeyOf(SCENARIO_FIELDS, field)) fail(msg`\`${field}\` is not a field of a scenario.`, value);
      else failIf(typeFault(field, value, SCENARIO_FIELDS[field]), value);
    const start = scenario.get('start');
    for (const [field, value] of start.entries())
      if (!isKeyOf(START_FIELDS, field)) {
        const near = nearFields('scenario-start', field, (name) => start.get(name).isGiven);
        fail(msg`${'`start`'} has no field \`${field}\`.${didYouMean(near)}`, value);
      } else failIf(typeFault(field, value, START_FIELDS[field]), value);
    const state = start.get('state').text;
    const context = start.get('context');
    return {
      name,
      place: sourceRangeOf(scenario.get('name').origin),
      start: {
        ...(state === undefined ? {} : { state }),
        ...(context.isMap ? { context: jsonOf(context.value) as { readonly [name: string]: Json } } : {}),
      },
      tasks: new Map(
        scenario
          .get('tasks')
          .entries()
          .map(([task, value]) => [task, answerOf(value)]),
      ),
      steps: scenario
        .get('steps')
        .items()
        .flatMap((step) => stepOf(step, fail) ?? []),
    };
  });
  const promises = promised.items().flatMap((item) => promiseOf(item, fail) ?? []);
  return {
    automata: automata.text,
    seed: Number(seed.text ?? 1),
    scenarios,
    promises,
    hasPromises: promised.isGiven,
    problems,
  };
}

function isKeyOf<T extends object>(object: T, name: string): name is keyof T & string {
  return Object.hasOwn(object, name);
}

function answerOf(value: SourceValue): TaskAnswer {
  const error = value.entries().length === 1 ? value.get('error').text : undefined;
  return error === undefined ? { value: jsonOf(value.value) } : { error };
}

function stepOf(
  step: SourceValue,
  fail: (message: Message, at: SourceValue) => void,
): ScenarioStep | undefined {
  const [kind, value] = step.entries()[0] ?? [];
  if (kind === undefined || value === undefined || step.entries().length !== 1 || !STEPS.includes(kind)) {
    const names = seriesOf(
      STEPS.map((one) => `\`${one}\``),
      ',',
    );
    fail(msg`A step must have exactly one of ${names}.`, step);
    return undefined;
  }
  const place = sourceRangeOf(value.origin);
  if (kind === 'expect') {
    const fault = typeFault(kind, value, 'map');
    if (fault) fail(fault, value);
    return { kind: 'expect', expected: value, place };
  }
  const event = eventOf(kind, jsonOf(value.value));
  if (event) return { kind: 'event', event, place };
  const message = EVENT_VALUES[kind];
  if (message) fail(message, value);
  return undefined;
}

/** Data as JSON. */
export function jsonOf(data: ExchangeData | undefined): Json {
  if (data === undefined || data === null) return null;
  if (isNumberText(data)) return Number(data.text);
  if (isDataMap(data)) return Object.fromEntries([...data].map(([name, value]) => [name, jsonOf(value)]));
  return typeof data === 'object' ? data.map(jsonOf) : data;
}
