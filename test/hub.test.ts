import { describe, expect, it, vi } from 'vitest';
import { automata, MAIN } from '../bench/automata';
import { codeLenses } from '../server/features/code-lens';
import { definitionAt } from '../server/features/definition';
import { hoverAt } from '../server/features/hover';
import { references } from '../server/features/references';
import { renameSymbol } from '../server/features/rename';
import type { Address } from '../server/project/files/paths';
import { SymbolIndex } from '../server/project/names/symbol-index';
import type { Workspace } from '../server/project/workspace';
import { Document } from '../server/yaml/cut/document';
import { Unit } from '../server/yaml/cut/unit';
import { countExecutions } from './support/executions';
import { addressOf, workspaceOf } from './support/workspace';

/**
 * The cost of repeated requests about a state with many uses depends on the size of the answer. The tests count look-ups,
 * which are independent of the machine. `npm run bench -- --hub` measures the same.
 */

type Request = (workspace: Workspace, address: Address, offset: number) => unknown;

/** An automata with a hub, in one file or in several, one of which is open. */
function opened(uses: number, statesPerFile: number | undefined) {
  const { files, hub } = automata(uses * 6, statesPerFile, uses);
  const path = statesPerFile === undefined ? MAIN : 'state/0.yaml';
  const workspace = workspaceOf(
    [...files].map(([name, text]) => ({ path: name, text })),
    [path],
  );
  return { files, hub, path, workspace, address: addressOf(path) };
}

/**
 * The number of look-ups and executions of a repeated request, and of one after a letter elsewhere.
 */
function lookUps(request: Request, { hub, workspace, address }: ReturnType<typeof opened>) {
  const textOf = () => workspace.document(address)?.text ?? '';
  const ask = () => {
    const mark = `CHAT: ${hub.slice(0, 2)}`;
    const at = textOf().indexOf(mark);
    expect(at).toBeGreaterThan(0);
    expect(request(workspace, address, at + mark.length)).toBeTruthy();
  };
  const type = (letter: string) => {
    const at = textOf().indexOf('is it true');
    expect(at).toBeGreaterThan(0);
    workspace.editFile(address, (document) => document.edit(at, at, letter));
  };
  ask();
  type('x');
  ask();
  const spies = (['get', 'has', 'inOrder'] as const).map((name) => vi.spyOn(SymbolIndex.prototype, name));
  const count = () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  const executedAgain = countExecutions(ask);
  const again = count();
  type('y');
  const typed = count();
  const executedAfter = countExecutions(ask);
  const after = count() - typed;
  vi.restoreAllMocks();
  return { again, after, executedAgain, executedAfter };
}

const REQUESTS: readonly (readonly [string, Request])[] = [
  ['hover', hoverAt],
  ['definition', definitionAt],
  ['references', references],
  ['rename', (workspace, address, offset) => renameSymbol(workspace, address, offset, 'entrance')],
];

