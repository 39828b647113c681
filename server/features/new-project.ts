import { FIRST_SCENARIO } from '../exchange/first-scenario';
import { isKeyName, snakeCased } from '../format/names';
import type { Range } from '../text/range';
import { AUTOMATA_SCAFFOLDS } from './completion/scaffolds';
import { type MapTemplate, mapTemplate, textTemplate } from './completion/snippet-template';
import { BlockWriter } from './completion/snippet-writer';
import type { TextLayout } from './completion/text-layout';

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

const LAYOUT: TextLayout = {
  notation: 'yaml',
  lineBreak: '\n',
  step: '  ',
  listOffset: '  ',
  quote: "'",
  isFollowed: false,
};

/** A project from the template with a label; its name becomes the `id`. Undefined for an unknown template. */
export function newProject(label: string, name: string): NewProject | undefined {
  const scaffold = AUTOMATA_SCAFFOLDS.find((one) => one.label === label);
  if (scaffold === undefined) return undefined;
  let written = '';
  let toFill: Range | undefined;
  for (const piece of new BlockWriter(LAYOUT).entries(withId(scaffold.value, idOf(name)), '')) {
    const piecesText = typeof piece === 'string' ? piece : piece.text;
    if (typeof piece !== 'string')
      toFill ??= { start: written.length, end: written.length + piecesText.length };
    written += piecesText;
  }
  return {
    path: 'main.yaml',
    text: `${written}\n`,
    toFill: toFill ?? { start: 0, end: 0 },
    scenarios: FIRST_SCENARIO,
  };
}

function withId({ entries }: MapTemplate, id: string | undefined): MapTemplate {
  return mapTemplate(
    ...entries.map(([key, value]) =>
      key === 'id' && id !== undefined ? ([key, textTemplate(id)] as const) : ([key, value] as const),
    ),
  );
}

/** The id for a name; undefined if the name has no valid characters. */
function idOf(name: string): string | undefined {
  const id = snakeCased(name);
  return isKeyName(id) ? id : undefined;
}
