import { expect, it } from 'vitest';
import { runTask } from '../../server/engine/task';
import { Workspace } from '../../server/project/workspace';
import { CheckBudget } from '../../server/protocol/check-budget';
import { DiagnosticsProvider } from '../../server/protocol/findings';
import { readSettings } from '../../server/protocol/settings';
import { addressOf, ROOT } from '../support/workspace';

const STATES = Array.from(
  { length: 50 },
  (_, at) => `  s${at}:\n    nonsense: 1\n    transitions: {go: s${at + 1}}\n`,
);
const TEXT = `# atomic-state-disable unknown-variable\ntype: automata\ninitial: s0\nstates:\n${STATES.join('')}`;

/** The findings by code and line, with a clock that advances by a number of milliseconds at each call. */
function findingsOn(step: number, text = TEXT) {
  const workspace = new Workspace();
  workspace.setFolders([ROOT]);
  workspace.openFile(addressOf('main.yaml'), 'yaml', text);
  workspace.openFile(addressOf('other.yaml'), 'yaml', text);
  let time = 0;
  const now = () => {
    time += step;
    return time;
  };
  const findings = new DiagnosticsProvider(
    workspace,
    () => readSettings({}),
    String,
    undefined,
    undefined,
    now,
  );
  const of = (path: string) =>
    runTask(findings.diagnosticsTask(addressOf(path))).map(({ code, range, message }) => ({
      code,
      line: range.start.line,
      message,
    }));
  return { of, workspace };
}

it('a file that takes too long has the findings of its checked part, and a finding about the limit', () => {
  const all = findingsOn(0).of('main.yaml');
  expect(all.filter(({ code }) => code === 'unknown-field')).toHaveLength(50);
  const { of } = findingsOn(500);
  const [first, ...rest] = of('main.yaml');
  expect(first).toMatchObject({ code: 'too-large', line: 0 });
  const line = Number(
    /^Checking this file takes too long\. Problems after line (\d+) are not reported\.$/.exec(
      String(first?.message),
    )?.[1],
  );
  expect(line).toBeGreaterThan(5);
  expect(line).toBeLessThan(100);
  // It is unknown whether the comment has an effect.
  const certain = all.filter((one) => one.code !== 'unused-suppression' && one.line < line);
  expect(rest).toEqual(certain);
  expect(rest.length).toBeGreaterThan(0);
  // Each file has a budget of its own.
  expect(of('other.yaml')).toEqual([first, ...rest]);
});

it('the finding about the limit is at the start of the file if nothing was checked', () => {
  const [first, ...rest] = findingsOn(20_000).of('main.yaml');
  expect([first?.code, first?.line, rest]).toEqual(['too-large', 0, []]);
});

it('the number of findings of a file is limited, and the most severe ones are shown', () => {
  const states = (from: number, to: number, body: string) =>
    Array.from({ length: to - from }, (_, at) => `  s${from + at}:\n${body}`).join('');
  const text = `type: automata\ninitial: s0\nstates:\n${states(0, 900, '    render: {text: a}\n')}${states(900, 1100, '    transitions: {go: nowhere}\n')}`;
  const [first, ...rest] = findingsOn(0, text).of('main.yaml');
  expect(first).toEqual({
    code: 'too-large',
    line: 0,
    message: expect.stringMatching(/^This file has \d+ more problems, which are not shown\.$/),
  });
  expect(rest).toHaveLength(999);
  expect(rest.filter(({ code }) => code === 'unknown-target')).toHaveLength(200);
  expect(rest.map(({ line }) => line)).toEqual(rest.map(({ line }) => line).sort((a, b) => a - b));
});

it('the check of a single state that takes too long stops', () => {
  const outputs = Array.from({ length: 300 }, (_, at) => `      context.v${at}: "{{context.a + nothing}}"\n`);
  const body = `    render: {text: ${'a'.repeat(100_000)}}\n    outputs:\n${outputs.join('')}`;
  const text = `type: automata\ninitial: s0\nstates:\n  s0:\n${body}`;
  const codes = (step: number) =>
    findingsOn(step, text)
      .of('main.yaml')
      .map(({ code }) => code);
  expect(codes(0)).toContain('unknown-variable');
  expect(codes(50)).toContain('too-large');
  expect(codes(50)).not.toContain('unknown-variable');
});

it('the budget counts only the time of steps, and grows with the file', () => {
  const stepsUntilSpent = (units: number) => {
    let time = 0;
    const budget = new CheckBudget(units, () => time);
    function* work() {
      let steps = 0;
      for (; !budget.isSpent(); steps++) {
        time += 1500;
        yield;
      }
      return steps;
    }
    const steps = budget.measure(work());
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      time += 100_000;
    }
  };
  expect(stepsUntilSpent(2)).toBe(7);
  expect(stepsUntilSpent(1500)).toBe(20);
});
