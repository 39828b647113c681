import { takenName } from '../features/new-names';
import { fileForState } from '../features/new-state';
import { fitsIncludedFile, hasLooseComments, stateLines } from '../features/state-text';
import { completesAlike } from '../features/state-transitions';
import { type Address, folderOf, lastSegmentOf, normalize } from '../project/files/paths';
import { childrenOf } from '../project/names/resolve';
import {
  childPath,
  isAtOrBelow,
  pathBelow,
  pathKey,
  pathOfKey,
  type ScopePath,
  samePath,
} from '../project/names/scope-path';
import type { NameEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { gapIn, insertText, lineBreakOf, setWrittenValue } from '../rules/edits';
import { emptyStates, insertAfter, statesFolders } from '../rules/state-places';
import { lineEnd, lineIndent, startOfIndentation } from '../text/lines';
import { type Message, msg } from '../text/message';
import type { Unit } from '../yaml/cut/unit';
import type { MapNode } from '../yaml/tree/tree';
import { removableState, removeStateText } from './delete-state';
import { type Draft, LOOSE_COMMENTS, OTHER_FORM } from './draft';
import { type Done, type EditRefusal, isRefusal, type Moved, type Operate, refuse } from './outcome';
import { scopesOfNode } from './places';
import { startAt } from './retarget';
import { type WrittenState, writtenState } from './state-text';

/** Moves a state to another automata, or to another file of its automata. */
export const moveState: Operate<'moveState'> = (draft, { state, to }) => {
  const text = writtenState(draft.project, state);
  if (isRefusal(text)) return text;
  if (hasLooseComments(text)) return LOOSE_COMMENTS;
  return to.includes(':') ? toFile(draft, text, normalize(to)) : toAutomata(draft, text, pathOfKey(to));
};

function toAutomata(draft: Draft, text: WrittenState, to: ScopePath): Done | EditRefusal {
  const { project, workspace } = draft;
  const from = text.entry.path;
  const name = from.at(-1) ?? '';
  const parts = scopesOfNode(project, pathKey(to));
  if (isRefusal(parts)) return parts;
  if (isAtOrBelow(to, from) || !parts.some(({ scope }) => scope.kind === 'automata'))
    return refuse(msg('A state moves into an automata that is not in it. Choose another one.'));
  if (samePath(from.slice(0, -1), to)) return { id: pathKey(from) };
  const problem =
    takenName(workspace, project, to, name) ?? whyFinal(project, text, to) ?? whyFirst(project, text);
  const removable = removableState(project, pathKey(from));
  if (problem !== undefined) return refuse(problem);
  if (isRefusal(removable)) return removable;
  const path = childPath(to, name);
  const last = childrenOf(project, to).at(-1);
  const file = fileForState(workspace, project, to, name, true);
  const inserted =
    file !== undefined && text.hasLines
      ? createFile(draft, file, text, to)
      : last === undefined
        ? insertFirst(draft, to, text)
        : insertState(draft, last, text);
  const refused = inserted ?? keepComments(draft, text, path);
  if (refused !== undefined) return refused;
  const original = writtenState(draft.project, pathKey(from));
  if (isRefusal(original)) return original;
  return removeStateText(draft, original) ?? { id: pathKey(path), moved: movedTo([from], () => path) };
}

/**
 * Writes the comment after an entry in brackets after its copy as well. A refusal if that is not on a line of its own, or
 * if the comment above it is not right above the copy.
 */
export function keepComments(draft: Draft, text: WrittenState, path: ScopePath): EditRefusal | undefined {
  const isBelow = ({ key, start, column }: WrittenState) => key > start + column;
  const rest = text.source.document.text.slice(text.end);
  const comment = /^(?:[ \t]*,)?([ \t]*(?:#|\/\/).*)/.exec(rest)?.[1];
  if (text.hasLines || (comment === undefined && !isBelow(text))) return undefined;
  const copy = writtenState(draft.project, pathKey(path));
  if (isRefusal(copy)) return copy;
  const { source, key, end } = copy;
  const { text: written } = source.document;
  const at = lineEnd(written, end);
  const isAlone = startOfIndentation(written, key) !== undefined && /^,?\s*$/.test(written.slice(end, at));
  if ((comment !== undefined && !isAlone) || (isBelow(text) && !isBelow(copy))) return LOOSE_COMMENTS;
  if (comment !== undefined) draft.editFile(source.address, [insertText(at, comment)]);
  return undefined;
}

/** Why a state cannot leave its automata because it ends that, and would not in another one. */
export function whyFinal(
  project: Project,
  { entry, pair }: WrittenState,
  to: ScopePath | undefined,
): Message | undefined {
  const isFinal = project.scopes(entry.path).some(({ scope }) => scope.final !== 'no');
  return isFinal && !completesAlike(project, entry.path.slice(0, -1), to)
    ? msg`\`${pair.name}\` is final, so it would end another automata. Remove \`is_final\` first.`
    : undefined;
}

function whyFirst(project: Project, { entry, pair }: WrittenState): Message | undefined {
  const outer = project.scopes(entry.path.slice(0, -1));
  return outer.some(({ scope }) => scope.initial?.text === pair.name)
    ? msg`\`${pair.name}\` is the first state of its automata. Choose another first state first.`
    : undefined;
}

/** Creates a file with a copy of a state. */
function createFile(
  draft: Draft,
  address: Address,
  text: WrittenState,
  automata: ScopePath,
): EditRefusal | undefined {
  if (!fitsIncludedFile(text)) return OTHER_FORM;
  const { source } = text;
  draft.create(address, stateLines(text, 0) + draft.project.lineBreakIn(source.address), automata);
  return undefined;
}

/** The text of a state in another column, with the line breaks of a unit. */
function linesAt(text: WrittenState, unit: Unit, column: number): string {
  return stateLines(text, column).replace(/\r?\n/g, lineBreakOf(unit));
}

/** Whether a state can be an entry in braces: it has no comments or lines of its own. */
function isEntry({ pair, key, column, start, end, hasLines }: WrittenState): boolean {
  const { value } = pair;
  const isInBraces = value.kind === 'map' && value.flow && end - key === value.end - pair.key.start;
  return !hasLines || (isInBraces && key - start === column);
}

/** Inserts a copy of a state after another one. The copy is read where it is inserted, until the original is removed. */
function insertState(draft: Draft, after: NameEntry, text: WrittenState): EditRefusal | undefined {
  let isInBraces = false;
  const textIn = (unit: Unit, map: MapNode) => {
    isInBraces = map.flow;
    return linesAt(text, unit, map.flow ? lineIndent(unit.text, after.name.start) : map.indent);
  };
  const place = insertAfter(draft.project, after, textIn, text.keepsBlankLines);
  if (isInBraces && !isEntry(text)) return inBraces(text);
  return draft.edit({ ...after, unit: place?.unit ?? after.unit }, place?.edits);
}

/** Inserts a copy of a state into an automata without states, which starts there if it does not name another one. */
function insertFirst(draft: Draft, to: ScopePath, text: WrittenState): EditRefusal | undefined {
  const place = emptyStates(draft.project, to);
  if (place === undefined) return OTHER_FORM;
  const { unit, pair, layout } = place;
  const isInBraces = pair.parent.flow;
  if (isInBraces && !isEntry(text)) return inBraces(text);
  const column = isInBraces ? lineIndent(unit.text, pair.start) : pair.parent.indent + layout.step.length;
  const lines = linesAt(text, unit, column);
  const { padding } = layout;
  const written = isInBraces
    ? `${gapIn(unit)}{${padding}${lines}${padding}}`
    : lineBreakOf(unit) + ' '.repeat(column) + lines;
  const refused = draft.edit(place, setWrittenValue(unit, pair, written));
  if (refused !== undefined) return refused;
  const hasInitial = draft.project.scopes(to).some(({ scope }) => (scope.initial?.text ?? '') !== '');
  return hasInitial ? undefined : startAt(draft, to, childPath(to, text.pair.name));
}

function inBraces({ pair }: WrittenState): EditRefusal {
  return refuse(
    msg`The states there are in braces, and \`${pair.name}\` has lines of its own. Write those states on lines of their own first.`,
  );
}

/** The new paths of states, and of everything in them. */
export function movedTo(from: readonly ScopePath[], to: (path: ScopePath) => ScopePath): Moved {
  return (path) => {
    const state = from.find((one) => isAtOrBelow(path, one));
    return state === undefined ? path : pathBelow(to(state), [...path].slice(state.length));
  };
}

function toFile(draft: Draft, text: WrittenState, address: Address): Done | EditRefusal {
  const { project, workspace } = draft;
  const { entry, source } = text;
  const { path } = entry;
  const outer = path.slice(0, -1);
  if (address === source.address) return { id: pathKey(path) };
  const last = project.inOrder('child', pathKey(outer)).findLast((child) => child.source === address);
  const folder = statesFolders(workspace, project, outer).find((one) => one.address === folderOf(address));
  const isNew = folder !== undefined && !folder.files.includes(address) && /\.ya?ml$/.test(address);
  const isInJson = [entry, last].some((one) => one?.unit.notation === 'json');
  if (isInJson || (last === undefined && !isNew))
    return refuse(
      msg`\`${lastSegmentOf(address)}\` is not a file of states of this automata. Choose another file.`,
    );
  if (!fitsIncludedFile(text)) return OTHER_FORM;
  const removed = removeStateText(draft, text);
  if (removed !== undefined) return removed;
  if (last === undefined) createFile(draft, address, text, outer);
  else {
    const now = draft.project.inOrder('child', pathKey(outer)).findLast((child) => child.source === address);
    const inserted = now === undefined ? OTHER_FORM : insertState(draft, now, text);
    const refused = inserted ?? keepComments(draft, text, path);
    if (refused !== undefined) return refused;
  }
  return { id: pathKey(path), moved: (one) => one };
}
