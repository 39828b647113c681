import { FIRST_SCENARIO } from '../exchange/first-scenario';
import { isKeyName, snakeCased } from '../format/names';
import type { Range } from '../text/range';
import { BlockWriter, Placeholder, textOfPieces } from '../yaml/write/values';
import { AUTOMATA_SCAFFOLDS } from './completion/scaffolds';

/** The main file of a new project. */
interface NewProject {
  /** Relative to the folder of the project. */
  readonly path: string;
  readonly text: string;
  /** The first placeholder of the text. */
  readonly toFill: Range;
  /** A scenario file for it. */
  readonly scenarios: { readonly path: string; readonly text: string };
}

/** A project from the template with a label; its name becomes the `id`. Undefined for an unknown template. */
export function newProject(label: string, name: string): NewProject | undefined {
  const scaffold = AUTOMATA_SCAFFOLDS.find((one) => one.label === label);
  if (scaffold === undefined) return undefined;
  const { value } = scaffold.template;
  const id = idOf(name);
  const pieces = new BlockWriter().fields(id === undefined ? value : new Map([...value, ['id', id]]), '');
  const first = pieces.findIndex((piece) => piece instanceof Placeholder);
  const start = textOfPieces(pieces.slice(0, first)).length;
  return {
    path: 'main.yaml',
    text: textOfPieces([...pieces, '\n']),
    toFill: { start, end: start + textOfPieces(pieces.slice(first, first + 1)).length },
    scenarios: FIRST_SCENARIO,
  };
}

/** The id for a name; undefined if the name has no valid characters. */
function idOf(name: string): string | undefined {
  const id = snakeCased(name);
  return isKeyName(id) ? id : undefined;
}
