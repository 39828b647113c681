import { describe, expect, it } from 'vitest';
import { DEFAULT_WORKSPACE_SETTINGS } from '../../server/project/settings';
import { Workspace } from '../../server/project/workspace';
import { exceeds } from '../../server/text/bytes';
import { DEFAULT_LIMITS, type ParseLimits } from '../../server/yaml/problem';
import { addressOf, findingsOf, ROOT } from '../support/workspace';

const STATE = 'type: automata\ninitial: home\nstates:\n  home:\n    render: {text: 💬}\n    nonsense: 1\n';
const OTHER = 'kind: Deployment\nspec: {}\n';

function setLimits(workspace: Workspace, limits: Partial<ParseLimits>): void {
  workspace.configure(() => ({ ...DEFAULT_WORKSPACE_SETTINGS, limits: { ...DEFAULT_LIMITS, ...limits } }));
}

function open(path: string, text: string, limits: Partial<ParseLimits>): Workspace {
  const workspace = new Workspace();
  workspace.setFolders([ROOT]);
  setLimits(workspace, limits);
  workspace.openFile(addressOf(path), 'yaml', text);
  return workspace;
}

function found(workspace: Workspace, path: string): string[] {
  return findingsOf(workspace, [{ path, text: '' }]).map(
    ({ start, end, finding }) => `${finding.rule.code} ${start}-${end}`,
  );
}

describe('a file that is larger than the limit', () => {
  it.each([
    ['main.yaml', STATE, ['too-large 0-14']],
    ['main.json', '{"type": "automata",\n"initial": 1, "states": {}}', ['too-large 0-20']],
    ['a.state.yaml', '\n\n# nothing\n'.repeat(10), ['too-large 0-0']],
    ['deployment.yaml', OTHER, []],
  ])('gets one finding if it is one of ours: %s', (path, text, expected) => {
    expect(found(open(path, text, { maxFileSize: 20 }), path)).toEqual(expected);
  });

  it('is looked into again when it shrinks, or the limit grows', () => {
    const workspace = open('main.yaml', STATE, { maxFileSize: 75 });
    expect(found(workspace, 'main.yaml')).toEqual(['too-large 0-14']);
    workspace.editFile(addressOf('main.yaml'), (document) => document.edit(30, 30, ''));
    expect(found(workspace, 'main.yaml')).toEqual(['too-large 0-14']);
    const at = STATE.indexOf('    nonsense');
    workspace.editFile(addressOf('main.yaml'), (document) => document.edit(at, STATE.length, ''));
    expect(found(workspace, 'main.yaml')).not.toContain('too-large 0-14');
    workspace.editFile(addressOf('main.yaml'), (document) => document.edit(at, at, STATE.slice(at)));
    expect(found(workspace, 'main.yaml')).toEqual(['too-large 0-14']);
    setLimits(workspace, {});
    expect(found(workspace, 'main.yaml')).toContain(`unknown-field ${at + 4}-${at + 12}`);
  });

  it('is asked for again on disk when the limit grows', () => {
    const workspace = open('main.yaml', STATE, { maxFileSize: 1000 });
    workspace.setPaths([[addressOf('big.yaml'), { kind: 'file', why: 'too-large' }]]);
    workspace.takeWanted();
    setLimits(workspace, {});
    expect(workspace.takeWanted()).toContain(addressOf('big.yaml'));
  });
});

describe('depth and aliases', () => {
  it.each<[string, Partial<ParseLimits>, string]>([
    ['a: {b: {c: {d: 1}}}', { maxDepth: 3 }, 'Raise `atomicState.limits.maxDepth`'],
    ['a: &x 1\nb: [*x, *x, *x]', { maxAliases: 2 }, 'Raise `atomicState.limits.maxAliases`'],
  ])('%s', (context, limits, message) => {
    const text = `type: automata\ninitial: home\nstates: {home: {}}\ntransitions: {go: home}\ncontext: {${context.replace('\n', ', ')}}\n`;
    const [first, ...rest] = findingsOf(open('main.yaml', text, limits), [{ path: 'main.yaml', text }]);
    expect(rest).toEqual([]);
    expect(first?.finding.rule.code).toBe('too-large');
    expect(first?.finding.message).toContain(message);
  });
});

it.each(['', 'abc', 'é€', 'a💬b', 'aé€💬'.repeat(20)])(
  'bytes are counted as UTF-8 writes them: %s',
  (text) => {
    const bytes = Buffer.byteLength(text);
    for (const limit of [bytes - 1, bytes, bytes + 1]) expect(exceeds(text, limit)).toBe(bytes > limit);
  },
);
