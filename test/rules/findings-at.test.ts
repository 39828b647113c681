import { expect, it } from 'vitest';
import { automata } from '../../bench/automata';
import { findingsAt } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { Unit } from '../../server/yaml/cut/unit';
import { countKeys } from '../support/executions';
import { addressOf, workspaceOf } from '../support/workspace';

const PATH = 'main.state.yaml';
const [WRITTEN = ''] = automata(600).files.values();
const TEXT = WRITTEN.replace('module_type: ', 'module_tipe: ');
const OFFSET = TEXT.indexOf('module_tipe');

it('checks only the units at the offset', () => {
  const checker = new Checker(workspaceOf([{ path: PATH, text: TEXT }], [PATH]), () => ({}));
  let found: ReturnType<typeof findingsAt> = [];
  const checked = countKeys('findings of a group', Unit, () => {
    found = findingsAt(checker, addressOf(PATH), OFFSET);
  });
  expect(found.map(({ finding }) => finding.rule.code)).toEqual(['unknown-field']);
  expect(checked).toBeLessThanOrEqual(2);
});
