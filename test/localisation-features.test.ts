import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GLOBALS, KEYWORDS } from '../server/expression/globals';
import { codeLenses, lensText } from '../server/features/code-lens';
import { WHOLE_AUTOMATA } from '../server/features/completion/scaffolds';
import { describeField } from '../server/features/describe';
import { documentLinks } from '../server/features/document-links';
import { hover } from '../server/features/hover';
import { filesFor, refactorings } from '../server/features/refactor';
import { prepareRename, rename } from '../server/features/rename';
import { BUILT_IN } from '../server/format/catalog';
import { DOCUMENTS } from '../server/format/documents';
import { CLIENT_ACTIONS, SPECIAL_EVENTS } from '../server/format/events';
import { OBJECTS } from '../server/format/objects';
import { TAGS } from '../server/format/tags';
import type { Field, ObjectSpec, Type } from '../server/format/types';
import { WIDGETS } from '../server/format/widgets';
import { itemsAt } from './completion/check';
import { parseCases, parseFixture } from './support/fixture';
import { parseMarks } from './support/marks';
import { untranslated } from './support/untranslated';
import { addressOf, feed, workspaceOf } from './support/workspace';

/** Names and texts that the fixtures give to states, events, folders, modules and widgets. */
const AUTHORS = new Set(
  `other|home|first|third|other or home|home, third|answer|go|plain|plain words|plain one|plain two|b|c|weather|unit|
  WeatherModule|Painter|Paints.|Where.|What to paint.|Looks up the weather.|As physicists do.|With the number.|
  DOWNLOAD|choices|default_value`
    .split('|')
    .map((text) => text.trim()),
);

/** The small print of what is taken from the declarations of JavaScript, which stays as it is. */
const OF_JAVASCRIPT = '*JavaScript*';

const FIXTURES = join(import.meta.dirname, 'fixtures');

function bodiesOf(folder: string): string[] {
  const files = folder.endsWith('.txt')
    ? [folder]
    : readdirSync(join(FIXTURES, folder)).map((file) => join(folder, file));
  return files.flatMap((file) =>
    parseCases(readFileSync(join(FIXTURES, file), 'utf8')).map(({ body }) => body),
  );
}

/** The documentation that types give to their values. */
function docsOfValues(type: Type): string[] {
  if (type.kind === 'enum') return type.values.map(({ doc }) => doc);
  if (type.kind === 'string') return (type.suggestions ?? []).map(({ doc }) => doc);
  if (type.kind === 'union') return type.of.flatMap(docsOfValues);
  if (type.kind === 'list') return docsOfValues(type.item);
  return [];
}

const docsOfFields = (fields: readonly Field[], spec: ObjectSpec) =>
  fields.flatMap((field) => [describeField(field, spec), ...docsOfValues(field.type)]);

it('the format is explained in Simplified Chinese', () => {
  const widgets = [...WIDGETS];
  const texts = [
    ...Object.values(OBJECTS).flatMap((spec) => [spec.title, spec.doc, ...docsOfFields(spec.fields, spec)]),
    ...BUILT_IN.modules.map(({ doc }) => doc),
    ...widgets.flatMap(({ doc, result, fields }) => [
      doc,
      result?.doc ?? '',
      ...docsOfFields(fields, OBJECTS['any-widget-config']),
    ]),
    ...SPECIAL_EVENTS.map(({ doc }) => doc),
    ...CLIENT_ACTIONS.flatMap(({ doc, payload }) => [doc, ...payload.map((key) => key.doc)]),
    ...TAGS.map(({ doc }) => doc),
    ...[...GLOBALS, ...KEYWORDS].map(({ documentation }) => documentation),
    ...Object.values(DOCUMENTS).map(({ phrase }) => phrase),
    ...WHOLE_AUTOMATA.flatMap(({ detail }) => [detail]),
  ];
  expect(untranslated(texts)).toEqual([]);
});