describe.each([
  ['in one file', undefined],
  ['in files of twenty states', 20],
])('the cost of a request about a state with many uses, %s', (_, statesPerFile) => {
  // Requests share them: only what is requested again, or after a letter, is counted.
  const [small, large] = [opened(150, statesPerFile), opened(600, statesPerFile)];

  it.each(REQUESTS)('%s', (__, request) => {
    const few = lookUps(request, small);
    expect(few.again).toBeGreaterThan(0);
    expect([...few.executedAgain.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(3);
    expect(few.after).toBeLessThan(100);
    expect(lookUps(request, large)).toEqual(few);
  });
});

it('code lenses after a letter are computed only for its state', () => {
  const costOf = (uses: number) => {
    const { workspace, address } = opened(uses, undefined);
    codeLenses(workspace, address);
    const at = workspace.document(address)?.text.indexOf('is it true') ?? -1;
    workspace.editFile(address, (document) => document.edit(at, at, 'x'));
    let lenses = 0;
    const executions = countExecutions(() => {
      lenses = codeLenses(workspace, address).length;
    });
    return { executions, lenses };
  };
  const few = costOf(150);
  const many = costOf(600);
  expect(many.lenses).toBeGreaterThan(few.lenses * 3);
  expect(many.executions).toEqual(few.executions);
});

describe('a rename parses no other units', () => {
  /** The numbers of parsed units and of cut texts when a hub is renamed. */
  function costOf(name: string) {
    const { hub, workspace, address } = opened(150, undefined);
    const document = workspace.document(address);
    const at = document?.text.indexOf(`CHAT: ${hub}`) ?? -1;
    const parsed = vi.spyOn(Unit.prototype, 'parsed', 'get');
    const edit = vi.spyOn(Document.prototype, 'edit');
    const copy = vi.spyOn(SymbolIndex.prototype, 'copy');
    const renamed = renameSymbol(workspace, address, at + 6, name);
    const own = new Set<unknown>(document?.units);
    const others = new Set(parsed.mock.contexts.filter((unit) => !own.has(unit)));
    const cost = { units: others.size, cuts: edit.mock.calls.length, copies: copy.mock.calls.length };
    vi.restoreAllMocks();
    const edits = renamed.kind === 'edits' ? [...renamed.changes.values()].flat().length : 0;
    return { ...cost, edits };
  }

  it('if no text contains the new name', () => {
    expect(costOf('entrance')).toEqual({ units: 0, cuts: 0, copies: 0, edits: 150 });
  });

  it('except units that contain the new name as a word', () => {
    const { units, ...cost } = costOf('question');
    expect(cost).toEqual({ cuts: 0, copies: 0, edits: 150 });
    expect(units).toBeGreaterThan(5);
    expect(units).toBeLessThan(40);
  });

  it('and copies the index only if the new name has a meaning', () => {
    const { copies } = costOf('ask_1');
    expect(copies).toBe(0); // There is such a state already.
    expect(costOf('verdict').copies).toBe(1);
  });
});

/** Replacements anywhere in the text: hubs, states, events and texts are added and removed. */
const EDITS: readonly (readonly [RegExp, string])[] = [
  [/CHAT: lobby_0/, 'CHAT: lobby_1'],
  [/leave_3: lobby_0/, 'leave_3: .lobby_0'],
  [/is it true/, 'is it the'],
  [/begin_2: ask_2/, 'begin_2: lobby_0'],
  [/\n( *)lobby_0:/, '\n$1lobby_00:'],
  [/\n( *)lobby_00:/, '\n$1lobby_0:\n$1  id: the_lobby'],
  [/leave_4: lobby_0/, "leave_4: '#the_lobby'"],
  [/\n *leave_5: lobby_0/, ''],
  [/on_click: go_home/, 'on_click: go_hom'],
  [/next_1: lobby_2/, 'next_1: lobby_0\n    go_home: lobby_2'],
  [/\n( *)ask_1:/, '\n$1between:\n$1  transitions: { go: lobby_0, stay: {} }\n$1ask_1:'],
  [/transitions:\n( *)begin_0: ask_0/, 'transitions:\n$1stay: {}\n$1begin_0: ask_0'],
  [/( *)between:\n/, '$1between:\n$1  type: automata\n$1  initial: lobby_0\n$1  states: { lobby_0: {} }\n'],
  [/leave_7: lobby_0/, 'leave_7: {{'],
  [/leave_7: \{\{/, 'leave_7: lobby_0'],
  [/is it the/, 'entrance'],
];

describe.each([
  ['in one file', undefined],
  ['in files of twenty states', 20],
])('cached answers about a state with many uses, %s', (_, statesPerFile) => {
  it('equal those of a fresh workspace after each edit', () => {
    const { files, path, workspace, address } = opened(120, statesPerFile);
    let text = files.get(path) ?? '';
    let done = 0;
    for (const [what, by] of [...EDITS, ...EDITS]) {
      const found = what.exec(text);
      if (found === null) continue;
      done++;
      const start = found.index;
      const written = found[0].replace(what, by);
      workspace.editFile(address, (document) => document.edit(start, start + found[0].length, written));
      text = text.slice(0, start) + written + text.slice(start + found[0].length);
      const fresh = workspaceOf(
        [...files].map(([name, old]) => ({ path: name, text: name === path ? text : old })),
        [path],
      );
      for (const mark of [
        'CHAT: lobby_',
        'begin_0: as',
        '\n    go_home: lob',
        'leave_8: lob',
        'on_click: go_h',
      ]) {
        const at = text.indexOf(mark) + mark.length;
        if (at < mark.length) continue;
        for (const [name, request] of REQUESTS)
          expect(request(workspace, address, at), `${name} at ${mark} after ${written}`).toEqual(
            request(fresh, address, at),
          );
      }
    }
    expect(done).toBeGreaterThan(20);
  });
});
