import { describe, expect, it } from 'vitest';
import { check } from '../../server/check';
import type { FileSystem } from '../../server/filesystem';
import type { PathState } from '../../server/project/files/path-state';
import { type Address, folderOf, isInside, normalize } from '../../server/project/files/paths';

/** A file system with texts by path, or other states of files. */
function fileSystemOf(files: Readonly<Record<string, string | PathState>>): FileSystem {
  const all = new Map(Object.entries(files).map(([path, text]) => [normalize(`file:///${path}`), text]));
  const below = (folder: Address) => [...all.keys()].filter((address) => isInside(folder, address));
  return {
    stat: async (address, boundary) => {
      if (!isInside(boundary, address)) return { kind: 'outside' };
      const file = all.get(address);
      if (typeof file === 'string')
        return /\.(?:ya?ml|json)$/.test(address)
          ? { kind: 'text', text: file }
          : { kind: 'file', why: 'unread' };
      if (file !== undefined) return file;
      const inside = below(address);
      if (inside.length === 0 && !address.endsWith('/empty')) return { kind: 'missing' };
      return { kind: 'folder', files: inside.filter((one) => folderOf(one) === address) };
    },
    read: async (address) => {
      const file = all.get(address);
      // These bytes were not UTF-8.
      return typeof file === 'string' && !file.includes('\uFFFD') ? file : undefined;
    },
    find: async function* (folder) {
      yield* below(folder).filter((address) => /\.(?:ya?ml|json)$/.test(address));
    },
  };
}

/** Checks paths in a working folder. */
async function checked(
  files: Readonly<Record<string, string | PathState>>,
  here: string,
  ...paths: string[]
) {
  const addresses = paths.map((path) => normalize(`file:///${path}`));
  const options = { workingFolder: normalize(`file:///${here}`) };
  const {
    findings,
    files: count,
    unreadable,
    skipped,
  } = await check(fileSystemOf(files), addresses, {}, options);
  const short = (address: string) => address.replace('file:///', '');
  return {
    findings: findings.map(({ address, code }) => `${short(address)} ${code}`),
    count,
    unreadable: unreadable.map(short),
    skipped: Object.fromEntries([...skipped].map(([address, reason]) => [short(address), reason])),
  };
}

const BOT = {
  'ws/bot/main.yaml': 'initial: home\nstates: !include state\ntransitions: {go: home}\n',
  'ws/bot/state/home.yaml':
    'home:\n  render: {buttons: [{content: a, on_click: go}]}\n  transitions: {CHAT: b}\n',
  'ws/bot/state/b.yaml': 'b:\n  rendre: {}\n',
};
const NOT_STATE = 'this is not a state file';
const NOT_UTF8 = 'this is not UTF-8 text';

describe('a checked file', () => {
  it('includes the files that it refers to', async () => {
    const { findings, count, skipped } = await checked(BOT, 'ws', 'ws/bot/main.yaml');
    expect({ count, skipped }).toEqual({ count: 3, skipped: {} });
    expect(findings).toContain('ws/bot/state/b.yaml unknown-field');
  });

  it('is a part of the automata that includes it, whose other files are not checked', async () => {
    // Without the automata, `home.yaml` is not even a state file.
    for (const here of ['ws', 'ws/bot', 'ws/bot/state', 'elsewhere']) {
      const { findings, count, skipped } = await checked(BOT, here, 'ws/bot/state/home.yaml');
      expect({ here, findings, count, skipped }).toEqual({ here, findings: [], count: 1, skipped: {} });
    }
    expect((await checked(BOT, 'ws', 'ws/bot/state')).count).toBe(2);
  });

  it('is a part of an automata in the same folder, a parent folder, or anywhere in the working folder', async () => {
    const home = 'home:\n  render: {text: "{{context.known}}"}\n  transitions: {CHAT: home}\n';
    const main = (path: string) => `initial: home\ncontext: {known: 1}\nstates: !include ${path}\n`;
    for (const [path, include] of [
      ['a/x/state/main.yaml', '.'],
      ['a/x/main.yaml', 'state'],
      ['a/main.yaml', 'x/state'],
      ['a/y/z/main.yaml', '../../x/state'],
    ] as const) {
      const files = { [path]: main(include), 'a/x/state/home.yaml': home };
      const { findings, count } = await checked(files, 'a', 'a/x/state/home.yaml');
      expect({ path, findings, count }).toEqual({ path, findings: [], count: 1 });
    }
    // Not beyond the repository, nor below folders that are not the working folder.
    const files = { 'a/main.yaml': main('x/state'), 'a/x/.git/HEAD': '', 'a/x/state/home.yaml': home };
    expect((await checked(files, 'a/x', 'a/x/state/home.yaml')).count).toBe(0);
  });

  it('does not cause a search of the working folder if its folder has other files', async () => {
    const files = { ...BOT, 'ws/bot/compose.yaml': 'services: {}\n' };
    const fileSystem = fileSystemOf(files);
    const searched: string[] = [];
    const find = (folder: Address) => {
      searched.push(folder);
      return fileSystem.find(folder);
    };
    await check(
      { ...fileSystem, find },
      [normalize('file:///ws/bot')],
      {},
      { workingFolder: normalize('file:///ws') },
    );
    expect(searched).toEqual(['file:///ws/bot']);
  });
});

