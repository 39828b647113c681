import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FixtureFile, parseFixture } from './fixture';

const FOREIGN = join(import.meta.dirname, '../fixtures/foreign');

/** Files of other formats, by the name of the format. Many contain words of our format, and some have its structure. */
export function foreignFiles(): readonly (readonly [format: string, files: readonly FixtureFile[]])[] {
  return readdirSync(FOREIGN)
    .sort()
    .map((name) => {
      const { files } = parseFixture(readFileSync(join(FOREIGN, name), 'utf8'));
      return [name.replace('.txt', ''), files] as const;
    });
}
