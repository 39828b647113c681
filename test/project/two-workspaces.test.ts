import { expect, it } from 'vitest';
import { Checker } from '../../server/rules/run';
import { executionsOf } from '../support/executions';
import { addressOf, workspaceOf } from '../support/workspace';

const TEXT = `initial: a
context:
  count: 1
states:
  a:
    outputs:
      context.count: "{{context.count + 1}}"
    transitions:
      CHAT: b
  b:
    transitions:
      CHAT: missing
`;

/** A workspace with a finding in its last state. */
function setUp() {
  const address = addressOf('main.yaml');
  const workspace = workspaceOf([{ path: 'main.yaml', text: TEXT }], ['main.yaml']);
  const checker = new Checker(workspace, () => ({}));
  const [project] = workspace.projectsOf(address);
  if (project === undefined) throw new Error('There is no project.');
  const check = () =>
    checker.check(project, address).flatMap(({ findings }) => findings.map(({ rule }) => rule.code));
  const replace = (old: string, text: string) =>
    workspace.editFile(address, (document) => {
      const at = document.text.indexOf(old);
      return document.edit(at, at + old.length, text);
    });
  const trace = () => {
    const unit = workspace.document(address)?.units.at(-1);
    return unit ? checker.trace(project, address, unit) : '';
  };
  return { check, replace, trace };
}

it('an edit in one workspace does not verify what the results of another depend on', () => {
  const [first, second] = [setUp(), setUp()];
  expect([first.check(), second.check()]).toEqual([['unknown-target'], ['unknown-target']]);
  const before = second.trace().split('\n').slice(1);
  first.replace('CHAT: missing', 'CHAT: a');
  expect(first.check()).toEqual([]);
  expect(executionsOf(() => second.check())).toEqual([]);
  expect(before.length).toBeGreaterThan(10);
  expect(second.trace().split('\n').slice(1)).toEqual(before);
  second.replace('CHAT: missing', 'CHAT: a');
  expect(second.check()).toEqual([]);
});
