import { describe } from 'vitest';

/**
 * The folder of state files of authors, which are not part of the repository. The suite of real files sets it
 * (`npm test -- --only real`); the unit tests run without it, so that they are the same on every machine.
 */
const FOLDER = process.env.ATOMIC_STATE_REAL_FILES;

/** The title by which the suite selects its tests. */
const TITLE = 'real files';

/** Declares tests of real files, for the suite of real files only. */
export function describeRealFiles(declare: (folder: string) => void): void {
  if (FOLDER !== undefined) describe(TITLE, () => declare(FOLDER));
}

/** Declares the same tests for samples in the repository, and for real files in the suite of these, if there are any. */
export function describeSamples<T>(
  inRepository: () => T,
  real: (folder: string) => T,
  declare: (samples: T) => void,
): void {
  if (FOLDER === undefined) describe('samples', () => declare(inRepository()));
  else {
    const samples = real(FOLDER);
    if (!Array.isArray(samples) || samples.length > 0) describe(TITLE, () => declare(samples));
  }
}
