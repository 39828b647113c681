import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { GitRef, GitRepository } from './git';

/** A revision that the user selected. */
export interface WantedRevision {
  /** As git understands it. */
  readonly revision: string;
  /** For people. */
  readonly label: string;
}

interface Item extends QuickPickItem {
  readonly wanted?: WantedRevision;
}

/** The number of commits to choose from. */
const MAX_COMMITS = 50;
const HASH_LENGTH = 8;

/** Asks for a branch, tag or commit; anything else that git understands can be entered. Undefined if the user cancels. */
export async function askForRevision(
  repository: GitRepository,
  title: string,
): Promise<WantedRevision | undefined> {
  const pick = window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = l10n.t('Select a branch, tag or commit, or enter a revision');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.busy = true;
  let items: readonly Item[] = [itemOf('HEAD', l10n.t('last commit'))];
  const show = () => {
    const value = pick.value.trim();
    const isKnown = value === '' || items.some(({ label }) => label === value);
    pick.items = isKnown ? items : [...items, enteredItem(value)];
  };
  pick.onDidChangeValue(show);
  const accepted = new Promise<WantedRevision | undefined>((resolve) => {
    pick.onDidHide(() => resolve(undefined));
    pick.onDidAccept(() => {
      const wanted = pick.selectedItems[0]?.wanted;
      if (wanted) resolve(wanted);
    });
  });
  show();
  pick.show();
  void revisionItems(repository).then((found) => {
    items = found;
    // The selected item stays the selected one.
    const [active] = pick.activeItems;
    show();
    const same = pick.items.find(({ label }) => label === active?.label);
    if (same) pick.activeItems = [same];
    pick.busy = false;
  });
  const wanted = await accepted;
  pick.dispose();
  return wanted;
}

/** HEAD and what the current branch goes back to come first, then branches, tags and commits. */
async function revisionItems(repository: GitRepository): Promise<readonly Item[]> {
  const { HEAD: head } = repository.state;
  const upstream = head?.upstream && `${head.upstream.remote}/${head.upstream.name}`;
  const [refs, commits, base] = await Promise.all([
    orNothing(repository.getRefs?.({ sort: 'committerdate' })),
    orNothing(repository.log?.({ maxEntries: MAX_COMMITS })),
    orNothing(upstream === undefined ? undefined : repository.getMergeBase?.('HEAD', upstream)),
  ]);
  const [last] = commits ?? [];
  const known = refs ?? repository.state.refs ?? [];
  const named = (type: GitRef['type']) =>
    known.flatMap(({ type: own, name, commit }) =>
      own === type && name !== undefined ? [itemOf(name, commit?.slice(0, HASH_LENGTH))] : [],
    );
  return [
    itemOf('HEAD', last === undefined ? l10n.t('last commit') : subjectOf(last.message)),
    ...(upstream === undefined || head?.name === undefined
      ? []
      : [itemOf(upstream, l10n.t('upstream of {0}', head.name))]),
    ...(base === undefined || upstream === undefined || base === head?.commit
      ? []
      : [itemOf(base.slice(0, HASH_LENGTH), l10n.t('merge base with {0}', upstream), base)]),
    ...group(l10n.t('Branches'), named(0)),
    ...group(l10n.t('Remote branches'), named(1)),
    ...group(l10n.t('Tags'), named(2)),
    ...group(
      l10n.t('Commits'),
      (commits ?? []).map(({ hash, message }) =>
        itemOf(hash.slice(0, HASH_LENGTH), subjectOf(message), hash),
      ),
    ),
  ];
}

function itemOf(label: string, description: string | undefined, revision = label): Item {
  return { label, ...(description ? { description } : {}), wanted: { revision, label } };
}

function enteredItem(value: string): Item {
  const label = l10n.t('Compare with {0}', value);
  return { label, alwaysShow: true, wanted: { revision: value, label: value } };
}

function group(label: string, items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
}

function subjectOf(message: string): string {
  return message.split('\n')[0]?.trim() ?? '';
}

/** The other revisions remain if git cannot list some of them. */
async function orNothing<T>(found: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await found;
  } catch {
    return undefined;
  }
}
