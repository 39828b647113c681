import type { Extension } from 'vscode';
import type { EditKind } from './kinds';

/** The title of the command for an edit of a number of elements, or of the one that lets the user choose. */
export type TitleOf = (kind: EditKind | 'edit', count: number) => string;

/** The titles in the manifest, which VS Code has translated. */
export function commandTitles({ packageJSON }: Extension<unknown>): TitleOf {
  const { contributes } = packageJSON as {
    readonly contributes: {
      readonly commands: readonly { readonly command: string; readonly title: string }[];
    };
  };
  const titles = new Map(contributes.commands.map(({ command, title }) => [command, title]));
  return (kind, count) => {
    const name = kind === 'deleteState' && count > 1 ? 'deleteStates' : kind;
    return titles.get(`atomicState.graph.${name}`) ?? kind;
  };
}
