import { describe, expect, it, vi } from 'vitest';
import { findingsOfFile } from '../server/rules/file-findings';
import { Checker } from '../server/rules/run';
import { TypeEvaluator } from '../server/types/infer';
import { type Execution, executionsOf } from './support/executions';
import { addressOf, workspaceOf } from './support/workspace';

/**
 * The cost of an edit that changes the type of a variable depends on its reads in other states: only these expressions are
 * checked again, and equal ones once.
 */

const MAIN = addressOf('main.yaml');

/** An automata with a variable `score`, which its first state assigns, and states with these messages. */
function automataOf(messages: readonly string[], declared = "  score: '{{0}}'\n  other: '{{0}}'\n"): string {
  const states = messages.map((message, index) =>
    stateOf(`s${index}`, `    render:\n      text: ${message}\n`),
  );
  const first = stateOf(
    'first',
    "    outputs:\n      context.score: '{{1}}'\n      context.other: '{{2}}'\n",
  );
  const context = declared === '' ? '' : `context:\n${declared}`;
  return `type: automata\ninitial: first\n${context}states:\n${first}${states.join('')}`;
}

function stateOf(name: string, fields: string): string {
  return `  ${name}:\n    inputs:\n      message: {type: IM}\n${fields}    transitions:\n      CHAT: first\n`;
}

/** Opens an automata, and returns the executions and findings after an edit. */
function opened(text: string) {
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const checker = new Checker(workspace, () => ({}));
  findingsOfFile(checker, MAIN);
  const replace = (old: string, typed: string) => {
    const at = workspace.document(MAIN)?.text.indexOf(old) ?? -1;
    expect(at, old).toBeGreaterThanOrEqual(0);
    const run = vi.spyOn(TypeEvaluator.prototype, 'run');
    let codes: string[] = [];
    const executions = executionsOf(() => {
      workspace.editFile(MAIN, (document) => document.edit(at, at + old.length, typed));
      codes = findingsOfFile(checker, MAIN).map(({ finding }) => finding.rule.code);
    });
    const inferred = run.mock.calls.length;
    vi.restoreAllMocks();
    return { executions, inferred, codes };
  };
  return { replace };
}

function count(executions: readonly Execution[], query: string): number {
  return executions.filter((one) => one.query === query).length;
}

/** The effects of another type of `score`, after `other` had one and everything was computed. */
function costOf(messages: readonly string[]) {
  const { replace } = opened(automataOf(messages));
  replace("context.other: '{{2}}'", "context.other: '{{[2]}}'");
  return replace("context.score: '{{1}}'", `context.score: '{{"one"}}'`);
}

