import { expect, it, vi } from 'vitest';
import { automata, MAIN } from '../../bench/automata';
import { Latest } from '../../server/engine/latest';
import { documentSymbols, type OutlineEntry, outlineOf } from '../../server/features/document-symbols';
import { toRange } from '../../server/protocol/convert';
import { Outlines } from '../../server/protocol/outlines';
import { addressOf, workspaceOf } from '../support/workspace';

it('an outline moves with its lines, and only what changed is converted', () => {
  const { files } = automata(500);
  const workspace = workspaceOf(
    [...files].map(([path, text]) => ({ path, text })),
    [MAIN],
  );
  const address = addressOf(MAIN);
  const outlines = new Outlines();
  const converted = new Set<object>();
  /** How many lists of entries are converted that were not converted before. */
  const check = (): number => {
    const before = converted.size;
    const set = vi.spyOn(Latest.prototype, 'set');
    const document = workspace.document(address);
    const outline = outlineOf(workspace, address);
    if (document === undefined || outline === undefined) throw new Error('There is no outline.');
    const places = (entry: OutlineEntry): unknown => ({
      name: entry.name,
      range: toRange(document, entry.range),
      selectionRange: toRange(document, entry.selection),
      // What there is none of is not sent.
      ...(entry.children.length > 0 && { children: entry.children.map(places) }),
    });
    const expected = documentSymbols(workspace, address).map(places);
    const symbols = outlines.symbols(document, outline);
    expect(symbols).toMatchObject(expected);
    expect(JSON.stringify(symbols)).not.toMatch(/"(?:children":\[\]|detail":"")/);
    for (const [entries] of set.mock.calls) converted.add(entries);
    set.mockRestore();
    return converted.size - before;
  };
  expect(check()).toBeGreaterThan(20);
  const at = (workspace.document(address)?.text.indexOf('\n  judge_1:') ?? 0) + 1;
  expect(at).toBeGreaterThan(1);
  const text = '  fresh:\n    transitions:\n      on: lobby_0\n';
  for (const [from, to, typed, most] of [
    [at + 4, at + 4, 'x', 1],
    [at, at, text, 2],
    [at, at + text.length, '', 2],
    [0, 0, '# one\n# two\n', 2],
  ] as const) {
    workspace.editFile(address, (document) => document.edit(from, to, typed));
    expect(check()).toBeLessThanOrEqual(most);
    expect(check()).toBe(0);
  }
});
