import type { PrintedRange } from '../../check';
import type { Exploration, ExploreCode } from '../../run/explore/explore';
import { EXPLORE_KINDS } from '../../run/explore/kinds';
import type { WrittenScenario } from '../../run/scenario/path-scenario';
import type { UnloadedFile } from '../commands/exported';
import { counted, joined, json, type Printable, plain } from '../printer';
import { pathLines } from './event-lines';
import { formatGithub } from './github';
import { formatJunit } from './junit';
import { formatSarif } from './sarif';
import { type PromiseResult, promiseData } from './tests';

export const EXPLORE_FORMATS = ['text', 'json', 'github', 'junit', 'sarif'] as const;

export interface ShownFault {
  readonly code: ExploreCode;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly scenario?: WrittenScenario;
}

/** An automata that was explored. */
export interface ExploredAutomata {
  /** Its main file. */
  readonly file: string;
  readonly found: Exploration;
  readonly faults: readonly ShownFault[];
  /** The places of the faults. */
  readonly ranges: readonly PrintedRange[];
  /** The duration of the exploration. */
  readonly seconds: number;
  /** The promises of its scenario files. */
  readonly promises: readonly PromiseResult[];
}

export interface ExploreReport {
  readonly explored: readonly ExploredAutomata[];
  readonly skipped: readonly UnloadedFile[];
  /** Whether there is more than one automata, with those that are skipped. */
  readonly isSeveral: boolean;
  /** When the first one was explored, for formats that state it. */
  readonly start: Date;
}

export function formatExploration(
  format: (typeof EXPLORE_FORMATS)[number],
  report: ExploreReport,
  folder: string,
  version: string,
): Printable {
  const { explored, isSeveral, skipped } = report;
  switch (format) {
    case 'text':
      return isSeveral ? sections(report) : joined(explored.map(textOf));
    case 'json':
      return json(isSeveral ? { automata: explored.map(namedData), skipped } : explored.map(dataOf)[0], 2);
    case 'github':
      return formatGithub({ findings: explored.flatMap(reported) }, folder);
    case 'junit':
      return junit(report);
    case 'sarif':
      return formatSarif({ findings: explored.flatMap(reported) }, folder, version);
  }
}

function dataOf({ found, faults, promises }: ExploredAutomata) {
  const { states, cases, steps, isComplete, stoppedBy } = found;
  const decided = promises.length > 0 ? { promises: promises.map(promiseData) } : {};
  return { states, cases, steps, complete: isComplete, stopped_by: stoppedBy, findings: faults, ...decided };
}

function namedData(one: ExploredAutomata) {
  return { file: one.file, ...dataOf(one) };
}

/** The faults as findings of a check. */
function reported({ faults, ranges }: ExploredAutomata) {
  return faults.flatMap(({ code, message, scenario }, index) => {
    const range = ranges[index];
    const rule = { code, ...EXPLORE_KINDS[code] };
    const details = scenario ? pathLines(scenario) : [];
    return range ? [{ ...range, code, message, rule, severity: rule.severity, details }] : [];
  });
}

/** A test case for each fault; one for an automata without any. */
function junit({ explored, skipped, start }: ExploreReport): Printable {
  const cases = explored.flatMap(({ file, faults, seconds }) => {
    if (faults.length === 0) return [{ classname: file, name: 'explore', seconds }];
    return faults.map(({ code, message, scenario, ...at }, index) => {
      const steps = scenario ? pathLines(scenario) : [];
      const text = [`${at.file}:${at.line}: ${message}`, ...steps].join('\n');
      const name = `${code} in ${at.file}:${at.line}`;
      const failure = { type: code, message, text };
      return { classname: file, name, seconds: index === 0 ? seconds : 0, failure };
    });
  });
  const unread = skipped.map(({ file, why }) => {
    const failure = { type: 'skipped', message: why, text: `${file}: ${why}` };
    return { classname: file, name: 'explore', seconds: 0, failure };
  });
  return formatJunit([...cases, ...unread], start);
}

const STOPPED: Readonly<Record<NonNullable<Exploration['stoppedBy']>, string>> = {
  steps: 'it was stopped at the limit of steps (`--max-steps`)',
  time: 'it was stopped at the limit of time (`--max-seconds`)',
  values: 'there are more values than can be tried',
};

/** A section for each automata, and a summary. */
function sections({ explored, skipped }: ExploreReport): Printable {
  const parts = explored.map((one) => plain`${one.file}\n\n${textOf(one)}\n`);
  const faults = explored.reduce((sum, one) => sum + one.faults.length, 0);
  const partial = explored.filter(({ found }) => found.stoppedBy !== undefined).length;
  const notes = [
    `${counted(explored.length, 'automata', 'automata')} explored`,
    counted(faults, 'finding'),
    ...(partial > 0 ? [`${partial} not complete`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ];
  return joined([...parts, plain`${notes.join(', ')}\n`]);
}

function textOf({ found, faults, promises }: ExploredAutomata): Printable {
  const blocks = faults.flatMap(({ code, message, file, line, scenario }) => [
    plain`${file}:${line}: ${message} (${code})\n`,
    ...(scenario ? pathLines(scenario).map((step) => plain`    ${step}\n`) : []),
    plain`\n`,
  ]);
  const { states, cases, stoppedBy } = found;
  const end =
    stoppedBy === undefined
      ? 'The exploration is complete.'
      : `The exploration is not complete: ${STOPPED[stoppedBy]}.`;
  const reached = `${states.reached} of ${counted(states.all, 'state')} and ${cases.reached} of ${counted(cases.all, 'case')} of transitions`;
  const sum = plain`${counted(faults.length, 'finding')}. ${reached} were reached in ${counted(found.steps, 'step')}.\n`;
  return joined([...blocks, ...undecidedLines(promises), sum, plain`${end}\n`]);
}

/** The promises that are neither proven nor refuted, and how many there are of each. */
function undecidedLines(promises: readonly PromiseResult[]): Printable[] {
  if (promises.length === 0) return [];
  const undecided = promises.filter(({ result }) => result === 'undecided');
  const count = (result: PromiseResult['result']) => promises.filter((one) => one.result === result).length;
  return [
    ...undecided.map(
      ({ file, line, title, why }) =>
        plain`${file}:${line}: Promise \`${title}\` is not decided. ${why.join(' ')}\n\n`,
    ),
    plain`${counted(promises.length, 'promise')}: ${count('proven')} proven, ${count('refuted')} refuted, ${undecided.length} undecided.\n`,
  ];
}
