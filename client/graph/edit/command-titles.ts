import { type Extension, l10n } from 'vscode';
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
  return (kind, count) =>
    kind === 'deleteState' && count > 1
      ? l10n.t('Delete States…')
      : (titles.get(`atomicState.graph.${kind}`) ?? kind);
}
