import type { DecidedPromise } from '../../compare/promises/decide';
import type { ConversationEvent, Json } from '../../run/conversation/events';
import { displayText } from '../../run/sandbox/json';
import { comparedTexts } from '../../run/scenario/compared-texts';
import type { PromiseKind } from '../../run/scenario/promise';
import { append } from '../../text/append';
import { textDifference } from '../../text/difference';
import { joined, json, type Printable, plain, styled, workflowCommand } from '../printer';
import { atLeastBeginning, eventLines } from './event-lines';
import { formatJunit, type JunitCase } from './junit';
import type { Transcript } from './transcript';

export const TEST_FORMATS = ['text', 'json', 'junit', 'tap', 'github'] as const;

export interface ScenarioFailure {
  /** The line of the scenario file, from 1. */
  readonly line: number;
  readonly message: string;
  readonly expected: Json;
  readonly actual: Json;
  /** The source of the value. */
  readonly at?: { readonly file: string; readonly line: number };
}

export interface ScenarioResult {
  readonly file: string;
  readonly name: string;
  readonly failures: readonly ScenarioFailure[];
  /** The duration of the run. */
  readonly seconds: number;
  /** The conversation up to the failure. */
  readonly transcript?: Transcript | undefined;
}

/** A promise that was decided. */
export interface PromiseResult {
  readonly file: string;
  /** The line of the scenario file, from 1. */
  readonly line: number;
  readonly kind: PromiseKind;
  /** The promise in one line. */
  readonly title: string;
  readonly result: DecidedPromise['result'];
  /** The conversation that refutes it; of `reachable`, the one that proves it. */
  readonly events?: readonly ConversationEvent[] | undefined;
  /** Why it is undecided. */
  readonly why: readonly string[];
  readonly seconds: number;
}

/** All results of a run. */
export interface TestResults {
  readonly scenarios: readonly ScenarioResult[];
  readonly promises: readonly PromiseResult[];
  /** Whether undecided promises do not fail. */
  readonly allowsUndecided: boolean;
}

/** @param start when the first scenario was run, for formats that state it */
export function formatResults(
  format: (typeof TEST_FORMATS)[number],
  results: TestResults,
  { colour, start }: { readonly colour: boolean; readonly start: Date },
): Printable {
  switch (format) {
    case 'json':
      return jsonResults(results);
    case 'junit':
      return junitResults(results, start);
    case 'tap':
      return tapResults(results);
    case 'github':
      return githubResults(results);
    default:
      return textResults(results, colour);
  }
}

export function hasFailed({ failures }: ScenarioResult): boolean {
  return failures.length > 0;
}

/** Whether a promise fails the run. */
export function isFailedPromise({ result }: PromiseResult, allowsUndecided: boolean): boolean {
  return result === 'refuted' || (result === 'undecided' && !allowsUndecided);
}

/** How many passed, failed, and neither did. */
function countsOf({ scenarios, promises, allowsUndecided }: TestResults) {
  const broken = promises.filter((one) => isFailedPromise(one, allowsUndecided)).length;
  const undecided = allowsUndecided ? promises.filter(({ result }) => result === 'undecided').length : 0;
  const failed = scenarios.filter(hasFailed).length;
  const passed = scenarios.length - failed + promises.length - broken - undecided;
  return { passed, failed: failed + broken, undecided };
}

/** What is wrong with a promise that is not proven, and the conversation that shows it. */
function promiseLines({ result, events, why }: PromiseResult): {
  readonly message: string;
  readonly steps: readonly string[];
} {
  if (result === 'undecided') return { message: `Not decided: ${why.join(' ')}`, steps: [] };
  if (events === undefined) return { message: 'Refuted: no conversation has such a message.', steps: [] };
  return { message: 'Refuted by this conversation:', steps: atLeastBeginning(eventLines(events)) };
}

function hasPassed(result: ScenarioResult): boolean {
  return !hasFailed(result);
}

/** A duration for people. */
function shownDuration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

