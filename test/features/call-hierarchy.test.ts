import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsFrom, callsTo, type HierarchyCall, hierarchyAt } from '../../server/features/call-hierarchy';
import type { Address } from '../../server/project/files/paths';
import { toScopePath } from '../../server/project/names/scope-path';
import type { Workspace } from '../../server/project/workspace';
import { parseCases, parseFixture } from '../support/fixture';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/call-hierarchy.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

/** The state under the cursor, its predecessors (`<`) and successors (`>`), with the texts of the transitions. */
function hierarchy(workspace: Workspace, address: Address, offset: number): string[] {
  return hierarchyAt(workspace, address, offset).flatMap(({ root, path, kind, name, detail, site }) => {
    const line = (sign: string, call: HierarchyCall, left: Address) => {
      const texts = call.ranges.map(({ start, end }) => workspace.document(left)?.text.slice(start, end));
      return `${sign} ${call.state.name}: ${call.state.detail} [${texts.join(' ')}]`;
    };
    return [
      `${kind} ${name} ${detail}`,
      ...callsTo(workspace, root, path).map((call) => line('<', call, call.state.site.address)),
      ...callsFrom(workspace, root, path).map((call) => line('>', call, site.address)),
    ];
  });
}

describe.each(LINE_BREAKS)('%s', (_name, convert) => {
  it.each(CASES)('%s', (_title, body = '') => {
    const { files, cursor } = parseFixture(body);
    const expected = files.find(({ path }) => path === 'calls')?.text.trimEnd();
    const converted = files
      .filter(({ path }) => path !== 'calls')
      .map(({ path, text }) => ({ path, text: convert(text) }));
    const file = files.find(({ path }) => path === cursor?.path);
    if (file === undefined || cursor === undefined) throw new Error('no cursor');
    const workspace = workspaceOf(converted);
    provideFiles(workspace, new Map(converted.map(({ path, text }) => [addressOf(path), text])));
    const offset = convert(file.text.slice(0, cursor.offset)).length;
    expect(hierarchy(workspace, addressOf(file.path), offset).join('\n')).toBe(expected);
  });
});

it('has no calls in a removed project', () => {
  const workspace = workspaceOf([]);
  expect(callsTo(workspace, addressOf('main.yaml'), toScopePath(['home']))).toEqual([]);
  expect(callsFrom(workspace, addressOf('main.yaml'), toScopePath(['home']))).toEqual([]);
});
