import { lineEditsOf } from '../mutations/line-edits';
import { mutated } from '../mutations/mutate';
import { exampleSamples, realSamples, type Sample, scenarioSamples } from '../mutations/samples';
import { LONGER_TEXTS, randomText, SHORT_TEXTS, type SmallText, textOf } from './small-texts';

/** A text of a file, and the author's cursor in it. */
export interface TextCase {
  readonly name: string;
  /** The same object for all texts of a file. */
  readonly files: Readonly<Record<string, string>>;
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

/** Texts by their numbers. */
export interface TextCases {
  readonly length: number;
  readonly at: (index: number) => TextCase;
}

export type ListName =
  | 'short texts'
  | 'longer texts'
  | 'random texts'
  | 'edits of examples'
  | 'edits of real files';

/** The texts of a list. The folder is that of the project or, for real files, theirs. */
export function textCases(list: ListName, folder: string): TextCases {
  switch (list) {
    case 'short texts':
      return { length: SHORT_TEXTS.length, at: (index) => inFrame(SHORT_TEXTS.at(index)) };
    case 'longer texts':
      return { length: LONGER_TEXTS.length, at: (index) => inFrame(LONGER_TEXTS.at(index)) };
    case 'random texts':
      return { length: Number.POSITIVE_INFINITY, at: (index) => inFrame(randomText(String(index))) };
    case 'edits of examples':
      return editsOf([...scenarioSamples(folder), ...exampleSamples(folder)]);
    case 'edits of real files':
      return editsOf(realSamples(folder));
  }
}

const frameFiles = new Map<string, TextCase['files']>();

function inFrame(small: SmallText): TextCase {
  const { frame, tokens } = small;
  const { path, text, offset } = textOf(small);
  const files = frameFiles.get(frame) ?? { 'main.yaml': 'initial: a\nstates:\n  a: {}\n', [path]: '' };
  frameFiles.set(frame, files);
  return { name: `${frame}: ${JSON.stringify(tokens.join(''))}`, files, path, text, offset };
}

/** The edits of all samples: those of one sample after another. */
function editsOf(all: readonly Sample[]): TextCases {
  const parts = all.map(({ name, path, files: list }) => {
    const files: TextCase['files'] = Object.fromEntries(list.map((file) => [file.path, file.text]));
    const text = files[path] ?? '';
    return { name, path, files, text, edits: lineEditsOf(text, path.endsWith('.json') ? 'json' : 'yaml') };
  });
  const at = (index: number): TextCase => {
    let rest = index;
    for (const { name, path, files, text, edits } of parts) {
      const edit = edits[rest];
      rest -= edits.length;
      if (edit === undefined) continue;
      const offset = edit.start + edit.text.length;
      return {
        name: `${name}: ${edit.kind} at ${edit.start}`,
        files,
        path,
        text: mutated(text, edit),
        offset,
      };
    }
    throw new RangeError(`There is no text ${index}.`);
  };
  return { length: parts.reduce((sum, { edits }) => sum + edits.length, 0), at };
}