function textResults(results: TestResults, colour: boolean): Printable {
  const paint = (style: string, part: Printable | string) => styled(colour ? style : undefined, part);
  const parts: Printable[] = [];
  const show = (result: ScenarioResult) => {
    parts.push(
      plain`  ${hasPassed(result) ? paint('32', 'passed') : paint('31', 'FAILED')}  ${result.name} ${paint('2', `(${shownDuration(result.seconds)})`)}\n`,
    );
    for (const failure of result.failures) {
      parts.push(plain`    ${result.file}:${failure.line}: ${failure.message}\n`);
      if (hasValues(failure)) append(parts, differenceLines(failure, paint));
      if (failure.at) parts.push(plain`      from ${failure.at.file}:${failure.at.line}\n`);
    }
    const lines = result.transcript?.lines ?? [];
    if (lines.length > 0) parts.push(plain`    The conversation up to this point:\n`);
    for (const line of lines) parts.push(plain`      ${line}\n`);
  };
  const showPromise = (promise: PromiseResult) => {
    const { result, title, line, seconds } = promise;
    const style = isFailedPromise(promise, results.allowsUndecided)
      ? '31'
      : result === 'proven'
        ? '32'
        : '33';
    const word = result === 'refuted' ? 'REFUTED' : result;
    parts.push(plain`  ${paint(style, word)}  ${title} ${paint('2', `(${shownDuration(seconds)})`)}\n`);
    if (result === 'proven') return;
    const { message, steps } = promiseLines(promise);
    parts.push(plain`    ${promise.file}:${line}: ${message}\n`);
    for (const step of steps) parts.push(plain`      ${step}\n`);
  };
  const files = new Set([...results.scenarios, ...results.promises].map((one) => one.file));
  for (const file of files) {
    parts.push(plain`${file}\n`);
    for (const one of results.scenarios) if (one.file === file) show(one);
    for (const one of results.promises) if (one.file === file) showPromise(one);
  }
  const { passed, failed, undecided } = countsOf(results);
  const others = undecided > 0 ? `, ${undecided} undecided` : '';
  if (files.size > 0) parts.push(plain`\n${passed} passed, ${failed} failed${others}\n`);
  return joined(parts);
}

function differenceLines(
  failure: ScenarioFailure,
  paint: (style: string, part: string) => Printable,
): Printable[] {
  const { expected, actual } = comparedTexts(failure, shownValue);
  const { removed, added } = textDifference(expected, actual);
  // Further lines are aligned with the first.
  const block = (label: string, style: string, lines: readonly string[]) =>
    lines.map(
      (line, index) =>
        plain`      ${paint(style, `${index === 0 ? label : ' '.repeat(label.length)}${line}`)}\n`,
    );
  return [...block('expected: ', '32', removed), ...block('actual:   ', '31', added)];
}

/** An empty text has quotes, as it would not be visible. */
function shownValue(value: Json): string {
  return value === '' ? '""' : displayText(value);
}

/** Whether a failure is about a value. */
function hasValues({ expected, actual }: ScenarioFailure): boolean {
  return expected !== null || actual !== null;
}

/** The values of a failure, and their source. */
function details(failure: ScenarioFailure): string[] {
  const { expected, actual } = comparedTexts(failure, shownValue);
  return [
    ...(hasValues(failure) ? [`expected: ${expected}`, `actual: ${actual}`] : []),
    ...(failure.at ? [`from ${failure.at.file}:${failure.at.line}`] : []),
  ];
}

function jsonResults(results: TestResults): Printable {
  const { passed, failed, undecided } = countsOf(results);
  const scenarios = results.scenarios.map((result) => ({
    file: result.file,
    name: result.name,
    status: hasPassed(result) ? 'passed' : 'failed',
    seconds: Number(result.seconds.toFixed(3)),
    failures: result.failures,
    transcript: result.transcript?.data,
  }));
  const { allowsUndecided } = results;
  const promises = results.promises.map(promiseData);
  return json(
    {
      passed,
      failed,
      ...(allowsUndecided ? { undecided } : {}),
      scenarios,
      ...(promises.length > 0 ? { promises } : {}),
    },
    2,
  );
}

