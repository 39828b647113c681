import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarioSchema } from '../../server/exchange/json-schema';
import { formatDocument } from '../../server/features/format';
import { openDocument } from '../../server/format/document-kind';
import { printYaml } from '../../server/formatter';
import { applyChanges } from '../../server/text/apply';
import type { Document } from '../../server/yaml/cut/document';
import { commentTexts, sameData } from '../../server/yaml/tree/equivalence';
import { parseCases } from '../support/fixture';
import { dataOf, schemaFaults } from '../support/json-schema';
import { findingsOf, workspaceOf } from '../support/workspace';

/**
 * Texts of scenario files that the JSON Schema, the rules and the formatter must agree on. A title begins with `valid`, with
 * the code of the finding that the schema reports as well, or with `broken` for a text that cannot be parsed.
 */
const ROOT = join(import.meta.dirname, '../..');
const CASES = parseCases(readFileSync(join(ROOT, 'test/fixtures/scenario-texts.txt'), 'utf8')).map(
  ({ title, body }) => ({ title, kind: title.split(':')[0] ?? '', text: body }),
);
const SCHEMA: unknown = JSON.parse(JSON.stringify(scenarioSchema()));
const PATH = 'a.scenario.yaml';

/** The findings of the rules for the text alone. */
function codesIn(text: string): string[] {
  const files = [{ path: PATH, text }];
  const workspace = workspaceOf(files, [PATH]);
  const codes = findingsOf(workspace, files).map(({ finding }) => finding.rule.code);
  return codes.filter((code) => code !== 'missing-automata' && code !== 'ambiguous-scalar');
}

function isSame(a: Document, b: Document): boolean {
  return a.units.every(({ parsed }, index) => {
    const other = b.units[index]?.parsed.root;
    return parsed.root && other ? sameData(parsed.root, other) : parsed.root === other;
  });
}

describe.each(CASES)('$title', ({ kind, text }) => {
  it('rules and schema', () => {
    const codes = codesIn(text);
    if (kind === 'broken') return;
    const found = schemaFaults(SCHEMA, dataOf(text));
    if (kind === 'valid') {
      expect(codes).toEqual([]);
      expect(found).toEqual([]);
    } else {
      expect(codes).toEqual([kind]);
      expect(found).not.toEqual([]);
    }
  });

  it.each([
    ['', (one: string) => one],
    ['with carriage returns', (one: string) => one.replaceAll('\n', '\r\n')],
  ])('formatting %s', async (_name, convert) => {
    const before = openDocument(convert(text), 'yaml');
    const layout = { tabSize: 2, insertSpaces: true, insertFinalNewline: false };
    const { changes, refused } = await formatDocument(before, layout, {}, printYaml);
    const once = applyChanges(before.text, changes);
    if (refused !== undefined) expect(once).toBe(before.text);
    if (kind !== 'broken') expect(refused).toBeUndefined();
    const after = openDocument(once, 'yaml');
    expect(isSame(before, after)).toBe(true);
    expect(commentTexts(once)).toEqual(commentTexts(before.text));
    const again = await formatDocument(after, layout, {}, printYaml);
    expect(applyChanges(once, again.changes)).toBe(once);
  });
});

it('has more than 50 texts', () => {
  expect(CASES.length).toBeGreaterThan(50);
});

it('the schema accepts all examples and the scenarios of tests', () => {
  const examples = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.scenario.yaml'))
    .map((path) => readFileSync(join(ROOT, 'examples', path), 'utf8'));
  expect(examples.length).toBeGreaterThan(1);
  for (const text of examples) expect(schemaFaults(SCHEMA, dataOf(text))).toEqual([]);
  const folder = join(ROOT, 'test/fixtures/rules');
  for (const file of readdirSync(folder).filter((name) =>
    /unknown-(?:scenario|task|form|button)/.test(name),
  )) {
    for (const { title, body } of parseCases(readFileSync(join(folder, file), 'utf8'))) {
      // Their mistakes are names, which the schema does not check.
      if (/ (?:several-fields|unknown-field|wrong-type|missing-field)\b/.test(body)) continue;
      const plain = body.replace(/^ *\^+>? .*\n/gm, '');
      for (const [, text = ''] of plain.matchAll(
        /^=== .*\.scenario\.yaml\n([^=][\s\S]*?)(?=^=== |$(?![\s\S]))/gm,
      ))
        expect(schemaFaults(SCHEMA, dataOf(text)), `${file}: ${title}`).toEqual([]);
    }
  }
});
