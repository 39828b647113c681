import type { Json } from '../../run/conversation/events';
import { displayText } from '../../run/sandbox/json';
import { comparedTexts } from '../../run/scenario/compared-texts';
import { append } from '../../text/append';
import { textDifference } from '../../text/difference';
import { joined, json, type Printable, plain, styled, workflowCommand } from '../printer';
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

/** @param start when the first scenario was run, for formats that state it */
export function formatResults(
  format: (typeof TEST_FORMATS)[number],
  results: readonly ScenarioResult[],
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

function hasPassed(result: ScenarioResult): boolean {
  return !hasFailed(result);
}

/** A duration for people. */
function shownDuration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

function textResults(results: readonly ScenarioResult[], colour: boolean): Printable {
  const paint = (style: string, part: Printable | string) => styled(colour ? style : undefined, part);
  const parts: Printable[] = [];
  let file: string | undefined;
  for (const result of results) {
    if (result.file !== file) parts.push(plain`${result.file}\n`);
    file = result.file;
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
  }
  const passed = results.filter(hasPassed).length;
  if (results.length > 0) parts.push(plain`\n${passed} passed, ${results.length - passed} failed\n`);
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

function jsonResults(results: readonly ScenarioResult[]): Printable {
  const passed = results.filter(hasPassed).length;
  const scenarios = results.map((result) => ({
    file: result.file,
    name: result.name,
    status: hasPassed(result) ? 'passed' : 'failed',
    seconds: Number(result.seconds.toFixed(3)),
    failures: result.failures,
    transcript: result.transcript?.data,
  }));
  return json({ passed, failed: results.length - passed, scenarios }, 2);
}

function junitResults(results: readonly ScenarioResult[], start: Date): Printable {
  const cases = results.map((result) => ({
    classname: result.file,
    name: result.name,
    seconds: result.seconds,
    failure: junitFailure(result),
  }));
  return formatJunit(cases, start);
}

function junitFailure({ file, failures, transcript }: ScenarioResult): JunitCase['failure'] {
  const [first] = failures;
  if (first === undefined) return undefined;
  const texts = failures.flatMap((one) => [`${file}:${one.line}: ${one.message}`, ...details(one)]);
  const conversation = transcript ? ['', 'The conversation up to this point:', ...transcript.lines] : [];
  return { type: 'expectation', message: first.message, text: [...texts, ...conversation].join('\n') };
}

function tapResults(results: readonly ScenarioResult[]): Printable {
  const points = results.map((result, index) => {
    // A description ends where a directive begins.
    const description = `${result.file}: ${result.name}`.replace(/[\\#]/g, '\\$&');
    const point = plain`${hasPassed(result) ? '' : 'not '}ok ${index + 1} - ${description}\n`;
    if (hasPassed(result)) return point;
    // Diagnostics are YAML, and so is JSON.
    const failures = joined(result.failures.map((one) => plain`    - ${json(one)}`));
    return plain`${point}  ---\n  failures:\n${failures}  ...\n`;
  });
  return plain`TAP version 14\n1..${results.length}\n${joined(points)}`;
}

function githubResults(results: readonly ScenarioResult[]): Printable {
  return joined(
    results.flatMap(({ file, name, failures }) =>
      failures.map((failure) =>
        workflowCommand(
          'error',
          { file, line: failure.line, title: name },
          [failure.message, ...details(failure)].join('\n'),
        ),
      ),
    ),
  );
}
