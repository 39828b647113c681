import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeLenses } from '../server/features/code-lens';
import { documentSymbols } from '../server/features/document-symbols';
import { workspaceSymbols } from '../server/features/workspace-symbols';
import { DEFAULT_WORKSPACE_SETTINGS } from '../server/project/files/settings';
import type { Workspace } from '../server/project/workspace';
import { sample, stepOf } from './support/depth';
import type { FixtureFile } from './support/fixture';
import { foreignFiles } from './support/foreign';
import { describeSamples } from './support/real-files';
import { stateFilesIn } from './support/state-files';
import { addressOf, findingsOf, workspaceOf } from './support/workspace';

/** Default settings: only the text and the name determine the kind. */
const { detect } = DEFAULT_WORKSPACE_SETTINGS;

const FORMATS = foreignFiles();

/** A real automata, which includes the folder `bot/state`. */
const BOT: readonly FixtureFile[] = [
  { path: 'bot/main.yaml', text: 'type: automata\ninitial: a\nstates: !include state\n' },
  { path: 'bot/state/a.yaml', text: 'a:\n  render: {text: Hi}\n  transitions: {CHAT: a}\n' },
];

function isOurs(workspace: Workspace, { path }: FixtureFile): boolean {
  return workspace.source(addressOf(path)) !== undefined;
}

/** The files that are detected as state files, alone and in a workspace with an automata, closed and open. */
function taken(files: readonly FixtureFile[], folder = ''): string[] {
  const moved = files.map(({ path, text }) => ({ path: folder + path, text }));
  const all = [...moved, ...BOT];
  return [[], moved.map(({ path }) => path)].flatMap((open) => {
    const workspace = workspaceOf(all, open, { detect });
    expect(BOT.every((file) => isOurs(workspace, file))).toBe(true);
    const bad = moved.filter((file) => {
      const address = addressOf(file.path);
      return (
        isOurs(workspace, file) ||
        codeLenses(workspace, address).length > 0 ||
        documentSymbols(workspace, address).length > 0
      );
    });
    const found = findingsOf(workspace, moved).map(({ path, finding }) => `${path} ${finding.rule.code}`);
    const named = workspaceSymbols(workspace, '').filter(({ address }) => !address.includes('/bot/'));
    return [...bad.map(({ path }) => path), ...found, ...named.map(({ address }) => address)];
  });
}

describe('files of other formats are ignored', () => {
  it('the fixtures are representative', () => {
    expect(FORMATS.length).toBeGreaterThanOrEqual(30);
    const files = FORMATS.flatMap(([, all]) => all);
    expect(files.length).toBeGreaterThanOrEqual(150);
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
    const telling =
      /\b(?:states|transitions|render|tasks|inputs|outputs)\b["']?\s*:|type["']?: ?["']?(?:state|automata)\b/;
    expect(files.filter(({ text }) => telling.test(text)).length).toBeGreaterThan(100);
  });

  describe.each(FORMATS)('%s', (_, files) => {
    it('in a workspace with an automata', () => expect(taken(files)).toEqual([]));

    it('next to the files of an automata', () => {
      for (const { path, text } of sample(files, 3)) {
        const name = path.split('/').at(-1) ?? '';
        if (name !== 'main.yaml') expect(taken([{ path: name, text }], 'bot/')).toEqual([]);
        expect(taken([{ path: name, text }], 'bot/other/')).toEqual([]);
      }
    });

    it('while they are typed', () => {
      for (const { path, text } of files) {
        const lines = text.split('\n');
        const address = addressOf(path);
        const workspace = workspaceOf([{ path, text: '' }], [], { detect });
        const ours = lines.map((_line, index) => {
          workspace.openFile(
            address,
            /json$/.test(path) ? 'json' : 'yaml',
            lines.slice(0, index + 1).join('\n'),
          );
          return workspace.source(address) !== undefined;
        });
        // The name of a state file and `type: automata` count unless other evidence is against them.
        if (!/\.(?:state|automata|scenario)\./.test(path) && !text.startsWith('type: automata'))
          expect([path, ours.indexOf(true)]).toEqual([path, -1]);
        else expect([path, ours.at(-1)]).toEqual([path, false]);
      }
    });
  });
});

/** Files of authors that are detected by their content. */
function readFolder(folder: string): FixtureFile[] {
  return stateFilesIn(folder).filter(
    ({ path }) => !/\.js$|questions|not-a-state|output\.json|\.scenario\./.test(path),
  );
}

const inRepository = () => readFolder(join(import.meta.dirname, '../examples'));

/** Every number of lines up to this one is tested, as a file is decided by its first lines; a part of the others. */
const DECISIVE_LINES = 60;
const OTHERS_IN_TURN = stepOf(7, 1);

/** The lengths of a text that are tested, in lines. */
function lengthsOf(text: string): readonly number[] {
  const last = text.split('\n').length;
  return Array.from({ length: last }, (_, index) => index + 1).filter(
    (length) => length <= DECISIVE_LINES || length % OTHERS_IN_TURN === 0 || length === last,
  );
}

describeSamples(inRepository, readFolder, (files) => {
  describe('real files are detected from their first lines', () => {
    /** The lengths of incomplete texts that are not detected, in lines, in a workspace with other files. */
    function missed(path: string, text: string, others: readonly FixtureFile[] = []): number[] {
      const workspace = workspaceOf([...others, { path, text: '' }], [], { detect });
      const address = addressOf(path);
      const lines = text.split('\n');
      return lengthsOf(text).filter((length) => {
        const part = lines.slice(0, length).join('\n');
        workspace.openFile(address, /json$/.test(path) ? 'json' : 'yaml', part);
        return workspace.source(address) === undefined;
      });
    }

    it.each(files)('$path', ({ path, text }) => {
      const extension = path.split('.').at(-1) ?? '';
      const isState = !/^type: automata|"type": "automata"|^states:|^initial:/m.test(text);
      // A list of states in a file is recognised by its name as soon as there is a state.
      expect(missed(`x.${isState ? 'state' : 'automata'}.${extension}`, text)).toEqual([]);
      if (extension === 'json') return;
      // In a folder that an automata includes.
      if (isState) expect(missed('bot/state/x.yaml', text, BOT)).toEqual([]);
      else expect(missed('lone/main.yaml', text, [{ path: 'lone/a.state.yaml', text: '' }])).toEqual([]);
    });

    it.each(files)('$path, without a distinctive name', ({ path, text }) => {
      const lines = missed(`x.${path.split('.').at(-1)}`, text);
      // A list of states alone needs an automata that includes it.
      const isStates = /\bstate\//.test(path);
      // Once it is detected, it remains so.
      expect(lines).toEqual(isStates ? lengthsOf(text) : lines.map((_, index) => index + 1));
      if (!isStates) expect(lines.length).toBeLessThan(35);
    });
  });
});
