import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { matchScopes } from '../../server/compare/matching';
import { compareStructure } from '../../server/compare/structure';
import { type ExchangeData, isDataList, isDataMap, isNumberText } from '../../server/exchange/data';
import type { ExportedAutomata } from '../../server/exchange/export';
import { formatDocument } from '../../server/features/format';
import { BUILT_IN_CATALOG } from '../../server/format/catalog';
import { openDocument } from '../../server/format/document-kind';
import { printYaml } from '../../server/formatter';
import { type Program, programOf } from '../../server/run/conversation/program';
import { applyChanges } from '../../server/text/apply';
import { automataIn, fixturesIn, type RunSubject, randomSubject } from '../run/rules/subjects';
import { draws, sample } from '../support/depth';
import { exportOf } from '../support/exported';
import type { FixtureFile } from '../support/fixture';
import { EDITOR } from '../support/format-check';
import { describeRealFiles } from '../support/real-files';

/** Versions of an automata that are written in other words have no difference. */

const ROOT = join(import.meta.dirname, '../..');
type Exported = Extract<ExportedAutomata, { readonly text: string }>;
type Variant = (subject: RunSubject, exported: Exported) => Promise<RunSubject> | RunSubject;

const WITH_COMMENTS = 'its text with comments';

const VARIANTS: Readonly<Record<string, Variant>> = {
  'itself, read again': (subject) => subject,
  'its formatted text': async (subject) => ({
    ...subject,
    files: await Promise.all(subject.files.map(formatted)),
  }),
  [WITH_COMMENTS]: (subject) => ({ ...subject, files: subject.files.map(commented) }),
  'its export as JSON': (subject, { text }) => asJson(subject, text),
  'its keys in the other order': (subject, { data }) => asJson(subject, reversed(data)),
};

function asJson(subject: RunSubject, text: string): RunSubject {
  return { ...subject, files: [{ path: 'main.json', text }], main: 'main.json' };
}

async function formatted({ path, text }: FixtureFile): Promise<FixtureFile> {
  // The text of another JSON file may be a value.
  if (!/\.ya?ml$|^main\.json$/.test(path)) return { path, text };
  const document = openDocument(text, path.endsWith('.json') ? 'json' : 'yaml');
  const { changes } = await formatDocument(document, EDITOR, {}, printYaml);
  return { path, text: applyChanges(text, changes) };
}

function commented({ path, text }: FixtureFile): FixtureFile {
  if (!/\.ya?ml$/.test(path)) return { path, text };
  const lines = text.split('\n').flatMap((line) => {
    const indent = /^ *(?=[\w"'][^|>]*:(?: |$))/.exec(line)?.[0];
    return indent === undefined ? [line] : [`${indent}# A comment.`, line];
  });
  return { path, text: lines.join('\n') };
}

/** JSON with the keys of all maps in the other order. */
function reversed(data: ExchangeData): string {
  if (isNumberText(data)) return data.text;
  if (isDataList(data)) return `[${data.map(reversed).join()}]`;
  if (!isDataMap(data)) return JSON.stringify(data);
  return `{${[...data]
    .reverse()
    .map(([key, value]) => `${JSON.stringify(key)}:${reversed(value)}`)
    .join()}}`;
}

function exported({ files, main }: RunSubject): Exported | undefined {
  const result = exportOf(files, main);
  return 'text' in result ? result : undefined;
}

function programFrom(result: Exported): Program {
  return programOf({ ...result, catalog: BUILT_IN_CATALOG });
}

/** The differences of all subjects from a variant of them, and the number of subjects that have one. */
async function compareAll(
  subjects: readonly (readonly [RunSubject, Exported])[],
  variant: Variant,
  keepsText: boolean,
) {
  const differences: string[] = [];
  let compared = 0;
  for (const [subject, before] of subjects) {
    const after = exported(await variant(subject, before));
    // A comment may become a part of a text.
    if (after === undefined || (keepsText && before.text !== after.text)) continue;
    compared++;
    const [old, now] = [programFrom(before), programFrom(after)];
    for (const { change, kind, name } of compareStructure(old, now, matchScopes(old, now)))
      differences.push(`${subject.name}: ${change} ${kind} ${name}`);
  }
  return { differences, compared };
}

function declare(subjects: readonly RunSubject[]): void {
  let runnable: (readonly [RunSubject, Exported])[] = [];
  beforeAll(() => {
    runnable = subjects.flatMap((subject) => {
      const before = exported(subject);
      return before ? [[subject, before] as const] : [];
    });
  });
  for (const [name, variant] of Object.entries(VARIANTS))
    it(`${name} is the same`, { timeout: 240_000 }, async () => {
      const hasComments = name === WITH_COMMENTS;
      const { differences, compared } = await compareAll(runnable, variant, hasComments);
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThanOrEqual(runnable.length * (hasComments ? 0.5 : 0.9));
    });
}

describe('the examples', () => declare(automataIn(join(ROOT, 'examples'), 'examples')));

describe('random projects', () => {
  declare(Array.from({ length: draws(30, 40) }, (_, seed) => randomSubject(seed)));
});

describe('fixtures', () => declare(sample(fixturesIn(join(ROOT, 'test/fixtures')), 10, 5)));

describeRealFiles((folder) => declare(automataIn(folder, 'real files')));
