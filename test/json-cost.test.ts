import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { automata, MAIN } from '../bench/automata';
import { findingsOfFile } from '../server/rules/file-findings';
import { Checker } from '../server/rules/run';
import { Unit } from '../server/yaml/cut/unit';
import { countKeys } from './support/executions';
import { addressOf, workspaceOf } from './support/workspace';

/** The cost of a keystroke in JSON depends on its state: the tests count cut and checked units for one letter, at two sizes. */

const PATH = 'main.automata.json';

function jsonOf(lines: number): string {
  return JSON.stringify(parse(automata(lines).files.get(MAIN) ?? ''), null, 2);
}

interface Cost {
  /** Units cut, and so parsed, again. */
  readonly units: number;
  /** Units that the rules run on. */
  readonly checked: number;
}

/** Types a text after the first `mark`, deletes it and types it again; only the last edit is counted. */
function costOf(lines: number, mark: string, typed: string): Cost {
  const workspace = workspaceOf([{ path: PATH, text: jsonOf(lines) }], [PATH]);
  const address = addressOf(PATH);
  const checker = new Checker(workspace, () => ({}));
  const units = () => workspace.document(address)?.units ?? [];
  const at = (workspace.document(address)?.text.indexOf(mark) ?? -1) + mark.length;
  expect(at, mark).toBeGreaterThanOrEqual(mark.length);
  const edit = (length: number, text: string) => {
    workspace.editFile(address, (document) => document.edit(at, at + length, text));
    findingsOfFile(checker, address);
  };
  findingsOfFile(checker, address);
  edit(0, typed);
  edit(typed.length, '');
  const before = new Set(units());
  const checked = countKeys('findings of a group', Unit, () => edit(0, typed));
  return {
    units: units().filter((unit) => !before.has(unit)).length,
    checked,
  };
}

describe('the cost of a keystroke in JSON', () => {
  it.each([
    ['in a text', 'is it true', 'x', 1],
    ['that opens a string', 'is it true', '"', 1],
    ['that doubles a quote', '"target": ', '"', 1],
    ['that opens an object', '"on_click": ', '{', 1],
    ['that closes an object', '"on_click": ', '}', 1],
    ['that begins a key', '"render": {', '\n"x', 1],
    ['that adds a comma', '"on_click": ', ',', 1],
  ])('%s depends only on its state', (_, mark, typed, most) => {
    const small = costOf(500, mark, typed);
    expect(small.units).toBe(most);
    expect(costOf(1_500, mark, typed).units).toBe(most);
    // The targets of the state may be unknown, which affects the findings of others.
    if (typed === 'x') expect(small.checked).toBe(1);
    // A doubled quote leaves the target, and with it all transitions, known.
    if (typed === 'x' || mark === '"target": ') expect(costOf(1_500, mark, typed)).toEqual(small);
  });
});
