import { expect, it, vi } from 'vitest';
import { LatestResult } from '../../server/engine/latest-result';
import { documentSymbols, type OutlineEntry, outlineOf } from '../../server/features/document-symbols';
import { toRange } from '../../server/protocol/convert';
import { Outlines } from '../../server/protocol/outlines';
import { addressOf, workspaceOf } from '../support/workspace';
import { outlinedAutomata } from './outlined';

it('document symbols move with their lines, and only changed ones are converted', () => {
  const { workspace, address, document, symbols, stateStart: at, edit } = outlinedAutomata();
  const converted = new Set<object>();
  /** The number of newly converted lists of entries. */
  const check = (): number => {
    const before = converted.size;
    const set = vi.spyOn(LatestResult.prototype, 'set');
    const places = (entry: OutlineEntry): unknown => ({
      name: entry.name,
      range: toRange(document(), entry.range),
      selectionRange: toRange(document(), entry.selection),
      // Empty members are not sent.
      ...(entry.children.length > 0 && { children: entry.children.map(places) }),
    });
    const expected = documentSymbols(workspace, address).map(places);
    const sent = symbols();
    expect(sent).toMatchObject(expected);
    expect(JSON.stringify(sent)).not.toMatch(/"(?:children":\[\]|detail":"")/);
    // Lists without a line are those that are sent.
    for (const [entries, line] of set.mock.calls) if (line !== undefined) converted.add(entries);
    set.mockRestore();
    return converted.size - before;
  };
  expect(check()).toBeGreaterThan(20);
  expect(at).toBeGreaterThan(1);
  const text = '  fresh:\n    transitions:\n      on: lobby_0\n';
  for (const [from, to, typed, most] of [
    [at + 4, at + 4, 'x', 1],
    [at, at, text, 2],
    [at, at + text.length, '', 2],
    [0, 0, '# one\n# two\n', 2],
  ] as const) {
    edit(from, to, typed);
    expect(check()).toBeLessThanOrEqual(most);
    expect(check()).toBe(0);
  }
});

it('document symbols move within a line of JSON', () => {
  const render = { text: 'x'.repeat(21_000) };
  const text = JSON.stringify({ id: 'a', initial: 's', states: { s: { render }, t: { render } } });
  const address = addressOf('main.json');
  const workspace = workspaceOf([{ path: 'main.json', text }], ['main.json']);
  const outlines = new Outlines();
  const symbols = () => {
    const [outline, document] = [outlineOf(workspace, address), workspace.document(address)];
    return outline && document && outlines.symbols(document, outline);
  };
  symbols();
  workspace.editFile(address, (before) => before.edit(7, 8, 'longer'));
  const moved = symbols();
  const document = workspace.document(address);
  const fresh = document && new Outlines().symbols(document, outlineOf(workspace, address) ?? expect.fail());
  expect(moved).toEqual(fresh);
  expect(JSON.stringify(moved)).toContain(`"character":${document?.text.indexOf('"s":{')}`);
});
