import { nameProblem, takenName } from '../features/new-names';
import { fileForState } from '../features/new-state';
import { shiftedLines } from '../features/state-text';
import { idOfTarget } from '../format/target-path';
import { resolveTarget } from '../project/names/resolve';
import { childPath, isAtOrBelow, pathBelow, pathKey, type ScopePath } from '../project/names/scope-path';
import type { Project } from '../project/project';
import { insertAfter } from '../rules/state-places';
import { applyChanges } from '../text/apply';
import { isLineBreak, trimEndOfRange } from '../text/lines';
import { type Range, shiftRange } from '../text/range';
import { pairOf } from '../yaml/tree/tree';
import { descendantsOf } from '../yaml/tree/visit';
import { scalarEdit } from '../yaml/write/scalars';
import { type Draft, OTHER_FORM, textsWithBlankLines } from './draft';
import { capturedName, leadAgain } from './meaning';
import { type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { allEdges, written } from './places';
import { removeWithComments } from './remove';
import { type WrittenState, writtenState } from './state-text';

/** Copies a state with its text; ids, which are unique, are not copied. */
export const copyState: Operate<'duplicateState'> = (draft, { state, name }) => {
  const { project, workspace } = draft;
  const text = writtenState(project, state);
  if (isRefusal(text)) return text;
  const outer = text.entry.path.slice(0, -1);
  const problem = nameProblem(name) ?? takenName(workspace, project, outer, name);
  if (problem !== undefined) return refuse(problem);
  const copy = copyOf(draft, text, name);
  if (copy === undefined) return OTHER_FORM;
  for (const one of text.units.flatMap(textsWithBlankLines)) draft.texts.add(one);
  const file = fileForState(workspace, project, outer, name, true);
  if (file !== undefined && text.hasLines) {
    const { source, column } = text;
    draft.create(file, `${shiftedLines(copy, column, 0)}${project.lineBreakIn(source.address)}`, outer);
  } else {
    const { scope } = text.entry;
    const place =
      scope.name &&
      insertAfter(project, { ...text.entry, name: scope.name }, () => copy, text.keepsBlankLines);
    const entry = place && { ...text.entry, unit: place.unit };
    const refused = entry === undefined ? OTHER_FORM : draft.edit(entry, place?.edits);
    if (refused !== undefined) return refused;
  }
  const path = childPath(outer, name);
  const refused = removeIds(draft, path) ?? leadInside(draft, text.entry.path, path);
  return refused ?? capturedName(draft, path) ?? { id: pathKey(path) };
};

/** The text of a state from its key on, with another name. */
function copyOf(draft: Draft, text: WrittenState, name: string): string | undefined {
  const { entry, source, pair, key, end } = text;
  const { scope, unit } = entry;
  if (pair.key.kind !== 'scalar' || scope.name === undefined) return undefined;
  const edit = scalarEdit(pair.key, scope.name, name, unit.notation, draft.layoutOf(entry));
  const start = pair.key.start;
  return applyChanges(source.document.text.slice(key, end), [
    { ...edit, range: shiftRange(edit.range, -start) },
    ...anchorsOf(text).map((range) => ({ range: shiftRange(range, -key), text: '' })),
  ]);
}

/** The anchors of a state with blanks, in offsets of its document; not those before comments, which may have the same word. */
function anchorsOf({ source, units, pair }: WrittenState): Range[] {
  return units.flatMap((unit, index) => {
    const { text, parsed } = unit;
    const nodes = [...descendantsOf(index === 0 ? pair.value : parsed.root)];
    return nodes.flatMap(({ anchor, start }) => {
      const at = anchor === undefined ? -1 : text.lastIndexOf(`&${anchor}`, start);
      const [written = '', after = ''] = /^&\S+([ \t]*)/.exec(text.slice(at, start)) ?? [];
      const end = at + written.length;
      if (at < 0 || text.slice(end, start).includes('#')) return [];
      const range = isLineBreak(text, end)
        ? { start: trimEndOfRange(text, 0, at), end: end - after.length }
        : { start: at, end };
      return [shiftRange(range, source.document.startOf(unit))];
    });
  });
}

/** Removes the ids of a state and of those in it. */
function removeIds(draft: Draft, path: ScopePath): EditRefusal | undefined {
  for (;;) {
    const part = partWithId(draft.project, path);
    if (part === undefined) return undefined;
    const entry = written(part);
    if (isRefusal(entry)) return entry;
    const pair = pairOf(entry.map, 'id');
    const refused = draft.edit(entry, pair && removeWithComments(entry.unit, pair));
    if (refused !== undefined) return refused;
  }
}

/** The first state at a path or below it that has an id. */
function partWithId(project: Project, path: ScopePath) {
  const all = project.inOrder('anyId', '');
  return all.find((entry) => isAtOrBelow(entry.path, path) && entry.scope.id !== undefined);
}

/** Leads the transitions of a copy to its own states where they name those of the original by ids, which it has not. */
function leadInside(draft: Draft, from: ScopePath, copy: ScopePath): EditRefusal | undefined {
  const { project } = draft;
  // Most states have no id: all edges take long.
  if (partWithId(project, from) === undefined) return undefined;
  const isOfOriginal = (id: string) => project.inOrder('id', id).some(({ path }) => isAtOrBelow(path, from));
  for (const { id, entry, case: one } of allEdges(project)) {
    const { target = '' } = one;
    if (!isAtOrBelow(entry.path, copy) || !isOfOriginal(idOfTarget(target) ?? '')) continue;
    const found = resolveTarget(project, entry, target);
    if (found.kind !== 'found' || !isAtOrBelow(found.path, from)) continue;
    const refused = leadAgain(draft, id, pathBelow(copy, [...found.path].slice(from.length)));
    if (refused !== undefined) return refused;
  }
  return undefined;
}
