import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentLinks } from '../../server/features/document-links';
import { inEnglish } from '../support/english';
import { parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/document-links.txt');

/** Checks that exactly the marked paths are links; the labels are their targets and tooltips. */
function check(body: string): void {
  const { files, names } = parseMarks(body);
  const workspace = workspaceOf(files);
  for (const { path } of files) documentLinks(workspace, addressOf(path));
  provideFiles(workspace, new Map(files.map((file) => [addressOf(file.path), file.text])));
  for (const { path } of files) {
    const found = documentLinks(workspace, addressOf(path));
    expect(
      found.map(({ range, address, tooltip }) => [range.start, range.end, address, inEnglish(tooltip)]),
      path,
    ).toEqual(
      names
        .filter((name) => name.path === path)
        .map(({ label, start, end }) => {
          const [to = '', tooltip = ''] = label.split(': ');
          return [start, end, addressOf(to), tooltip];
        }),
    );
  }
}

it.each(parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]))(
  '%s',
  (_title, body) => check(body),
);
