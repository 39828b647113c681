import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { parseCases } from '../support/fixture';
import { casesOf } from '../support/text-variants';
import { COMPLETION_VARIANTS, checkCompletion } from './check';

const FOLDER = join(import.meta.dirname, '../fixtures/completion');

for (const file of readdirSync(FOLDER)) {
  const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
  describe(file.replace(/\.txt$/, ''), () => {
    for (const [index, variant] of COMPLETION_VARIANTS.entries()) {
      const run = casesOf(cases, index, COMPLETION_VARIANTS);
      it.each(run.map(({ title, body }) => [title, body]))(`%s (${variant.name})`, (_title, body) => {
        checkCompletion(body, variant);
      });
    }
  });
}