describe('a changed type of a variable', () => {
  /** States that read both variables in two expressions each, and states that read only the other one. */
  const messages = (readers: number, others: number) => [
    ...Array.from(
      { length: readers },
      (_, i) => `'{{context.score + ${i}}} {{context.other + ${i}}} {{message}}'`,
    ),
    ...Array.from({ length: others }, (_, i) => `'{{context.other + ${i}}} {{message.length}}'`),
  ];

  it('checks only the expressions that read it', () => {
    for (const [readers, others] of [
      [5, 5],
      [5, 50],
      [30, 5],
    ] as const) {
      const { executions, inferred } = costOf(messages(readers, others));
      expect(count(executions, 'is correct anywhere'), `${readers} of ${others}`).toBe(readers);
      expect(count(executions, 'findings of an expression')).toBe(0);
      // The groups of rules of the edited state.
      expect(count(executions, 'findings of a group')).toBe(3);
      // The readers, and the texts of the edited state: as rules see them, and as values of the variables.
      expect(inferred).toBeGreaterThanOrEqual(readers);
      expect(inferred).toBeLessThanOrEqual(readers + 6);
    }
  });

  it('infers expressions with the same text once', () => {
    const equal = (states: number) =>
      Array.from({ length: states }, () => "'{{context.score + 1}} {{message}}'");
    const [few, many] = [costOf(equal(5)), costOf(equal(40))];
    expect(many.executions).toHaveLength(few.executions.length);
    expect(count(many.executions, 'is correct anywhere')).toBe(1);
    expect(many.inferred).toBe(few.inferred);
  });

  it('checks an expression in each state if its types depend on the state', () => {
    const reading = ['{{context.score + 1}}', 'So: {{context.score + message}}'];
    const states = reading.flatMap((text) => [`'${text}'`, `'${text}'`]);
    expect(count(costOf(states).executions, 'findings of an expression')).toBe(4);
  });

  it('does not check readers of a local variable whose type is unchanged', () => {
    const local = (index: number) =>
      stateOf(
        `local${index}`,
        `    outputs:\n      size: '{{String(context.score).length}}'\n    render:\n      text: '{{size}} {{size + 1}}'\n`,
      );
    const { replace } = opened(`${automataOf([])}${local(0)}${local(1)}`);
    const { executions } = replace("context.score: '{{1}}'", `context.score: '{{"one"}}'`);
    expect(count(executions, 'findings of an expression')).toBe(2);
    expect(count(executions, 'type of an output')).toBe(2);
    expect(count(executions, 'findings of a group')).toBe(3);
  });

  it('infers an output once for all expressions that read it', () => {
    const texts = Array.from({ length: 10 }, (_, i) => `{{context.list.length + ${i}}}`).join(' ');
    const appending = stateOf(
      'appending',
      `    outputs:\n      context.list: '{{[...context.list, context.score]}}'\n    render:\n      text: '${texts}'\n`,
    );
    const { replace } = opened(
      `${automataOf([], "  score: '{{0}}'\n  other: '{{0}}'\n  list: '{{[]}}'\n")}${appending}`,
    );
    const { executions, inferred } = replace("context.score: '{{1}}'", `context.score: '{{"one"}}'`);
    expect(count(executions, 'findings of an expression')).toBe(11);
    expect(count(executions, 'type of an output')).toBe(1);
    // The 10 texts, the output as value of its variable, as variable and as expression, and the edited state.
    expect(inferred).toBeLessThan(24);
  });
});

describe('findings in an expression that occurs in several states', () => {
  it('are reported in each of them', () => {
    const { replace } = opened(
      automataOf(["'So: {{context.score.lenght}}'", "'So: {{context.score.lenght}}'"], ''),
    );
    const isWrong = (code: string) => code === 'unknown-member';
    expect(replace("'{{1}}'", `'{{"one"}}'`).codes.filter(isWrong)).toHaveLength(2);
    expect(replace(`'{{"one"}}'`, "'{{message}}'").codes.filter(isWrong)).toHaveLength(2);
    expect(replace("'{{message}}'", "'{{JSON.parse(message)}}'").codes.filter(isWrong)).toHaveLength(0);
  });

  it('depend on the types of all names in them', () => {
    const text = "    render:\n      text: 'So: {{context.score + size.lenght}}'\n";
    const plain = stateOf('plain', `    outputs:\n      size: '{{JSON.parse(message)}}'\n${text}`);
    const list = stateOf('list', `    outputs:\n      size: '{{[message]}}'\n${text}`);
    const { replace } = opened(`${automataOf([])}${plain}${list}`);
    const { codes } = replace("context.score: '{{1}}'", `context.score: '{{"one"}}'`);
    expect(codes.filter((code) => code === 'unknown-member')).toHaveLength(1);
  });

  it('are reported although one of the states has a syntax error', () => {
    // Findings after the mistake are not shown.
    const text = "'So: {{context.score.lenght}}'";
    const broken = `  broken:\n    inputs:\n      - a\n      b: c\n    render:\n      text: ${text}\n`;
    const { replace } = opened(
      `${automataOf([]).replace('  first:', `${broken}  first:`)}${stateOf('sound', `    render:\n      text: ${text}\n`)}`,
    );
    const { codes } = replace("context.score: '{{1}}'", `context.score: '{{"one"}}'`);
    expect(codes).toContain('unknown-member');
  });
});

it('the paths to readers of a variable are not searched if the variable has an initial value', () => {
  const text = automataOf(Array.from({ length: 20 }, (_, i) => `'{{context.score + ${i}}}'`));
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const executions = executionsOf(() => findingsOfFile(new Checker(workspace, () => ({})), MAIN));
  expect(count(executions, 'path without an assignment')).toBe(0);
  expect(count(executions, 'may be unset')).toBe(1);
});
