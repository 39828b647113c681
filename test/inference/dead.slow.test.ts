import { describe, expect, it } from 'vitest';
import { findingsOfFile } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { Random } from '../robustness/edits/random';
import { countExecutions } from '../support/executions';
import { addressOf, workspaceOf } from '../support/workspace';

/** Dead assignments of random automatas are those that a search along all paths finds. */

const MAIN = addressOf('main.yaml');
const VARIABLES = ['a', 'b', 'c'];

interface State {
  readonly targets: readonly number[];
  /** The assigned variable and the reads of each output, in the order of evaluation. */
  readonly outputs: readonly { readonly assigns: string; readonly reads: string | undefined }[];
  /** Read after the outputs. */
  readonly shows: readonly string[];
}

interface Automata {
  readonly states: readonly State[];
  /** Targets of the transitions of the automata, which may follow any state. */
  readonly targets: readonly number[];
}

function randomAutomata(random: Random): Automata {
  const count = 1 + random.below(8);
  const targets = (most: number) => Array.from({ length: random.below(most + 1) }, () => random.below(count));
  const states = Array.from({ length: count }, (): State => {
    const outputs = VARIABLES.filter(() => random.below(3) === 0).map((assigns) => {
      return { assigns, reads: random.below(4) === 0 ? random.one(VARIABLES) : undefined };
    });
    return { targets: targets(2), outputs, shows: VARIABLES.filter(() => random.below(5) === 0) };
  });
  return { states, targets: random.below(4) === 0 ? targets(1) : [] };
}

function textOf({ states, targets }: Automata): string {
  const transitions = (all: readonly number[], indent: string) =>
    all.length === 0
      ? ''
      : `${indent}transitions:\n${all.map((one, at) => `${indent}  e${at}: s${one}\n`).join('')}`;
  const written = states.map(({ targets: own, outputs, shows }, index) => {
    const values = outputs.map(({ assigns, reads }) => {
      return `      context.${assigns}: '{{${reads === undefined ? index : `context.${reads}`}}}'\n`;
    });
    const shown = shows.map((name) => `{{context.${name}}}`).join(' ');
    const fields = values.length === 0 ? '' : `    outputs:\n${values.join('')}`;
    return `  s${index}:\n${fields}    render:\n      text: '${shown}'\n${transitions(own, '    ')}`;
  });
  const context = VARIABLES.map((name) => `  ${name}: 0\n`).join('');
  return `type: automata\ninitial: s0\ncontext:\n${context}${transitions(targets, '')}states:\n${written.join('')}`;
}

/** Dead assignments as `state.variable`, by a search from each of them. */
function searched({ states, targets }: Automata): string[] {
  const isRead = (name: string) =>
    states.some(({ outputs, shows }) => shows.includes(name) || outputs.some(({ reads }) => reads === name));
  const isReadFrom = (name: string, index: number, from: number, seen: Set<number>): boolean => {
    const state = states[index];
    if (state === undefined) return true;
    for (const { assigns, reads } of state.outputs.slice(from)) {
      if (reads === name) return true;
      if (assigns === name) return false;
    }
    if (state.shows.includes(name)) return true;
    const next = [...state.targets, ...targets];
    return next.length === 0 || next.some((one) => !seen.has(one) && isReadFrom(name, one, 0, seen.add(one)));
  };
  return states.flatMap(({ outputs }, index) =>
    outputs.flatMap(({ assigns }, at) =>
      isRead(assigns) && !isReadFrom(assigns, index, at + 1, new Set()) ? [`s${index}.${assigns}`] : [],
    ),
  );
}

function opened(text: string) {
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const checker = new Checker(workspace, () => ({}));
  const dead = () => {
    const lines = workspace.document(MAIN)?.text.split('\n') ?? [];
    return findingsOfFile(checker, MAIN).flatMap(({ finding, start }) => {
      if (finding.rule.code !== 'dead-assignment') return [];
      const { line } = workspace.document(MAIN)?.positionAt(start) ?? { line: 0 };
      const state = lines.slice(0, line).findLast((one) => /^ {2}s\d/.test(one));
      return [`${state?.trim().replace(':', '')}.${/context\.(\w+)/.exec(lines[line] ?? '')?.[1]}`];
    });
  };
  return { workspace, dead };
}

describe('dead assignments', () => {
  it('are assignments that no path reads', () => {
    const random = new Random('12');
    let found = 0;
    for (let round = 0; round < 80; round++) {
      const automata = randomAutomata(random);
      const text = textOf(automata);
      const expected = searched(automata);
      expect(opened(text).dead(), text).toEqual(expected);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(30);
  });

  it('are not recomputed after a half-typed expression', () => {
    const automata =
      "type: automata\ninitial: s0\ncontext:\n  a: 0\n  b: 0\nstates:\n  s0:\n    outputs:\n      context.a: '{{1}}'\n      context.b: '{{2}}'\n    render:\n      text: 'Hello'\n    transitions:\n      e0: s1\n  s1:\n    outputs:\n      context.a: '{{2}}'\n    render:\n      text: '{{context.a}} {{context.b}}'\n";
    const { workspace, dead } = opened(automata);
    expect(dead()).toEqual(['s0.a']);
    const at = automata.indexOf('Hello') + 'Hello'.length;
    const typed = ' {{context';
    const executions = countExecutions(() => {
      workspace.editFile(MAIN, (document) => document.edit(at, at, typed));
      // It may read any variable.
      expect(dead()).toEqual([]);
      workspace.editFile(MAIN, (document) => document.edit(at, at + typed.length, ''));
      expect(dead()).toEqual(['s0.a']);
    });
    expect(executions.get('dead assignments are uncertain')).toBe(2);
    expect(executions.get('dead assignments')).toBeUndefined();
  });
});
