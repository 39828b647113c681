import { expect, it } from 'vitest';
import { check } from '../server/check';
import type { FileSystem } from '../server/filesystem';
import type { PathState } from '../server/project/files/path-state';
import { normalize } from '../server/project/files/paths';

const FILES: Readonly<Record<string, string>> = {
  'file:///ws/main.yaml':
    'type: automata\ninitial: hom\nname: Bot\nstates:\n  home:\n    # atomic-state-disable-next-line unknown-field\n    rendre: {}\n    transitions: {CHAT: home}\n',
  'file:///ws/other.yaml': 'kind: Deployment\n',
};

const WS = normalize('file:///ws');
const ADDRESSES = Object.keys(FILES).map(normalize);

const fileSystem: FileSystem = {
  stat: async (address): Promise<PathState> => {
    const text = FILES[address];
    if (text !== undefined) return { kind: 'text', text };
    return address === WS ? { kind: 'folder', files: ADDRESSES } : { kind: 'missing' };
  },
  read: async (address) => FILES[address],
  find: async function* () {
    yield* ADDRESSES;
  },
};

const brief = async (...given: Parameters<typeof check>) => {
  const { findings, files, unreadable } = await check(...given);
  const lines = findings.map(
    ({ line, character, severity, code }) => `${line}:${character} ${severity} ${code}`,
  );
  return { lines, files, unreadable };
};

it('the command line reports the findings of the editor, without those that comments disable', async () => {
  expect(await brief(fileSystem, [WS])).toEqual({
    lines: ['1:9 error unknown-initial'],
    files: 1,
    unreadable: [],
  });
});

it('rules of pcc and severities are options', async () => {
  const severity = new Map([['unknown-initial', 'hint' as const]]);
  expect((await brief(fileSystem, [WS], { pccRules: true, severity })).lines).toEqual([
    '1:9 hint unknown-initial',
    '2:0 warning pcc-unknown-field',
  ]);
});

it('a missing path is reported as unreadable', async () => {
  const nothing = normalize('file:///ws/nothing.yaml');
  expect((await brief(fileSystem, [nothing])).unreadable).toEqual([nothing]);
});
