import { describe, expect, it } from 'vitest';
import { DEFAULT_WORKSPACE_SETTINGS } from '../../server/project/files/settings';
import { Workspace } from '../../server/project/workspace';
import { exceeds } from '../../server/text/bytes';
import { hashOf } from '../../server/text/hash';
import { DEFAULT_LIMITS, type ParseLimits } from '../../server/yaml/read/problem';
import { inEnglish } from '../support/english';
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

describe('a file larger than the limit', () => {
  it.each([
    ['main.yaml', STATE, ['too-large 0-14']],
    ['main.json', '{"type": "automata",\n"initial": 1, "states": {}}', ['too-large 0-20']],
    ['a.state.yaml', '\n\n# nothing\n'.repeat(10), ['too-large 0-0']],
    ['deployment.yaml', OTHER, []],
  ])('has one finding if it is a state file: %s', (path, text, expected) => {
    expect(found(open(path, text, { maxFileSize: 20 }), path)).toEqual(expected);
  });

  it('is analysed when it shrinks or the limit is raised', () => {
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

  it.each(['big.yaml', 'big.js'])('is read again when the limit is raised: %s', (path) => {
    const workspace = open('main.yaml', STATE, { maxFileSize: 1000 });
    workspace.setPaths([[addressOf(path), { kind: 'file', why: 'too-large' }]]);
    workspace.drainPending();
    setLimits(workspace, {});
    expect(workspace.drainPending()).toContain(addressOf(path));
  });
});

describe('a quarantined text', () => {
  function quarantine(path: string, text: string): Workspace {
    const workspace = new Workspace();
    workspace.quarantine(addressOf(path), hashOf(text));
    workspace.setFolders([ROOT]);
    setLimits(workspace, {});
    workspace.openFile(addressOf(path), 'yaml', text);
    return workspace;
  }

  it.each([
    ['main.yaml', STATE, ['too-large 0-14']],
    ['states.yaml', STATE.replace('type: automata\n', ''), ['too-large 0-13']],
    ['main.json', '{"type": "automata",\n"initial": 1, "states": {}}', ['too-large 0-20']],
    ['a.state.yaml', '\n\n# nothing\n'.repeat(10), ['too-large 0-0']],
    ['deployment.yaml', OTHER, []],
  ])('has one finding if it is a state file: %s', (path, text, expected) => {
    const workspace = quarantine(path, text);
    expect(found(workspace, path)).toEqual(expected);
    for (const { parsed } of workspace.document(addressOf(path))?.units ?? [])
      expect(parsed.root).toBeUndefined();
  });

  it('is analysed after an edit, but not after the edit is undone', () => {
    const workspace = quarantine('main.yaml', STATE);
    const edit = (start: number, end: number, text: string) =>
      workspace.editFile(addressOf('main.yaml'), (document) => document.edit(start, end, text));
    const at = STATE.indexOf('nonsense');
    edit(at, at, 'x');
    expect(found(workspace, 'main.yaml')).toEqual(
      found(open('main.yaml', STATE.replace('nonsense', 'xnonsense'), {}), 'main.yaml'),
    );
    expect(found(workspace, 'main.yaml')).toContain(`unknown-field ${at}-${at + 9}`);
    edit(at, at + 1, '');
    expect(found(workspace, 'main.yaml')).toEqual(['too-large 0-14']);
    edit(at, at + 1, 'N');
    expect(found(workspace, 'main.yaml')).toContain(`unknown-field ${at}-${at + 8}`);
  });

  it('may define the targets of other states', () => {
    const workspace = new Workspace();
    const included = 'a: {render: {text: b}}\n';
    workspace.quarantine(addressOf('states/a.yaml'), hashOf(included));
    workspace.setFolders([ROOT]);
    setLimits(workspace, {});
    const text = 'type: automata\ninitial: a\nstates: !include states\n';
    workspace.openFile(addressOf('main.yaml'), 'yaml', text);
    workspace.setPaths([
      [addressOf('states'), { kind: 'folder', files: [addressOf('states/a.yaml')] }],
      [addressOf('states/a.yaml'), { kind: 'text', text: included }],
    ]);
    expect(found(workspace, 'main.yaml')).toEqual([]);
    expect(found(workspace, 'states/a.yaml')).toEqual(['too-large 0-22']);
  });
});

describe('depth and aliases', () => {
  it.each<[string, Partial<ParseLimits>, string]>([
    ['a: {b: {c: {d: 1}}}', { maxDepth: 3 }, 'raise `atomicState.limits.maxDepth`'],
    ['a: &x 1\nb: [*x, *x, *x]', { maxAliases: 2 }, 'raise `atomicState.limits.maxAliases`'],
  ])('%s', (context, limits, message) => {
    const text = `type: automata\ninitial: home\nstates: {home: {}}\ntransitions: {go: home}\ncontext: {${context.replace('\n', ', ')}}\n`;
    const [first, ...rest] = findingsOf(open('main.yaml', text, limits), [{ path: 'main.yaml', text }]);
    expect(rest).toEqual([]);
    expect(first?.finding.rule.code).toBe('too-large');
    expect(inEnglish(first?.finding.message)).toContain(message);
  });
});

it.each(['', 'abc', 'é€', 'a💬b', 'aé€💬'.repeat(20)])('counts bytes in UTF-8: %s', (text) => {
  const bytes = Buffer.byteLength(text);
  for (const limit of [bytes - 1, bytes, bytes + 1]) expect(exceeds(text, limit)).toBe(bytes > limit);
});
