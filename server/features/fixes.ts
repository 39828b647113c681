import type { FileTexts } from '../exchange/export';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { Edit } from '../rules/edits';
import { isAutomatic } from '../rules/fix-all';
import type { FileFinding } from '../rules/placed-finding';
import type { Fix } from '../rules/rule';
import { append } from '../text/append';
import { type Message, msg } from '../text/message';
import { shiftRange } from '../text/range';
import { exportAgain } from './export-again';
import { renameSymbol } from './rename';
import { type FileChanges, rewriteButtonId } from './rename/button-id';

/** A fix of a finding with all of its changes. */
export interface CompleteFix {
  readonly title: Message;
  /** The changes of existing files; that of the finding is the first. */
  readonly changes: FileChanges;
  /** It is the only sensible fix of its finding. */
  readonly preferred: boolean;
  /** It is applied without asking. */
  readonly certain: boolean;
  readonly create?: Fix['create'];
  readonly placeholder?: Fix['placeholder'];
}

/** Fixes that are computed on request, because they search the whole automata. */
const LAZY_FIXES: Readonly<
  Partial<Record<string, { readonly title: Message; readonly computeChanges: typeof exportAgain }>>
> = {
  'deprecated-button-id': {
    title: msg('Convert to `payload` and `target_inputs`'),
    computeChanges: rewriteButtonId,
  },
  'stale-export': { title: msg('Export again'), computeChanges: exportAgain },
};

export const NO_TEXTS: FileTexts = new Map();

/**
 * The fixes of a finding whose changes are known, as they are offered to the author. Takes longer for those that rename
 * or search the whole automata.
 *
 * @param texts of the files that `filesForExport` lists
 */
export function completeFixes(
  workspace: Workspace,
  address: Address,
  one: FileFinding,
  texts: FileTexts = NO_TEXTS,
): readonly CompleteFix[] {
  const lazyFix = LAZY_FIXES[one.finding.rule.code];
  const changes = lazyFix?.computeChanges(workspace, address, one.start, texts);
  if (lazyFix !== undefined && changes !== undefined)
    return [{ title: lazyFix.title, changes, preferred: true, certain: false }];
  return (one.finding.fixes ?? []).flatMap((fix): CompleteFix[] => {
    const changes = changesOf(workspace, address, one, fix);
    if (changes === undefined) return [];
    const { title, create, placeholder, preferred = false } = fix;
    const certain = isAutomatic(one, fix);
    return [
      {
        title,
        changes,
        preferred,
        certain,
        ...(create ? { create } : {}),
        ...(placeholder ? { placeholder } : {}),
      },
    ];
  });
}

/** All changes of a fix; undefined if some of them are unknown. */
function changesOf(
  workspace: Workspace,
  address: Address,
  { unit, project }: FileFinding,
  { edits, elsewhere, rename }: Fix,
): FileChanges | undefined {
  const document = workspace.document(address);
  if (document === undefined) return undefined;
  const changes = new Map<Address, Edit[]>();
  const add = (at: Address, base: number, more: readonly Edit[]) => {
    const known = changes.get(at) ?? [];
    append(
      known,
      more.map(({ range, text }) => ({ range: shiftRange(range, base), text })),
    );
    changes.set(at, known);
  };
  add(address, document.startOf(unit), edits);
  for (const other of elsewhere ?? []) {
    const inside = project.source(other.source)?.document;
    if (inside === undefined || !inside.units.includes(other.unit)) return undefined;
    add(other.source, inside.startOf(other.unit), other.edits);
  }
  if (rename !== undefined) {
    const offset = document.startOf(unit) + rename.range.start;
    const renamed = renameSymbol(workspace, address, offset, rename.to);
    if (renamed.kind === 'refused') return undefined;
    for (const [at, more] of renamed.changes) {
      if (workspace.document(at) === undefined) return undefined;
      add(at, 0, more);
    }
  }
  return changes;
}
