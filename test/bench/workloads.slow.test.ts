import { describe, expect, it } from 'vitest';
import { editOf } from '../../bench/workloads/edit';
import { generate } from '../../bench/workloads/generate';
import { COMPLETIONS, EDITS } from '../../bench/workloads/places';
import { WORKLOADS } from '../../bench/workloads/workload';
import { findingsOf, workspaceOf } from '../support/workspace';

const LINES = 1_000;
/** Findings per state of the workloads that have some on purpose. */
const FINDINGS: Readonly<Record<string, readonly [code: string, perState: number][]>> = {
  'unused-locals': [['unused-variable', 1]],
  findings: [['unknown-variable', 0.5]],
  mixed: [
    ['unknown-variable', 0.5],
    ['unused-variable', 1],
  ],
};
/** Places that only some workloads have. */
const RARE = ['object literal', 'indentation'];

describe.each(WORKLOADS.map((workload) => [workload.name, workload] as const))('%s', (name, { shape }) => {
  const project = generate(shape, LINES);

  it('has about as many lines as requested', () => {
    const lines = [...project.files.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
    expect(Math.abs(lines - LINES) / LINES).toBeLessThan(0.05);
  });

  it('has the findings that it should have, and no others', () => {
    const files = [...project.files].map(([path, text]) => ({ path, text }));
    const counts = new Map<string, number>();
    for (const { finding } of findingsOf(workspaceOf(files), files))
      counts.set(finding.rule.code, (counts.get(finding.rule.code) ?? 0) + 1);
    const expected = (FINDINGS[name] ?? []).map(([code, perState]) => [
      code,
      Math.floor(perState * project.states),
    ]);
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(expected));
  });

  it('has a place for each edit and each completion', () => {
    const found = (places: typeof EDITS) =>
      new Set(places.filter((place) => editOf(project, place, 0)).map((place) => place.name));
    const names = (places: typeof EDITS) => new Set(places.map((place) => place.name));
    expect([...found(EDITS), ...RARE]).toEqual(expect.arrayContaining([...names(EDITS)]));
    expect(found(COMPLETIONS)).toEqual(names(COMPLETIONS));
  });
});
