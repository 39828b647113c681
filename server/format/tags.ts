import { citeSources } from './documents';

/** The YAML tags of the format, which the community's tool resolves when it converts a project to JSON. */
interface TagSpec {
  /** As written, with its `!`. */
  readonly name: '!include' | '!oneline';
  readonly doc: string;
  readonly source: string;
}

export const TAGS: readonly TagSpec[] = [
  {
    name: '!include',
    doc: 'Loads the states from all `.yaml` and `.yml` files of a folder, without subfolders. The path is relative to the folder of the main file. Included files cannot use tags.',
    source: citeSources('tool'),
  },
  {
    name: '!oneline',
    doc: 'Loads the content of a file as text. Read a JSON file with `JSON.parse` in an expression. `pcc` resolves the path relative to the folder where it is started, so start it in the folder of the main file.',
    source: citeSources('tool'),
  },
];

/** The tag of this name, `!` included, or undefined. */
export function tagOf(name: string): TagSpec | undefined {
  return TAGS.find((tag) => tag.name === name);
}
