import { expect, it } from 'vitest';
import { addressOf, findingsOf, workspaceOf } from '../support/workspace';

it('tags of the settings are known', () => {
  const text =
    'type: automata\ninitial: home\ncontext: {a: !env HOME, b: !secret x}\nstates: {home: {}}\ntransitions: {go: home}\n';
  const files = [{ path: 'main.yaml', text }];
  const unknown = (tags: readonly string[]) =>
    findingsOf(workspaceOf(files, [], { tags }), files)
      .filter(({ finding }) => finding.rule.code === 'unknown-tag')
      .map(({ start, end }) => text.slice(start, end));
  expect(unknown([])).toEqual(['!env', '!secret']);
  expect(unknown(['!env'])).toEqual(['!secret']);
  expect(unknown(['!env', '!secret'])).toEqual([]);
});

it('what is missing can be made', () => {
  const text = 'type: automata\ninitial: start\ncontext:\n  a: !oneline code/a.js\nstates: !include state\n';
  const files = [{ path: 'bot/main.yaml', text }];
  const created = findingsOf(workspaceOf(files), files).flatMap(({ finding }) =>
    (finding.fixes ?? []).map(({ create }) => create),
  );
  expect(created).toEqual([
    { address: addressOf('bot/code/a.js'), text: '' },
    { address: addressOf('bot/state/start.yaml'), text: 'start:\n  render:\n    text: Hello\n' },
  ]);
});

it('the rules of pcc run where they are asked for only, and a comment for them is no finding otherwise', () => {
  const text =
    'type: automata\ninitial: home\nstates:\n  home:\n    # atomic-state-disable-next-line pcc-unknown-field\n    name: Home\n    render: {video: a}\n    transitions: {CHAT: home}\n';
  const files = [{ path: 'main.yaml', text }];
  const codes = (pccRules?: boolean) =>
    findingsOf(workspaceOf(files), files, pccRules === undefined ? {} : { pccRules }).map(
      ({ start, finding }) => `${finding.rule.code} ${text.slice(start, start + 4)}`,
    );
  expect(codes()).toEqual([]);
  expect(codes(false)).toEqual([]);
  expect(codes(true)).toEqual(['pcc-unknown-field vide']);
});
