import { expect, it } from 'vitest';
import { hoverAt } from '../../server/features/hover';
import { addProblems } from '../../server/features/hover/problem';
import { findingsOfFile } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { inEnglish } from '../support/english';
import { addressOf, workspaceOf } from '../support/workspace';

const TEXT =
  'initial: home\nstates:\n  home:\n    colour: red\n    transitions:\n      CHAT: hom\n      go: home\n';

function saidAt(word: string, by = 1) {
  const workspace = workspaceOf([{ path: 'main.yaml', text: TEXT }]);
  const address = addressOf('main.yaml');
  const findings = findingsOfFile(new Checker(workspace, () => ({})), address);
  const offset = TEXT.indexOf(word) + by;
  return { said: addProblems(hoverAt(workspace, address, offset), findings, offset), findings, offset };
}

it('explains the rule of a finding without repeating its message', () => {
  const { said, findings } = saidAt('hom\n');
  const found = findings.find(({ finding }) => finding.rule.code === 'unknown-target');
  expect(inEnglish(said?.markdown)).toBe(`**${found?.finding.rule.title}.** ${found?.finding.rule.doc}`);
  expect(inEnglish(said?.markdown)).not.toContain(inEnglish(found?.finding.message));
  expect(said?.range).toEqual({ start: found?.start, end: found?.end });
});

it('adds the explanation after the hover', () => {
  const { said } = saidAt('go: home', 0);
  expect(inEnglish(said?.markdown)).toMatch(/^\*\*event\*\* `go`\n[\s\S]*\n\n---\n\n\*\*[^*]+\.\*\* /);
});

it('adds nothing without a finding', () => {
  const { said, offset } = saidAt('home\n', 1);
  const workspace = workspaceOf([{ path: 'main.yaml', text: TEXT }]);
  expect(said).toEqual(hoverAt(workspace, addressOf('main.yaml'), offset));
  expect(saidAt('states', 0).said?.markdown).not.toContain('---');
});

it('explains each rule once', () => {
  const text = '{"initial": "a", "states": {"a": {"render": {"text": "{{b + b}}"}}}}';
  const workspace = workspaceOf([{ path: 'main.json', text }]);
  const address = addressOf('main.json');
  const findings = findingsOfFile(new Checker(workspace, () => ({})), address);
  const doubled = [...findings, ...findings];
  const offset = text.indexOf('b + b');
  const said = addProblems(undefined, doubled, offset);
  expect(inEnglish(said?.markdown)?.match(/^\*\*/gm)).toHaveLength(1);
});
