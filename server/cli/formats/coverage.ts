import type { CoverageItem, CoverageKind } from '../../run/scenario/coverage';
import { maxOf } from '../../text/append';
import { groupBy } from '../../text/group-by';
import { visibleText } from '../../text/visible';
import { document, type Printable, plainLines } from '../printer';

export const COVERAGE_FORMATS = ['text', 'lcov', 'html'] as const;

/** An item with its line, from 1. */
export interface CoveredLine extends CoverageItem {
  readonly file: string;
  readonly line: number;
}

export function formatCoverage(format: 'text' | 'lcov', lines: readonly CoveredLine[]): Printable {
  const files = groupByFile(lines);
  return format === 'lcov' ? document(lcov(files)) : table(files);
}

/** Items by file, in the order of the files and of their text. */
export function groupByFile(lines: readonly CoveredLine[]): Files {
  return [...groupBy(merged(lines), ({ file }) => file)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function isReached({ count }: { readonly count: number }): boolean {
  return count > 0;
}

export function countsOf(items: readonly CoveredLine[], kind: CoverageKind) {
  const all = items.filter((one) => one.kind === kind);
  return { reached: all.filter(isReached).length, all: all.length };
}

/** What is reached of all states and transitions together if it is less than a percentage: a sentence for each kind. */
export function shortfalls(lines: readonly CoveredLine[], percent: number): readonly string[] {
  const items = groupByFile(lines).flatMap(([, ofFile]) => ofFile);
  return (['state', 'transition'] as const).flatMap((kind) => {
    const { reached, all } = countsOf(items, kind);
    if (reached * 100 >= all * percent) return [];
    const share = Math.floor((reached * 100) / all);
    return [`Coverage is below ${percent}%: ${reached} of ${all} ${kind}s (${share}%) were reached.`];
  });
}

/** Items of files that several automata include count once. */
function merged(lines: readonly CoveredLine[]): CoveredLine[] {
  const byPlace = new Map<string, CoveredLine>();
  for (const one of lines) {
    const key = `${one.kind} ${one.place.address} ${one.place.start}`;
    const known = byPlace.get(key);
    byPlace.set(key, known ? { ...known, count: known.count + one.count } : one);
  }
  // A transition without a list is its own only case.
  const order = COVERAGE_KINDS.map(([, kind]) => kind);
  return [...byPlace.values()].toSorted(
    (a, b) => a.place.start - b.place.start || order.indexOf(a.kind) - order.indexOf(b.kind),
  );
}

type Files = readonly (readonly [file: string, items: readonly CoveredLine[]])[];

export const COVERAGE_KINDS: readonly (readonly [title: string, kind: CoverageKind])[] = [
  ['states', 'state'],
  ['transitions', 'transition'],
  ['cases', 'case'],
  ['tasks', 'task'],
  ['outputs', 'output'],
  ['expressions', 'expression'],
];

function table(files: Files): Printable {
  const rows = [
    ['Coverage', ...COVERAGE_KINDS.map(([title]) => title), 'lines not reached'],
    ...files.map(([file, items]) => [visibleText(file), ...cells(items), rangesOf(missedLines(items))]),
    ...(files.length > 1 ? [['all files', ...cells(files.flatMap(([, items]) => items)), '']] : []),
  ];
  const widths = [...COVERAGE_KINDS.keys(), COVERAGE_KINDS.length].map((column) =>
    maxOf(
      rows.map((row) => row[column]?.length ?? 0),
      0,
    ),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return plainLines(`${lines.join('\n')}\n`);
}

function cells(items: readonly CoveredLine[]): string[] {
  return COVERAGE_KINDS.map(([, kind]) => {
    const { reached, all } = countsOf(items, kind);
    return all === 0 ? '-' : `${reached}/${all}`;
  });
}

function missedLines(items: readonly CoveredLine[]): number[] {
  const missed = items.filter((one) => !isReached(one)).map(({ line }) => line);
  return [...new Set(missed)].toSorted((a, b) => a - b);
}

/** Lines as `3, 5-7`. */
function rangesOf(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** States are reported as functions and cases as branches; a line has the highest count of its items. */
function lcov(files: Files): string {
  return files.map(([file, items]) => record(file, items)).join('');
}

function record(file: string, items: readonly CoveredLine[]): string {
  const states = items.filter(({ kind }) => kind === 'state');
  const cases = items.filter(({ kind }) => kind === 'case');
  const counts = new Map<number, number>();
  for (const { line, count } of items) counts.set(line, Math.max(counts.get(line) ?? 0, count));
  const lines = [...counts].toSorted(([a], [b]) => a - b);
  const transitions = items.filter(({ kind }) => kind === 'transition');
  const branches = cases.map(({ line, count, branch }) => {
    const block = transitions.findIndex(({ place }) => place.start === branch?.transition.start);
    const isRaised = (transitions[block]?.count ?? 0) > 0;
    return `BRDA:${line},${block},${branch?.index ?? 0},${isRaised ? count : '-'}`;
  });
  const hit = (all: readonly { readonly count: number }[]) => all.filter(isReached).length;
  return [
    'TN:',
    `SF:${visibleText(file)}`,
    ...states.map(({ line, name }) => `FN:${line},${visibleText(name)}`),
    ...states.map(({ count, name }) => `FNDA:${count},${visibleText(name)}`),
    `FNF:${states.length}`,
    `FNH:${hit(states)}`,
    ...branches,
    `BRF:${cases.length}`,
    `BRH:${hit(cases)}`,
    ...lines.map(([line, count]) => `DA:${line},${count}`),
    `LF:${lines.length}`,
    `LH:${lines.filter(([, count]) => count > 0).length}`,
    'end_of_record',
    '',
  ].join('\n');
}