/** A promise as data. */
export function promiseData({ file, kind, line, result, events, why, seconds }: PromiseResult) {
  return {
    file,
    promise: kind,
    line,
    result,
    ...(events === undefined ? {} : { events }),
    ...(why.length > 0 ? { why } : {}),
    seconds: Number(seconds.toFixed(3)),
  };
}

function junitResults({ scenarios, promises, allowsUndecided }: TestResults, start: Date): Printable {
  const cases = scenarios.map(
    (result): JunitCase => ({
      classname: result.file,
      name: result.name,
      seconds: result.seconds,
      failure: junitFailure(result),
    }),
  );
  const ofPromises = promises.map((one): JunitCase => {
    const { file, line, title, seconds, result } = one;
    const { message, steps } = promiseLines(one);
    const text = [`${file}:${line}: ${message}`, ...steps].join('\n');
    const failure = isFailedPromise(one, allowsUndecided) ? { type: 'promise', message, text } : undefined;
    const skipped = result === 'undecided' ? message : undefined;
    return { classname: file, name: title, seconds, failure, skipped };
  });
  return formatJunit([...cases, ...ofPromises], start);
}

function junitFailure({ file, failures, transcript }: ScenarioResult): JunitCase['failure'] {
  const [first] = failures;
  if (first === undefined) return undefined;
  const texts = failures.flatMap((one) => [`${file}:${one.line}: ${one.message}`, ...details(one)]);
  const conversation = transcript ? ['', 'The conversation up to this point:', ...transcript.lines] : [];
  return { type: 'expectation', message: first.message, text: [...texts, ...conversation].join('\n') };
}

function tapResults({ scenarios, promises, allowsUndecided }: TestResults): Printable {
  // A description ends where a directive begins.
  const described = (file: string, name: string) => `${file}: ${name}`.replace(/[\\#]/g, '\\$&');
  const points = scenarios.map((result, index) => {
    const description = described(result.file, result.name);
    const point = plain`${hasPassed(result) ? '' : 'not '}ok ${index + 1} - ${description}\n`;
    if (hasPassed(result)) return point;
    // Diagnostics are YAML, and so is JSON.
    const failures = joined(result.failures.map((one) => plain`    - ${json(one)}`));
    return plain`${point}  ---\n  failures:\n${failures}  ...\n`;
  });
  const ofPromises = promises.map((one, index) => {
    const isFailure = isFailedPromise(one, allowsUndecided);
    const directive = one.result === 'undecided' && !isFailure ? ' # SKIP not decided' : '';
    const number = scenarios.length + index + 1;
    const point = plain`${isFailure ? 'not ' : ''}ok ${number} - ${described(one.file, one.title)}${directive}\n`;
    if (one.result === 'proven') return point;
    return plain`${point}  ---\n  promise: ${json(promiseData(one))}\n  ...\n`;
  });
  const count = scenarios.length + promises.length;
  return plain`TAP version 14\n1..${count}\n${joined([...points, ...ofPromises])}`;
}

function githubResults({ scenarios, promises, allowsUndecided }: TestResults): Printable {
  const ofPromises = promises.flatMap((one) => {
    if (one.result === 'proven') return [];
    const { message, steps } = promiseLines(one);
    const level = isFailedPromise(one, allowsUndecided) ? 'error' : 'warning';
    const properties = { file: one.file, line: one.line, title: one.title };
    return [workflowCommand(level, properties, [message, ...steps].join('\n'))];
  });
  const ofScenarios = joined(
    scenarios.flatMap(({ file, name, failures }) =>
      failures.map((failure) =>
        workflowCommand(
          'error',
          { file, line: failure.line, title: name },
          [failure.message, ...details(failure)].join('\n'),
        ),
      ),
    ),
  );
  return joined([ofScenarios, ...ofPromises]);
}
