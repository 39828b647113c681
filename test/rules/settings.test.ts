import { describe, expect, it } from 'vitest';
import { addressOf, findingsOf, workspaceOf } from '../support/workspace';

it('does not report tags of the settings', () => {
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

it('fixes create missing files and folders', () => {
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

it('the rules for pcc run only if they are enabled; their comments are allowed in any case', () => {
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

describe('detection of state files', () => {
  const files = [
    { path: 'main.yaml', text: 'type: automata\ninitial: a\nstates:\n  a: {}\n' },
    { path: 'bots/one.yaml', text: 'render: 1\n' },
    { path: 'b.state.yaml', text: 'tasks: 1\n' },
  ];
  const ours = (detect: { byContent: boolean; byName: readonly string[] }) => {
    const workspace = workspaceOf(files, [], { detect });
    return files.map((file) => file.path).filter((path) => workspace.source(addressOf(path)));
  };

  it.each([
    [true, [], ['main.yaml', 'b.state.yaml']],
    [false, [], ['b.state.yaml']],
    [false, ['bots/*.yaml'], ['bots/one.yaml', 'b.state.yaml']],
    [true, ['!main.yaml', '!**/*.state.yaml'], []],
    [true, ['**/*.yaml', '!bots/**'], ['main.yaml', 'b.state.yaml']],
    [true, ['!**/*.yaml', 'bots/**'], ['bots/one.yaml']],
  ])('by content %s, by name %j: %j', (byContent, byName, expected) => {
    expect(ours({ byContent, byName })).toEqual(expected);
  });
});