describe('a scenario file', () => {
  const STEPS = 'scenarios:\n  - start: { state: nowhere }\n';
  const LONE = ['ws/bot/tests/a.scenario.yaml missing-automata'];

  it('is checked with the automata that it names, or that is in the folders above', async () => {
    const unknown = ['ws/bot/tests/a.scenario.yaml unknown-scenario-state'];
    for (const [main, text] of [
      ['ws/bot/main.yaml', STEPS],
      ['ws/bot.automata.yaml', STEPS],
      ['ws/other/bot.yaml', `automata: ../../other/bot.yaml\n${STEPS}`],
    ] as const) {
      const files = {
        [main]: 'type: automata\ninitial: home\nstates: { home: { transitions: { CHAT: home } } }\n',
        'ws/bot/tests/a.scenario.yaml': text,
      };
      for (const path of ['ws/bot/tests', 'ws/bot/tests/a.scenario.yaml', 'ws'])
        expect({ path, ...(await checked(files, path, path)) }).toMatchObject({ path, findings: unknown });
    }
  });

  it('needs an automata, which is searched up to the root of the repository', async () => {
    const files = { 'ws/bot/tests/a.scenario.yaml': STEPS, 'ws/bot/.git/HEAD': '' };
    expect((await checked(files, 'ws', 'ws/bot/tests')).findings).toEqual(LONE);
    const above = { ...files, 'ws/main.yaml': BOT['ws/bot/main.yaml'] };
    expect((await checked(above, 'ws/bot', 'ws/bot/tests')).findings).toEqual(LONE);
  });

  it('may have an automata that cannot be read', async () => {
    const files = {
      'ws/bot/tests/a.scenario.yaml': STEPS,
      'ws/bot/main.yaml': { kind: 'unreadable', reason: 'forbidden' } as const,
    };
    expect((await checked(files, 'ws', 'ws/bot/tests')).findings).toEqual([]);
  });
});

describe('reported files that are not checked', () => {
  it('include paths that are missing or not state files', async () => {
    const files = { ...BOT, 'ws/compose.yaml': 'services: {}\n', 'ws/notes.md': 'a' };
    expect(await checked(files, 'ws', 'ws/gone.yaml', 'ws/compose.yaml', 'ws/notes.md')).toEqual({
      findings: [],
      count: 0,
      unreadable: ['ws/gone.yaml'],
      skipped: {
        'ws/compose.yaml': NOT_STATE,
        'ws/gone.yaml': 'no such file or folder',
        'ws/notes.md': NOT_STATE,
      },
    });
  });

  it('include folders without state files', async () => {
    const { count, unreadable, skipped } = await checked(BOT, 'ws', 'ws/empty', 'ws/bot');
    const reason = 'there are no state files in this folder';
    expect({ count, unreadable, skipped }).toEqual({
      count: 3,
      unreadable: [],
      skipped: { 'ws/empty': reason },
    });
  });

  it('include files that cannot be read, named or included', async () => {
    const binary = { kind: 'file', why: 'not-text' } as const;
    const denied = { kind: 'unreadable', reason: 'EACCES: permission denied' } as const;
    const files = {
      ...BOT,
      'ws/bot/state/utf16.yaml': binary,
      'ws/bot/state/z.yaml': denied,
      'ws/data.json': binary,
    };
    for (const path of ['ws/bot/main.yaml', 'ws']) {
      const { count, unreadable, skipped } = await checked(files, 'ws', path);
      expect({ count, unreadable }).toEqual({
        count: 3,
        unreadable: ['ws/bot/state/utf16.yaml', 'ws/bot/state/z.yaml'],
      });
      // Maybe a state file, maybe not.
      const data = path === 'ws' ? { 'ws/data.json': NOT_UTF8 } : {};
      expect(skipped).toEqual({
        'ws/bot/state/utf16.yaml': NOT_UTF8,
        'ws/bot/state/z.yaml': denied.reason,
        ...data,
      });
    }
    const large = { kind: 'file', why: 'too-large' } as const;
    expect((await checked({ 'ws/a.yaml': large }, 'ws', 'ws/a.yaml')).skipped['ws/a.yaml']).toContain(
      'larger',
    );
  });

  it('include text files that are not UTF-8', async () => {
    const files = { ...BOT, 'ws/bot/state/b.yaml': 'b:\n  render: {text: caf\uFFFD}\n' };
    expect(await checked(files, 'ws', 'ws/bot/main.yaml')).toMatchObject({
      count: 2,
      unreadable: ['ws/bot/state/b.yaml'],
      skipped: { 'ws/bot/state/b.yaml': NOT_UTF8 },
    });
  });
});
