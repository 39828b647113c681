import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import catalog from '../l10n/server.zh-cn.json' with { type: 'json' };
import { REASONS } from '../server/format/detection';
import { EVIDENCE } from '../server/format/evidence';
import { RULES } from '../server/rules';
import { parseCases, parseFixture } from './support/fixture';
import { untranslated } from './support/untranslated';
import { findingsOf, workspaceOf } from './support/workspace';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** Names that the fixtures give to modules, widgets and states. */
const NAMES = new Set(['Weather', 'Closed', 'Painter']);

/** The places of a text and what is code in it, each once. */
const codeIn = (text: string) =>
  new Set((text.match(/`[^`]*`|\{\d\}/g) ?? []).map((one) => one.replace(/^`(\{\d\})`$/, '$1')));

it('translations name what the English names', () => {
  // Objects may be called like their field.
  for (const [english, other] of Object.entries({ ...catalog.sentences, ...catalog.words }))
    if (other !== `\`${english}\``) expect(codeIn(other), english).toEqual(codeIn(english));
});

it('every rule is explained in Simplified Chinese', () => {
  expect(untranslated(RULES.flatMap(({ title, doc }) => [title, doc]))).toEqual([]);
});

it('why a file is a state file is said in Simplified Chinese', () => {
  const reasons = [...Object.values(EVIDENCE).map(({ reason }) => reason), ...Object.values(REASONS)];
  expect(untranslated(reasons)).toEqual([]);
});

it.each(['rules', 'fixes', 'mistakes'])(
  'whatever is found in the fixtures of %s is said in Simplified Chinese',
  (folder) => {
    const texts = new Set<string>();
    for (const file of readdirSync(join(FIXTURES, folder))) {
      for (const { body } of parseCases(readFileSync(join(FIXTURES, folder, file), 'utf8'))) {
        const { files } = parseFixture(body);
        for (const { finding } of findingsOf(workspaceOf(files), files, { pccRules: true })) {
          texts.add(finding.message);
          for (const { message } of finding.related ?? []) texts.add(message);
          for (const { title } of finding.fixes ?? []) texts.add(title);
        }
      }
    }
    expect(untranslated(texts, NAMES)).toEqual([]);
  },
  60_000,
);
