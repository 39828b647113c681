import { citeSources } from './documents';

/** The YAML tags of the format, which the community's tool resolves when it makes JSON of a project. */
interface TagSpec {
  /** As written, with its `!`. */
  readonly name: '!include' | '!oneline';
  readonly doc: string;
  readonly source: string;
}

export const TAGS: readonly TagSpec[] = [
  {
    name: '!include',
    doc: 'Takes the states from all `.yaml` and `.yml` files of a folder, without its subfolders. The path starts from the folder of the main file. The included files cannot use tags themselves.',
    source: citeSources('tool'),
  },
  {
    name: '!oneline',
    doc: 'Takes the content of a file as one text, line breaks and all. It stays text: a JSON file has to be read with `JSON.parse` in an expression. `pcc` starts the path from the folder it is run in, so run it in the folder of the main file.',
    source: citeSources('tool'),
  },
];

/** The tag of this name, `!` included, or undefined. */
export function tagOf(name: string): TagSpec | undefined {
  return TAGS.find((tag) => tag.name === name);
}
