import { references } from '../features/references';
import type { Address } from '../project/files/paths';
import { childrenOf, resolveTarget } from '../project/names/resolve';
import { isAtOrBelow, pathKey, pathOfKey, type ScopePath, samePath } from '../project/names/scope-path';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { commaRange, type Edit, removePair, withComments } from '../rules/edits';
import { lineEnd, lineStart } from '../text/lines';
import { msg } from '../text/message';
import { type Range, shiftRange } from '../text/range';
import { removeTransition } from './delete-transition';
import type { Draft } from './draft';
import { changedOther, releasedName } from './meaning';
import { allOf, type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { allEdges, edgeOf } from './places';
import { linesOf, type WrittenState, writtenState } from './state-text';

export const deleteState: Operate<'deleteState'> = (draft, { state, references: uses }) => {
  const found = removableState(draft.project, state);
  if (isRefusal(found)) return found;
  const path = pathOfKey(state);
  const removed = uses === 'remove' ? removeTransitionsTo(draft, path) : undefined;
  if (removed !== undefined) return removed;
  const text = writtenState(draft.project, state);
  if (isRefusal(text)) return text;
  const { project } = draft;
  const others = draft.others.map(({ after }) => after);
  const refused = removeStateText(draft, text) ?? releasedName(draft, project, path);
  return refused ?? changedOther(draft, (one) => one, others) ?? {};
};

/** The text of a state that its automata can do without. */
export function removableState(project: Project, state: string): WrittenState | EditRefusal {
  if (state === '')
    return refuse(msg('The automata itself cannot be deleted in the graph. Delete its files instead.'));
  const siblings = childrenOf(project, pathOfKey(state).slice(0, -1));
  const text = writtenState(project, state);
  if (isRefusal(text) || siblings.length > 1) return text;
  return refuse(
    msg`\`${text.pair.name}\` is the only state of its automata, which needs one. Add another state first.`,
  );
}

/** Removes the text of a state, and its file if nothing else is in it. */
export function removeStateText(draft: Draft, text: WrittenState): EditRefusal | undefined {
  const { entry, pair, source, key, end, hasLines } = text;
  const { unit } = entry;
  const siblings = childrenOf(draft.project, entry.path.slice(0, -1));
  const isFirst = samePath(siblings.find((one) => one.source === entry.source)?.path ?? [], entry.path);
  const { document, address } = source;
  if (!hasLines) {
    // In JSON, the comments above a state and the comma before it are in another unit.
    const inDocument = { text: document.text, notation: unit.notation, parsed: unit.parsed };
    const start = document.startOf(unit);
    const edits = withComments(inDocument, { start: key, end }, shiftEdits(removePair(unit, pair), start));
    const withLines = edits?.map((edit) => {
      const { range } = edit;
      const isComma = document.text.slice(range.start, range.end) === ',';
      return isComma ? { ...edit, range: commaRange(document.text, range.start) } : edit;
    });
    return draft.edit(entry, shiftEdits(withLines, -start));
  }
  const fixed = draft.whyFixed(entry);
  if (fixed !== undefined) return fixed;
  const range = linesOf(text, isFirst);
  const rest = document.text.slice(0, range.start) + document.text.slice(range.end);
  if (rest.trim() === '' && address !== draft.project.root) draft.remove(address);
  else draft.editFile(address, [{ range, text: '' }]);
  return undefined;
}

function shiftEdits(edits: readonly Edit[] | undefined, by: number): readonly Edit[] | undefined {
  return edits?.map((edit) => ({ ...edit, range: shiftRange(edit.range, by) }));
}

/** Removes the cases that lead to a state or into it from others. */
function removeTransitionsTo(draft: Draft, path: ScopePath): EditRefusal | undefined {
  // From the last one, so that the ids of the others stay.
  for (const id of incomingEdges(draft.project, path).toReversed()) {
    const edge = edgeOf(draft.project, id);
    if (isRefusal(edge)) return edge;
    const refused = 'initialOf' in edge ? undefined : removeTransition(draft, edge);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function incomingEdges(project: Project, path: ScopePath): readonly string[] {
  const isInside = (other: ScopePath) => isAtOrBelow(other, path);
  return allEdges(project).flatMap(({ id, entry, case: { target } }) => {
    if (isInside(entry.path)) return [];
    const found = target === undefined ? undefined : resolveTarget(project, entry, target);
    // A missing state in it counts as well.
    const isIncoming =
      (found?.kind === 'found' && isInside(found.path)) ||
      (found?.kind === 'missing' && isInside(found.container));
    return isIncoming ? [id] : [];
  });
}

/** A place that refers to a state, with its line. */
export interface StateUse {
  readonly address: Address;
  readonly range: Range;
  readonly line: string;
}

/**
 * How many references to a state go with the transitions to it, and how many would be left; undefined if that is not
 * known.
 */
export function remainingUses(
  draft: Draft,
  path: ScopePath,
): { readonly removed: number; readonly remaining: number } | undefined {
  const state = pathKey(path);
  const before = usesOfStates(draft, [state]);
  const refused = removeTransitionsTo(draft, path);
  const { edited, project } = draft;
  if (isRefusal(before) || refused !== undefined || edited === undefined) return undefined;
  const after = usesOfStates({ workspace: edited, project }, [state]);
  return isRefusal(after) ? undefined : { removed: before.length - after.length, remaining: after.length };
}

/** What refers to states from other texts: transitions, `initial`, expressions, scenarios. */
export function usesOfStates(
  { workspace, project }: Pick<Draft, 'workspace' | 'project'>,
  states: readonly string[],
): readonly StateUse[] | EditRefusal {
  const texts = allOf(states.map((state) => removableState(project, state)));
  if (isRefusal(texts)) return texts;
  const isOwn = ({ address, range }: StateUse) =>
    texts.some(
      ({ source, start, end }) => address === source.address && start <= range.start && range.end <= end,
    );
  return texts.flatMap((text) => usesOf(workspace, text)).filter((use) => !isOwn(use));
}

function usesOf(workspace: Workspace, { source, key }: WrittenState): readonly StateUse[] {
  const quote = /^["']/.test(source.document.text.slice(key)) ? 1 : 0;
  return references(workspace, source.address, key + quote).flatMap(({ address, range, isDefinition }) => {
    const text = workspace.document(address)?.text;
    if (isDefinition || text === undefined) return [];
    const line = text.slice(lineStart(text, range.start), lineEnd(text, range.end)).trim();
    return [{ address, range, line }];
  });
}
