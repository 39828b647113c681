import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { parseCases } from '../support/fixture';
import { check, DRESSES } from './check';

const FOLDER = join(import.meta.dirname, '../fixtures/completion');

for (const file of readdirSync(FOLDER)) {
  const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
  describe(file.replace(/\.txt$/, ''), () => {
    for (const dress of DRESSES) {
      it.each(cases.map(({ title, body }) => [title, body]))(`%s (${dress.name})`, (_title, body) => {
        check(body, dress);
      });
    }
  });
}