it('hovers are in Simplified Chinese', () => {
  const texts = new Set<string>();
  for (const body of bodiesOf('hover')) {
    const { files: all, names } = parseMarks(body);
    const files = all.filter(({ path }) => !path.endsWith('.hover'));
    const workspace = workspaceOf(files);
    const disk = new Map(files.map(({ path, text }) => [addressOf(path), text]));
    for (const { path, start } of names) hover(workspace, addressOf(path), start);
    feed(workspace, disk);
    for (const { path, start } of names) {
      const text = hover(workspace, addressOf(path), start)?.markdown ?? '';
      if (!text.includes(OF_JAVASCRIPT)) texts.add(text);
    }
  }
  expect(texts.size).toBeGreaterThan(100);
  expect(untranslated(texts, AUTHORS)).toEqual([]);
});

it('suggestions are in Simplified Chinese', () => {
  const details = new Set<string>();
  const docs = new Set<string>();
  for (const body of bodiesOf('completion')) {
    const [text = ''] = body.split(/^>>> /m);
    const files = text.startsWith('===') ? text : `=== main.automata.yaml\n${text}`;
    for (const item of itemsAt(parseFixture(files.replace(/\n$/, '')))) {
      const doc = item.documentation?.() ?? '';
      if (doc.endsWith(OF_JAVASCRIPT)) continue;
      docs.add(doc);
      // Of names of JavaScript it is how they are called.
      if (!['function', 'class', 'constant'].includes(item.kind)) details.add(item.detail ?? '');
    }
  }
  expect(untranslated([...details, ...docs], AUTHORS)).toEqual([]);
});

it('what is said beside a text is in Simplified Chinese', () => {
  const texts = new Set<string>();
  for (const folder of ['code-lens.txt', 'document-links.txt']) {
    for (const body of bodiesOf(folder)) {
      const { files } = parseMarks(body);
      const workspace = workspaceOf(files);
      const disk = new Map(files.map(({ path, text }) => [addressOf(path), text]));
      for (const { path } of files) documentLinks(workspace, addressOf(path));
      feed(workspace, disk);
      for (const { path } of files) {
        for (const { tooltip } of documentLinks(workspace, addressOf(path))) texts.add(tooltip);
        for (const { root, path: state } of codeLenses(workspace, addressOf(path)))
          texts.add(lensText(workspace, root, state)?.title ?? '');
      }
    }
  }
  expect(untranslated(texts, AUTHORS)).toEqual([]);
});

it('refactorings are called in Simplified Chinese', () => {
  const texts = new Set<string>();
  for (const body of bodiesOf('refactor')) {
    const [text = ''] = body.split(/^---/m);
    const { files, cursor } = parseFixture(text);
    if (cursor === undefined) continue;
    const workspace = workspaceOf(files);
    const at = { start: cursor.offset, end: cursor.offset };
    refactorings(workspace, addressOf(cursor.path), at);
    const disk = new Map(files.map(({ path, text }) => [addressOf(path), text]));
    feed(workspace, disk);
    filesFor(workspace, addressOf(cursor.path), at);
    for (const { title } of refactorings(workspace, addressOf(cursor.path), at, disk)) texts.add(title);
  }
  expect(texts.size).toBeGreaterThan(5);
  expect(untranslated(texts)).toEqual([]);
});

it('why something cannot be renamed is said in Simplified Chinese', () => {
  const texts = new Set<string>();
  for (const body of bodiesOf('rename')) {
    const split = /^-\/> ?(.*)\n/m.exec(body);
    if (split === null) continue;
    const { files, names, targets } = parseMarks(body.slice(0, split.index));
    const workspace = workspaceOf(files);
    for (const { path, start } of [...names, ...targets]) {
      const prepared = prepareRename(workspace, addressOf(path), start);
      const renamed = rename(workspace, addressOf(path), start, split[1] || 'fresh');
      for (const one of [prepared, renamed]) if (one.kind === 'refused') texts.add(one.reason);
    }
  }
  expect(texts.size).toBeGreaterThan(10);
  expect(untranslated(texts)).toEqual([]);
});
