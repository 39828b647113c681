import { comparedTexts } from '../run/compared-texts';
import type { Json } from '../run/events';
import { displayText } from '../run/tasks';
import { append } from '../text/append';
import { textDifference } from '../text/difference';

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
  readonly line: number;
  readonly name: string;
  readonly failures: readonly ScenarioFailure[];
}

export function formatResults(
  format: (typeof TEST_FORMATS)[number],
  results: readonly ScenarioResult[],
  colour: boolean,
): string {
  switch (format) {
    case 'json':
      return jsonResults(results);
    case 'junit':
      return junitResults(results);
    case 'tap':
      return tapResults(results);
    case 'github':
      return githubResults(results);
    default:
      return textResults(results, colour);
  }
}

function hasPassed({ failures }: ScenarioResult): boolean {
  return failures.length === 0;
}

function textResults(results: readonly ScenarioResult[], colour: boolean): string {
  const paint = (code: string, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const lines: string[] = [];
  let file: string | undefined;
  for (const result of results) {
    if (result.file !== file) lines.push(result.file);
    file = result.file;
    lines.push(`  ${hasPassed(result) ? paint('32', 'passed') : paint('31', 'FAILED')}  ${result.name}`);
    for (const failure of result.failures) {
      lines.push(`    ${result.file}:${failure.line}: ${failure.message}`);
      if (failure.expected !== null || failure.actual !== null)
        append(lines, differenceLines(failure, paint));
      if (failure.at) lines.push(`      from ${failure.at.file}:${failure.at.line}`);
    }
  }
  const passed = results.filter(hasPassed).length;
  if (results.length > 0) lines.push('', `${passed} passed, ${results.length - passed} failed`, '');
  return lines.join('\n');
}

function differenceLines(failure: ScenarioFailure, paint: (code: string, text: string) => string): string[] {
  const { expected, actual } = comparedTexts(failure, shownValue);
  const { removed, added } = textDifference(expected, actual);
  // Further lines are aligned with the first.
  const block = (label: string, code: string, lines: readonly string[]) =>
    lines.map(
      (line, index) => `      ${paint(code, `${index === 0 ? label : ' '.repeat(label.length)}${line}`)}`,
    );
  return [...block('expected: ', '32', removed), ...block('actual:   ', '31', added)];
}

/** An empty text has quotes, as it would not be visible. */
function shownValue(value: Json): string {
  return value === '' ? '""' : displayText(value);
}

/** Empty for a failure that is not about a value. */
function valueLines(failure: ScenarioFailure): string[] {
  if (failure.expected === null && failure.actual === null) return [];
  const { expected, actual } = comparedTexts(failure, shownValue);
  return [`expected: ${expected}`, `actual: ${actual}`];
}

function jsonResults(results: readonly ScenarioResult[]): string {
  const passed = results.filter(hasPassed).length;
  const scenarios = results.map((result) => ({
    file: result.file,
    name: result.name,
    status: hasPassed(result) ? 'passed' : 'failed',
    failures: result.failures,
  }));
  return `${JSON.stringify({ passed, failed: results.length - passed, scenarios }, null, 2)}\n`;
}

function junitResults(results: readonly ScenarioResult[]): string {
  const failed = results.filter((result) => !hasPassed(result)).length;
  const cases = results.map(({ file, line, name, failures }) => {
    const head = `  <testcase classname="${xml(file)}" name="${xml(name)}" file="${xml(file)}" line="${line}"`;
    if (failures.length === 0) return `${head}/>`;
    const inner = failures.map(
      (failure) =>
        `    <failure message="${xml(failure.message)}">${xml([`${file}:${failure.line}`, ...valueLines(failure)].join('\n'))}</failure>`,
    );
    return [`${head}>`, ...inner, '  </testcase>'].join('\n');
  });
  const suite = `<testsuite name="atomic-state" tests="${results.length}" failures="${failed}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${[suite, ...cases, '</testsuite>'].join('\n')}\n`;
}

function xml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return (
    text
      // XML does not allow control characters.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
      .replace(/[&<>"]/g, (char) => `&${names[char]};`)
      .replace(/\n/g, '&#10;')
  );
}

function tapResults(results: readonly ScenarioResult[]): string {
  const lines = results.flatMap((result, index) => {
    const name = `${index + 1} - ${result.file}: ${result.name.replace(/[#\n\r]/g, ' ')}`;
    if (hasPassed(result)) return [`ok ${name}`];
    const details = result.failures.map((one) => `  - ${JSON.stringify(one)}`);
    return [`not ok ${name}`, '  ---', '  failures:', ...details.map((line) => `  ${line}`), '  ...'];
  });
  return ['TAP version 14', `1..${results.length}`, ...lines, ''].join('\n');
}

function githubResults(results: readonly ScenarioResult[]): string {
  const escaped = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  const property = (text: string) => escaped(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
  const lines = results.flatMap(({ file, name, failures }) =>
    failures.map((failure) => {
      const text = [failure.message, ...valueLines(failure)].join('\n');
      return `::error file=${property(file)},line=${failure.line},title=${property(name)}::${escaped(text)}`;
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}
