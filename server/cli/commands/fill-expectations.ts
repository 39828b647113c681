import { readFileSync } from 'node:fs';
import type { SourceValue } from '../../run/conversation/source-value';
import {
  type EditedScenarios,
  type ExpectationChange,
  type ExpectationEdit,
  editedScenarios,
  replacementEdit,
} from '../../run/scenario/edited-scenarios';
import type { Turn } from '../../run/scenario/expect';
import { expectationOf } from '../../run/scenario/expectation-text';
import { CommandError, RefusedError } from '../failure';
import { writeOutput } from '../write';

/** An expectation written as `{}`, and the actual outputs at that place. */
export interface EmptyExpectation {
  /** The indices of the scenario and of its step. */
  readonly scenario: number;
  readonly step: number;
  readonly expected: SourceValue;
  readonly turn: Turn;
}

/**
 * Writes actual outputs into empty expectations, without changing the rest of the file. Throws `CommandError`.
 *
 * @param path the full path of the file
 * @param shown its path as displayed
 * @param text its text when it was read
 */
export async function fillExpectations(
  { path, shown, text }: { readonly path: string; readonly shown: string; readonly text: string },
  empty: readonly EmptyExpectation[],
  folder: string,
): Promise<void> {
  const written = readFileSync(path, 'utf8');
  // A byte order mark is not part of the text.
  const mark = written.startsWith('\ufeff') && !text.startsWith('\ufeff') ? '\ufeff' : '';
  if (written !== mark + text)
    throw new CommandError(`${shown}: the file has changed, or is not UTF-8, so it was not updated.`);
  const filled = filledText(text, empty);
  if (filled === undefined)
    throw new RefusedError(
      `${shown}: not updated, because an alias or a merge key repeats an expectation that has other outputs there. Write it out at each place.`,
    );
  await writeOutput({ ...filled, path, text: mark + filled.text, sources: [], force: true }, folder);
}

/** Undefined if a text that several expectations share would change one that is not meant. */
function filledText(text: string, empty: readonly EmptyExpectation[]): EditedScenarios | undefined {
  const edits = new Map<string, ExpectationEdit>();
  const changes: ExpectationChange[] = [];
  const filled = new Map<unknown, string>();
  for (const { scenario, step, expected, turn } of empty) {
    const value = expectationOf(turn);
    changes.push({ scenario, step, value });
    const json = JSON.stringify(value);
    const node = expected.origin?.node;
    // An alias of an expectation with the same outputs remains.
    if (expected.origin?.alias !== undefined && filled.get(node) === json) continue;
    if (expected.origin?.alias === undefined) filled.set(node, json);
    const edit = replacementEdit(expected, value, text);
    if (edit) edits.set(JSON.stringify(edit), edit);
  }
  return editedScenarios(text, [...edits.values()], changes);
}
