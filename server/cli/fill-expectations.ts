import { readFileSync } from 'node:fs';
import type { SourceRange } from '../run/events';
import type { Turn } from '../run/expect';
import { expectationOf, flowText } from '../run/expectation-text';
import { CommandError } from './failure';
import { writeOutput } from './write';

/** An expectation written as `{}`, and the actual outputs at that place. */
export interface EmptyExpectation {
  readonly place: SourceRange;
  readonly turn: Turn;
}

/**
 * Writes actual outputs into empty expectations, without changing the rest of the file. Throws `CommandError`.
 *
 * @param path the full path of the file
 * @param text its text when it was read
 */
export async function fillExpectations(
  path: string,
  text: string,
  empty: readonly EmptyExpectation[],
  folder: string,
): Promise<void> {
  const written = readFileSync(path, 'utf8');
  // A byte order mark is not part of the text.
  const mark = written.startsWith('\ufeff') && !text.startsWith('\ufeff') ? '\ufeff' : '';
  if (written !== mark + text)
    throw new CommandError(`${path}: the file has changed, or is not UTF-8, so it was not updated.`);
  let filled = text;
  for (const { place, turn } of empty.toSorted((a, b) => b.place.start - a.place.start))
    filled =
      filled.slice(0, place.start) + flowText(expectationOf(turn), 'as required') + filled.slice(place.end);
  await writeOutput({ path, text: mark + filled, sources: [], force: true }, folder);
}
