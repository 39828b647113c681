import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failures, parseGrammarFixture } from './annotations';
import { tokenizer } from './engine';
import { GRAMMAR_SETS, installedEditors } from './hosts';

const FIXTURES = new URL('fixtures/', import.meta.url);
const files = readdirSync(FIXTURES);

async function check(file: string, root: string, host = {}): Promise<void> {
  const fixture = parseGrammarFixture(readFileSync(new URL(file, FIXTURES), 'utf8'));
  const tokenize = await tokenizer(root, host);
  expect(fixture.expectations.length).toBeGreaterThan(0);
  expect(failures(fixture, tokenize(fixture.text))).toEqual([]);
}

describe('state files', () => {
  test.each(files.filter((file) => file.endsWith('.atomic-state.txt')))('%s', (file) =>
    check(file, 'source.atomic-state'),
  );
});

describe.each(GRAMMAR_SETS)('plain YAML and JSON, %s', (_, host) => {
  test.each(files.filter((file) => file.endsWith('.yaml.txt')))('%s', (file) =>
    check(file, 'source.yaml', host),
  );
  test.each(files.filter((file) => file.endsWith('.json.txt')))('%s', (file) =>
    check(file, 'source.json', host),
  );
});

if (installedEditors().size === 0) {
  test.skip('NOT RUN with the real grammars of an editor: none is installed', () => {});
}
