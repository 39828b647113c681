import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testExists, testsInTables } from './support/cited-tests';

it.each(['run-contract', 'robustness'])('docs/dev/%s.md refers only to existing tests', (name) => {
  const page = readFileSync(join(import.meta.dirname, `../docs/dev/${name}.md`), 'utf8');
  const cited = testsInTables(page);
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter((one) => !testExists(one))).toEqual([]);
});
