import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FileSystem } from '../server/filesystem';
import { type FixReport, fixFiles } from '../server/fix-files';
import { type Address, isStateFileName, normalize } from '../server/project/files/paths';
import { RULES } from '../server/rules';
import { fileSystemOf } from './robustness/server';
import { type TextCase, textCases } from './robustness/texts/text-cases';
import { stepOf } from './support/depth';
import { describeSamples } from './support/real-files';
import { ROOT } from './support/workspace';

/**
 * Fixes of files after edits that people make. All fixes, also those that are likely only, are applied again and again,
 * so that each is applied to texts that other fixes made.
 */
const ALL_CODES = new Set(RULES.map(({ code }) => code));

/** Those whose fix removes a comment. */
const REMOVING = new Set(['unused-suppression', 'not-strict-json']);

describeSamples(
  () => textCases('edits of examples', join(import.meta.dirname, '..')),
  (folder) => textCases('edits of real files', folder),
  ({ length, at }) => {
    it('fixes are final, keep comments and leave the other files', { timeout: 36_000_000 }, async () => {
      let changed = 0;
      for (let index = 0; index < length; index += stepOf(97, 61)) {
        const one = at(index);
        for (const codes of [undefined, ALL_CODES]) {
          const world = worldOf(one);
          const first = await fixFiles(world.files, [ROOT], {}, { codes });
          changed += first.fixed.length;
          expect(lostComments(first), one.name).toEqual([]);
          for (const { address, after } of first.fixed) world.texts.set(address, after);
          const second = await fixFiles(world.files, [ROOT], {}, { codes });
          expect(
            second.fixed.map(({ before, after }) => ({ before, after })),
            one.name,
          ).toEqual([]);
        }
      }
      expect(changed).toBeGreaterThan(0);
    });
  },
);

function worldOf({ files, path, text }: TextCase): {
  readonly texts: Map<Address, string>;
  readonly files: FileSystem;
} {
  const texts = new Map(
    Object.entries({ ...files, [path]: text }).map(([name, content]) => [
      normalize(`${ROOT}/${name}`),
      content,
    ]),
  );
  return { texts, files: fileSystemOf(texts) };
}

/** The comments on lines of their own that are no longer there. */
function lostComments({ fixed }: FixReport): string[] {
  return fixed.flatMap(({ address, before, after, applied }) => {
    if (!isStateFileName(address) || applied.some(({ code }) => REMOVING.has(code))) return [];
    const left = new Set(commentsIn(after));
    return commentsIn(before).filter((comment) => !left.has(comment));
  });
}

function commentsIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => /^\s*(#.*)$/.exec(line)?.[1]?.trim() ?? []);
}
