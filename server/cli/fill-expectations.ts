import { readFileSync } from 'node:fs';
import type { Json, Place } from '../run/events';
import type { Turn } from '../run/expect';
import { Failure } from './failure';
import { writeOutput } from './write';

/** An expectation that is written as `{}`, and what happened there. */
export interface EmptyExpectation {
  readonly place: Place;
  readonly turn: Turn;
}

/**
 * Writes what happened into empty expectations, and leaves the rest of the file as it is. Throws `Failure`.
 *
 * @param path the full path of the file
 * @param text its text as it was read
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
    throw new Failure(`${path}: the file has changed, or is not UTF-8, so it was not updated.`);
  let filled = text;
  for (const { place, turn } of empty.toSorted((a, b) => b.place.start - a.place.start))
    filled = filled.slice(0, place.start) + flowText(expectationOf(turn)) + filled.slice(place.end);
  await writeOutput({ path, text: mark + filled, sources: [], force: true }, folder);
}

function expectationOf({ message, form, formError, hasEnded }: Turn): Json {
  if (formError !== undefined) return { form_error: formError };
  if (form) return { form: form.fields.map(({ name }) => name) };
  return {
    ...(message ? { state: message.state.join('.') } : {}),
    ...(message?.text === undefined ? {} : { text: message.text }),
    ...(message && message.buttons.length > 0
      ? { buttons: message.buttons.map(({ content }) => content) }
      : {}),
    ...(hasEnded ? { ended: true } : {}),
  };
}

/** A value in flow style, in one line. Its names need no quotes. */
function flowText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return quoted(value);
  const members = Object.entries(value).map(([name, one]) => `${name}: ${flowText(one)}`);
  return `{ ${members.join(', ')} }`;
}

/** JSON is YAML, but for characters that YAML takes as line breaks or does not allow. */
function quoted(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
