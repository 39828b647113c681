import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { parseCases } from '../support/fixture';
import { COMPLETION_VARIANTS, checkCompletion } from './check';

const FOLDER = join(import.meta.dirname, '../fixtures/completion');

for (const file of readdirSync(FOLDER)) {
  const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
  describe(file.replace(/\.txt$/, ''), () => {
    for (const dress of COMPLETION_VARIANTS) {
      it.each(cases.map(({ title, body }) => [title, body]))(`%s (${dress.name})`, (_title, body) => {
        checkCompletion(body, dress);
      });
    }
  });
}
