import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRevision, type Revision } from '../server/filesystem-git';
import { type Address, fileAddress } from '../server/project/files/paths';

const MAX = 1000;

describe('a revision', () => {
  let folder = '';
  let opened: Revision | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
    git('init', '--quiet', '.');
  });
  afterEach(() => {
    opened?.close();
    rmSync(folder, { recursive: true });
  });

  function git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'core.autocrlf=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  function write(path: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  function commit(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, text] of Object.entries(files)) write(path, text);
    git('add', '.');
    git('commit', '--quiet', '--message', 'files');
  }

  async function open(path = '.', revision = 'HEAD'): Promise<Revision> {
    const found = await openRevision(join(folder, path), revision);
    if ('reason' in found) throw new Error(`${found.kind}: ${found.reason}`);
    opened = found;
    return found;
  }

  const address = (path: string): Address => fileAddress(join(folder, path));
  const stat = async (revision: Revision, path: string, max = MAX) =>
    await revision.files.stat(address(path), address('.'), max);

  it('has the texts of the commit, whatever is in the folder now', async () => {
    commit({ 'bot/main.yaml': 'a: 1\n', 'bot/code/é b.js': 'code()\n', 'gone.yaml': '\ufeffb: 2\n' });
    write('bot/main.yaml', 'a: 2\n');
    write('new.yaml', 'c: 3\n');
    rmSync(join(folder, 'gone.yaml'));
    const revision = await open('bot');
    expect(revision.root).toBe(fileAddress(folder));
    expect(await stat(revision, 'bot/main.yaml')).toEqual({ kind: 'text', text: 'a: 1\n' });
    expect(await stat(revision, 'gone.yaml')).toEqual({ kind: 'text', text: 'b: 2\n' });
    expect(await stat(revision, 'new.yaml')).toEqual({ kind: 'missing' });
    expect(await stat(revision, 'bot/code/é b.js')).toEqual({ kind: 'file', why: 'unread' });
    expect(await revision.files.read(address('bot/code/é b.js'), address('.'), MAX)).toBe('code()\n');
    expect(await stat(revision, 'bot')).toEqual({
      kind: 'folder',
      files: [address('bot/main.yaml')],
      folders: [address('bot/code')],
    });
  });

  it('finds state files, but not those of tools', async () => {
    commit({ 'a.yaml': 'a: 1\n', 'b/c/d.json': '{}', 'b/text.txt': 'x', 'node_modules/x/e.yaml': 'a: 1\n' });
    const { files } = await open();
    const found: Address[] = [];
    for await (const one of files.find(address('.'))) found.push(one);
    expect(found.toSorted()).toEqual([address('a.yaml'), address('b/c/d.json')]);
  });

  it('reads many files at the same time, also large ones', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => `a: ${'x'.repeat(index * 5000)}\n`);
    commit(Object.fromEntries(texts.map((text, index) => [`${index}.yaml`, text])));
    const revision = await open();
    const found = await Promise.all(texts.map((_, index) => stat(revision, `${index}.yaml`, 1e6)));
    expect(found).toEqual(texts.map((text) => ({ kind: 'text', text })));
  });

  it('respects limits and boundaries, and follows no links', async () => {
    commit({ 'a/b.yaml': 'a: 1\n', 'c.yaml': new Uint8Array([0, 1]) });
    symlinkSync('b.yaml', join(folder, 'a/link.yaml'));
    commit({});
    const revision = await open();
    expect(await stat(revision, 'a/b.yaml', 2)).toEqual({ kind: 'file', why: 'too-large' });
    expect(await revision.files.read(address('a/b.yaml'), address('.'), 2)).toBeUndefined();
    expect(await revision.files.stat(address('c.yaml'), address('a'), MAX)).toEqual({ kind: 'outside' });
    expect(await revision.files.read(address('c.yaml'), address('a'), MAX)).toBeUndefined();
    expect(await stat(revision, 'c.yaml')).toEqual({ kind: 'file', why: 'not-text' });
    expect(await stat(revision, 'a/link.yaml')).toMatchObject({ kind: 'unreadable' });
  });

  it.each([
    ['nowhere', 'unknown'],
    ['--help', 'unknown'],
    ['HEAD:a.yaml', 'unknown'],
  ])('is refused if it is no commit: %s', async (name, kind) => {
    commit({ 'a.yaml': 'a: 1\n' });
    expect(await openRevision(folder, name)).toMatchObject({ kind });
  });

  it('is that of the repository around a folder that is not there any more', async () => {
    commit({ 'bot/state/a.yaml': 'a: 1\n' });
    rmSync(join(folder, 'bot'), { recursive: true });
    const revision = await open('bot/state');
    expect(revision.root).toBe(fileAddress(folder));
    expect(await stat(revision, 'bot/state/a.yaml')).toEqual({ kind: 'text', text: 'a: 1\n' });
  });

  it('needs a repository', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(await openRevision(folder, 'HEAD')).toMatchObject({ kind: 'no-repository' });
  });

  it('needs a working tree', async () => {
    commit({ 'a.yaml': 'a: 1\n' });
    expect(await openRevision(join(folder, '.git'), 'HEAD')).toMatchObject({ kind: 'no-repository' });
    git('clone', '--quiet', '--bare', '.', 'bare');
    expect(await openRevision(join(folder, 'bare'), 'HEAD')).toMatchObject({ kind: 'no-repository' });
  });

  it('may be missing because the history is not complete', async () => {
    commit({ 'a.yaml': 'a: 1\n' });
    commit({ 'a.yaml': 'a: 2\n' });
    git('clone', '--quiet', '--depth', '1', `file://${folder}`, 'shallow');
    expect(await openRevision(join(folder, 'shallow'), 'HEAD~1')).toMatchObject({ kind: 'shallow' });
  });

  it('answers every request if git ends', async () => {
    commit({ 'a.yaml': 'a: 1\n' });
    const revision = await open();
    const waiting = stat(revision, 'a.yaml');
    revision.close();
    expect((await waiting).kind).toMatch(/unreadable|text/);
  });
});
