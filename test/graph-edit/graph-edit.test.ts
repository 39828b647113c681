import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { previewDeletion } from '../../server/graph-edit';
import type { GraphOperation } from '../../server/graph-edit/operation';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf } from '../support/workspace';
import { edited, operationFrom, readyWorkspace } from './edited';

/**
 * Cases: files, a line of three dashes with an operation (see `operationFrom`), and the files that it changes or creates
 * with their whole texts, or the sentence with which it is refused, or `No change.` `in` is the file whose graph is edited, by default
 * the first one.
 */
const FOLDER = join(import.meta.dirname, '../fixtures/graph-edit');
const NO_BREAK = / \(no line break at the end\)$/;
const PARTING = /^--- (\{.*\})\n/m;

for (const file of readdirSync(FOLDER)) {
  describe(file, () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
    for (const [variant, change] of LINE_BREAKS) {
      it.each(cases)(`$title (${variant})`, ({ body }) => {
        const [head = '', written = ''] = PARTING.exec(body) ?? [];
        const at = body.indexOf(head);
        const before = filesIn(body.slice(0, at), change);
        const expected = body.slice(at + head.length);
        const main = /"in":"(.*?)"/.exec(written)?.[1];
        const result = edited(before, operationFrom(written), main);
        if (typeof result === 'string') return expect(result).toBe(expected.trim());
        if (expected.trim() === 'No change.') {
          expect(result.edit.changes).toEqual([]);
          expect(result.edit.id).toBeDefined();
          return;
        }
        const changed = result.files.filter((one) => !before.includes(one));
        expect(changed.map(asText)).toEqual(filesIn(expected, change).map(asText));
      });
    }
  });
}

it('an empty file gets its first state, with the type of an automata', () => {
  const first = (path: string) => {
    const result = edited([{ path, text: '' }], { kind: 'addState', automata: '', name: 'home' });
    return typeof result === 'string' ? result : result.files[0]?.text;
  };
  expect(first('main.automata.yaml')).toBe(
    'type: automata\nstates:\n  home:\n    render:\n      text: Hello\n',
  );
  expect(JSON.parse(first('main.automata.json') ?? '')).toEqual({
    type: 'automata',
    states: { home: { render: { text: 'Hello' } } },
  });
});

it('a byte order mark is no column, and stays', () => {
  const after = (text: string, operation: GraphOperation) => {
    const main = { path: 'main.yaml', text: 'initial: quiz\nstates: !include state\n' };
    const result = edited([main, { path: 'state/a.yaml', text: `\ufeff${text}` }], operation);
    return typeof result === 'string' ? result : result.files[1]?.text;
  };
  const text = 'home:\n  render:\n    text: x\nquiz: {}\n';
  expect(after(text, { kind: 'connect', from: 'home', to: 'home', by: 'message' })).toBe(
    '\ufeffhome:\n  render:\n    text: x\n  transitions:\n    CHAT: home\nquiz: {}\n',
  );
  expect(after(text, { kind: 'duplicateState', state: 'home', name: 'two' })).toBe(
    '\ufeffhome:\n  render:\n    text: x\ntwo:\n  render:\n    text: x\nquiz: {}\n',
  );
  expect(after(text, { kind: 'deleteState', state: 'home', references: 'keep' })).toBe('\ufeffquiz: {}\n');
  const automata = '\ufefftransitions:\n  go: home\nstates:\n  home: {}\n';
  const result = edited([{ path: 'main.yaml', text: automata }], {
    kind: 'deleteTransition',
    edge: '\n\ngo\n\n0',
  });
  expect(typeof result === 'string' ? result : result.files[0]?.text).toBe('\ufeffstates:\n  home: {}\n');
});

it('a preview lists what refers to a state in another automata', () => {
  const workspace = readyWorkspace([
    { path: 'main.yaml', text: 'initial: home\nstates: !include state\n' },
    { path: 'main2.yaml', text: 'initial: shop\nstates: !include state\ntransitions: { go: shop }\n' },
    { path: 'state/home.yaml', text: 'home: {}\nshop: {}\n' },
  ]);
  const operation = { kind: 'deleteState', state: 'shop', references: 'keep' } as const;
  const uses = previewDeletion(workspace, addressOf('main.yaml'), operation);
  assert(!('refused' in uses));
  expect(uses.map(({ address, line }) => [address, line])).toEqual([
    [addressOf('main2.yaml'), 'initial: shop'],
    [addressOf('main2.yaml'), 'transitions: { go: shop }'],
  ]);
});

/** The files of a fixture, without the blank line after each text. */
function filesIn(text: string, change: (text: string) => string): FixtureFile[] {
  return parseFixture(text.replace(/\n+$/, '\n')).files.map(({ path, text: one }) => {
    const written = NO_BREAK.test(path) ? one.replace(/\n$/, '') : one;
    return { path: path.replace(NO_BREAK, ''), text: change(written) };
  });
}

function asText({ path, text }: FixtureFile): string {
  return `=== ${path}\n${text.replace(/\r?\n$/, '')}`;
}
