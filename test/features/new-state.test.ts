import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { automataList } from '../../server/features/automata-list';
import { newState } from '../../server/features/new-state';
import { ROOT_PATH, toScopePath } from '../../server/project/names/scope-path';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { addressOf, findingsOf, openFixture, provideFiles, ROOT, workspaceOf } from '../support/workspace';

/**
 * Cases: files as in other fixtures, then `--- MAIN PATH NAME` (the path of a nested automata with dots), and after it
 * the changed or new file, with the selection between `«` and `»`; or the reason why it is refused.
 */
const FIXTURE = readFileSync(join(import.meta.dirname, '../fixtures/new-state.txt'), 'utf8');
const PARTING = /^--- (\S+) ?(\S*) ?(.*)\n/m;

function check(body: string): void {
  const [head = '', main = '', path = '', name = ''] = PARTING.exec(body) ?? [];
  const before = body.indexOf(head);
  const { files } = parseFixture(body.slice(0, before).replace(/\n$/, ''));
  const expected = body.slice(before + head.length).trimEnd();
  const made = outcome(files, main, path === '' ? [] : path.split('.'), name);
  expect(made.replace(/\n$/, '')).toBe(expected);
}

function outcome(files: readonly FixtureFile[], main: string, path: readonly string[], name: string): string {
  const workspace = workspaceOf(files);
  automataList(workspace);
  provideFiles(workspace, new Map(files.map((file) => [addressOf(file.path), file.text])));
  const made = newState(workspace, addressOf(main), toScopePath(path), name);
  if ('refused' in made) return inEnglish(made.refused);
  const { address, range, text } = made.at;
  const file = decodeURIComponent(address.slice(ROOT.length + 1));
  expect(made.create?.text ?? text).toBe(text);
  const known = files.filter((one) => one.path !== file);
  const after = [...known, { path: file, text }];
  const codes = findingsOf(workspaceOf(after), after).map(({ finding }) => finding.rule.code);
  expect(codes.filter((code) => !ABOUT_UNFINISHED.has(code))).toEqual([]);
  return `=== ${file}\n${text.slice(0, range.start)}«${text.slice(range.start, range.end)}»${text.slice(range.end)}`;
}

/** A state that is being written has no transitions. */
const ABOUT_UNFINISHED: ReadonlySet<string> = new Set([
  'unreachable-state',
  'dead-end',
  'unused-transition',
  'duplicate-state',
]);

it.each(parseCases(FIXTURE).map(({ title, body }) => [title, body]))('%s', (_title, body) => check(body));

it('does not create a state in an open file outside the project', () => {
  const files = [
    { path: 'main.yaml', text: 'initial: a\nstates:\n  a: {render: {text: x}}\n' },
    { path: 'other.yaml', text: 'b: {render: {text: x}}\n' },
  ];
  const made = newState(workspaceOf(files), addressOf('main.yaml'), ROOT_PATH, 'c', addressOf('other.yaml'));
  expect('at' in made && made.at.address).toBe(addressOf('main.yaml'));
});

describe('the list of automata', () => {
  const list = (text: string) => {
    const { fixture, workspace } = openFixture(text);
    const cursor = fixture.cursor;
    return automataList(workspace, cursor && { address: addressOf(cursor.path), offset: cursor.offset }).map(
      ({ main, path, states, isHere }) =>
        `${main.slice(ROOT.length + 1)} ${path.join('.')} ${states}${isHere ? ' here' : ''}`,
    );
  };
  const NESTED =
    'initial: a\nstates:\n  a:\n    initial: b\n    states:\n      b: {render: {text: hi‸}}\n  c: {render: {}}\n';

  it('starts with the innermost automata at the cursor', () => {
    expect(
      list(`=== a.yaml\ntype: automata\ninitial: x\nstates: {x: {render: {}}}\n=== main.yaml\n${NESTED}`),
    ).toEqual(['main.yaml a 1 here', 'main.yaml  2 here', 'a.yaml  1']);
  });

  it('lists nested automata after the root if the cursor is outside', () => {
    expect(list(NESTED.replace('‸', '').replace('initial: a', 'initial: ‸a'))).toEqual([
      'main.yaml  2 here',
      'main.yaml a 1 here',
    ]);
  });

  it('contains an unused state name for each automata', () => {
    const { workspace } = openFixture(
      'initial: new_state\nstates: {new_state: {render: {}}, new_state_2: {render: {}}}\n',
    );
    expect(automataList(workspace).map(({ freeName }) => freeName)).toEqual(['new_state_3']);
  });
});
