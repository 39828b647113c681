import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import catalog from '../l10n/server.zh-cn.json' with { type: 'json' };
import { RULES } from '../server/rules';
import { translator } from '../server/text/translation';
import { parseCases, parseFixture } from './support/fixture';
import { findingsOf, workspaceOf } from './support/workspace';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** What a value holds, in the notation of JavaScript, and ways from state to state: nobody translates them. */
const CODE = /^(?:["{[(]|(?:string|number|boolean|function)\b(?! \w)|-?\d)| → /;
/** Names that the fixtures give to modules, widgets and states. */
const NAMES = new Set(['Weather', 'Closed', 'Painter']);

/** The texts that have no translation, of all that are handed over. */
function untranslated(texts: Iterable<string>): string[] {
  const missing = new Set<string>();
  const translate = translator(catalog, (text) => {
    if (!CODE.test(text) && !NAMES.has(text)) missing.add(text);
  });
  for (const text of texts) translate(text);
  return [...missing];
}

it('every rule is explained in Simplified Chinese', () => {
  expect(untranslated(RULES.flatMap(({ title, doc }) => [title, doc]))).toEqual([]);
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
    expect(untranslated(texts)).toEqual([]);
  },
  60_000,
);
