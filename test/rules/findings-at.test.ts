import { expect, it } from 'vitest';
import { automata } from '../../bench/automata';
import { findingsAt } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { finished } from '../../server/text/steps';
import { addressOf, workspaceOf } from '../support/workspace';

const PATH = 'main.state.yaml';
const [WRITTEN = ''] = automata(600).files.values();
const TEXT = WRITTEN.replace('module_type: ', 'module_tipe: ');
const OFFSET = TEXT.indexOf('module_tipe');

it('what is found at a place is known without the rest, but not waited for while all is prepared', () => {
  const workspace = workspaceOf([{ path: PATH, text: TEXT }], [PATH]);
  const checker = new Checker(workspace, () => ({}));
  const codes = () => findingsAt(checker, addressOf(PATH), OFFSET).map(({ finding }) => finding.rule.code);
  const [project] = workspace.projectsOf(addressOf(PATH));
  if (project === undefined) throw new Error('There is no project.');

  const steps = checker.checking(project, addressOf(PATH));
  steps.next();
  expect(codes()).toEqual([]);
  expect(checker.checked).toBe(0);
  finished(steps);
  expect(codes()).toEqual(['unknown-field']);

  expect(new Checker(workspace, () => ({})).isPreparing(project)).toBe(false);
});
