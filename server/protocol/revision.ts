import { URI } from 'vscode-uri';
import { openWorkspace } from '../check-workspace';
import { revisionMessage } from '../compare/describe';
import type { ExportedText } from '../exchange/exported-text';
import type { openRevision } from '../filesystem-git';
import { exportOpened } from '../load-automata';
import { type Address, folderOf, lastSegmentOf, shortName } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { formatMessage, type Message, msg } from '../text/message';
import type { Services } from './handlers/handler';
import type { CompareAnswer } from './messages';
import { SourceLocations } from './source-locations';

/** Loads what reads revisions of git. */
export type LoadRevisions = () => Promise<typeof openRevision>;

/** An automata in an old revision. */
export interface OldVersion {
  readonly exported: ExportedText;
  /** The files of the automata in this revision. */
  readonly workspace: Workspace;
}

type Refusal = Extract<CompareAnswer, { readonly refused: string }>;

/** Loads the automata of a main file as it was in a revision of its repository, or says why it cannot be loaded. */
export async function loadOldVersion(
  services: Services,
  main: Address,
  revision: string,
): Promise<OldVersion | Refusal> {
  const { workspace, loadRevisions, translations, editorSettingsOf } = services;
  const refuse = (message: Message): Refusal => ({ refused: formatMessage(message, translations) });
  const { scheme, fsPath } = URI.parse(folderOf(main));
  if (loadRevisions === undefined || scheme !== 'file')
    return refuse(msg('Git cannot be run here, so there is no earlier version to compare with.'));
  const opened = await (await loadRevisions())(fsPath, revision);
  if ('reason' in opened) return refuse(revisionMessage(opened, revision, lastSegmentOf(main)));
  try {
    const byFolder = new Map(workspace.folders.map((folder) => [folder, editorSettingsOf(folder)] as const));
    const { workspace: old, starts } = await openWorkspace(opened.files, [main], {}, { byFolder });
    if (starts[0]?.state.kind !== 'text') {
      const name = shortName(main, opened.root);
      return refuse(
        msg`\`${name}\` is not in \`${revision}\`, so there is no earlier version to compare with.`,
      );
    }
    const exported = await exportOpened(opened.files, old, main, translations);
    if ('text' in exported) return { exported, workspace: old };
    const [problem] = exported;
    const texts = new Map(
      exported.map(({ address }) => [address, old.document(address)?.text ?? ''] as const),
    );
    const location = new SourceLocations(services, texts).of(problem);
    const why = msg`The automata in \`${revision}\` cannot be run: ${problem?.message ?? ''}`;
    return { ...refuse(why), ...(location && { location: { ...location, version: 'before' } }) };
  } finally {
    opened.close();
  }
}
