import { lineNumbers } from '../../../server/text/lines';
import type { Effect, MutationResult } from './measure';
import { mutated } from './mutate';

/** Goals for texts that are no longer valid: shares of all mutations. */
export const GOALS = { few: 0.95, inside: 0.99, kept: 0.99 };

/** The maximum number of findings of one mistake. */
export const MAX_FINDINGS = 2;

export interface Figures {
  readonly count: number;
  /** Share with at most two new findings. */
  readonly few: number;
  /** Share without a new finding outside of the mutated state. */
  readonly inside: number;
  /** Share after which every other state and its findings are as before. */
  readonly kept: number;
  /** Share with no finding at all. */
  readonly silent: number;
}

export function figuresOf(outcomes: readonly MutationResult[]): Figures {
  const share = (holds: (outcome: MutationResult) => boolean) =>
    outcomes.length === 0 ? 1 : outcomes.filter(holds).length / outcomes.length;
  return {
    count: outcomes.length,
    few: share(({ added }) => added.length <= MAX_FINDINGS),
    inside: share(({ outside }) => outside.length === 0),
    kept: share(({ lost }) => lost.length === 0),
    silent: share(({ added }) => added.length === 0),
  };
}

export const EFFECTS: readonly Effect[] = ['syntax', 'expression', 'meaning'];

/** The figures as a table in Markdown, one row per kind of mutation. */
export function figuresTable(outcomes: readonly MutationResult[]): string {
  const kinds = [...new Set(outcomes.map(({ mutation }) => mutation.kind))].sort();
  const rows = [
    ['all', outcomes] as const,
    ...kinds.map((kind) => [kind, outcomes.filter(({ mutation }) => mutation.kind === kind)] as const),
  ].map(([name, some]) => {
    const { count, few, inside, kept, silent } = figuresOf(some);
    return `| ${name} | ${count} | ${[few, inside, kept, silent].map(percent).join(' | ')} |`;
  });
  return [
    '| mutation | number | ≤ 2 findings | none outside | rest understood | no finding |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

export function isFailure({ added, outside, lost }: MutationResult): boolean {
  return added.length > MAX_FINDINGS || outside.length > 0 || lost.length > 0;
}

/** Similar misses as one, the most frequent first, each with an example. */
export function commonFailures(outcomes: readonly MutationResult[], most: number, examples = 1): string {
  const groups = new Map<string, MutationResult[]>();
  for (const one of outcomes.filter(isFailure)) {
    const codes = [...new Set(one.added.map(({ code }) => code))].sort().join(', ');
    const signs = [
      one.added.length > MAX_FINDINGS ? 'many' : '',
      one.outside.length > 0 ? 'outside' : '',
      one.lost.length > 0 ? 'lost' : '',
    ];
    const key = `${one.notation} ${one.mutation.kind}: ${signs.filter(Boolean).join('+')} (${codes})`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, most)
    .map(([key, some]) => {
      const step = Math.max(1, Math.floor(some.length / examples));
      const shown = some.filter((_, index) => index % step === 0).slice(0, examples);
      return `${some.length} × ${key}\n${shown.map(exampleText).join('\n')}`;
    })
    .join('\n\n');
}

export function exampleText(outcome: MutationResult): string {
  const { sample, mutation, added, outside, lost } = outcome;
  const text = sample.files.find(({ path }) => path === sample.path)?.text ?? '';
  const now = mutated(text, mutation);
  const lineOf = lineNumbers(now);
  const line = lineOf(mutation.start);
  const lines = now.split('\n');
  const around = lines.slice(Math.max(0, line - 1), line + 3).map((one, index) => {
    const number = Math.max(0, line - 1) + index;
    const from = lines.length > 3 ? 0 : Math.max(0, mutation.start - 60);
    return `    ${number === line ? '>' : ' '} ${number + 1} ${one.slice(from, from + 120)}`;
  });
  const found = added.map((one) => {
    const where = one.path === sample.path ? `line ${lineOf(one.start) + 1} (${one.start})` : one.path;
    return `    ${outside.includes(one) ? 'OUT ' : ''}${where} ${one.code}: ${one.message}`.slice(0, 160);
  });
  return [
    `  ${sample.name} at ${mutation.start}: ${mutation.kind}`,
    ...around,
    ...found.slice(0, 8),
    ...lost.slice(0, 4).map((one) => `    LOST ${one}`.slice(0, 160)),
  ].join('\n');
}
