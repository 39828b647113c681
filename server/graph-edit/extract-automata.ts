import { nameProblem, takenName } from '../features/new-names';
import { fileForState } from '../features/new-state';
import { fitsIncludedFile, hasLooseComments, shiftedLines, stateLines } from '../features/state-text';
import { incomingTransitions } from '../features/state-transitions';
import { childrenOf } from '../project/names/resolve';
import {
  childPath,
  isAtOrBelow,
  pathKey,
  pathOfKey,
  ROOT_PATH,
  type ScopePath,
  samePath,
} from '../project/names/scope-path';
import type { Project } from '../project/project';
import { fieldsText, gapAbove, lineBreakOf } from '../rules/edits';
import { insertAfter } from '../rules/state-places';
import { lineIndent, nextContentLine, nextLine, previousContent, startOfIndentation } from '../text/lines';
import { msg } from '../text/message';
import type { Unit } from '../yaml/cut/unit';
import type { MapNode } from '../yaml/tree/tree';
import { detectLayout } from '../yaml/write/layout';
import { scalarText, writingOf } from '../yaml/write/scalars';
import { removeStateText } from './delete-state';
import { type Draft, LOOSE_COMMENTS, OTHER_FORM } from './draft';
import { keepComments, movedTo, whyFinal } from './move-state';
import { allOf, type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { startAt } from './retarget';
import { type WrittenState, writtenState } from './state-text';

/** Moves states of one automata into a new automata in it. */
export const extractAutomata: Operate<'extractAutomata'> = (draft, { states, name }) => {
  const { project, workspace } = draft;
  const texts = textsOf(project, states);
  if (isRefusal(texts)) return texts;
  const last = texts.at(-1);
  const outer = last?.entry.path.slice(0, -1);
  if (outer === undefined) return OTHER_FORM;
  const problem =
    nameProblem(name) ??
    takenName(workspace, project, outer, name) ??
    texts.map((text) => whyFinal(project, text, undefined)).find((one) => one !== undefined);
  if (problem !== undefined) return refuse(problem);
  const paths = texts.map(({ entry }) => entry.path);
  const path = childPath(outer, name);
  const first = firstOf(project, outer, states.map(pathOfKey));
  const wasFirst = project.scopes(outer).some(({ scope }) => scope.initial?.text === first.at(-1));
  const refused = addAutomata(draft, texts, name, first);
  if (refused !== undefined) return refused;
  for (const text of texts) {
    const parted = keepComments(draft, text, childPath(path, text.pair.name));
    const original = parted ?? writtenState(draft.project, pathKey(text.entry.path));
    const removed = isRefusal(original) ? original : removeStateText(draft, original);
    if (removed !== undefined) return removed;
  }
  const start = wasFirst ? startAt(draft, outer, path) : undefined;
  const moved = movedTo(paths, (one) => childPath(path, one.at(-1) ?? ''));
  return start ?? { id: pathKey(path), moved };
};

/** The texts of states in their order; a refusal if they are not in one automata. */
function textsOf(project: Project, states: readonly string[]): readonly WrittenState[] | EditRefusal {
  const texts = allOf(Array.from(new Set(states), (state) => writtenState(project, state)));
  if (isRefusal(texts)) return texts;
  const outer = texts[0]?.entry.path.slice(0, -1);
  if (!texts.every(({ entry }) => outer !== undefined && samePath(entry.path.slice(0, -1), outer)))
    return refuse(msg('Only states of one automata can become an automata. Select such states.'));
  if (texts.some(hasLooseComments)) return LOOSE_COMMENTS;
  const order = childrenOf(project, outer ?? ROOT_PATH).map(({ path }) => pathKey(path));
  return texts.sort((a, b) => order.indexOf(pathKey(a.entry.path)) - order.indexOf(pathKey(b.entry.path)));
}

/** Adds the new automata after the last of its states, or as a file if each state has one. */
function addAutomata(
  draft: Draft,
  texts: readonly WrittenState[],
  name: string,
  first: ScopePath,
): EditRefusal | undefined {
  const { project, workspace } = draft;
  const last = texts.at(-1);
  const key = last?.entry.scope.name;
  if (last === undefined || key === undefined) return OTHER_FORM;
  const { source, entry } = last;
  const outer = entry.path.slice(0, -1);
  if (texts.some(({ hasLines }) => hasLines !== last.hasLines)) return OTHER_FORM;
  const isInOneFile = texts.every((text) => text.source === source);
  const canMove = texts.every((text) => text.hasLines && text.column === 0 && fitsIncludedFile(text));
  if (!isInOneFile && !canMove) return OTHER_FORM;
  const file = isInOneFile ? undefined : fileForState(workspace, project, outer, name, true);
  if (file !== undefined) {
    draft.create(file, `${nestedText(draft, texts, name, first)}${project.lineBreakIn(entry.source)}`, outer);
    return undefined;
  }
  const place = insertAfter(project, { ...entry, name: key }, (unit, map) =>
    last.hasLines ? nestedText(draft, texts, name, first) : nestedEntry(texts, name, first, unit, map),
  );
  return draft.edit(place === undefined ? entry : { ...entry, unit: place.unit }, place?.edits);
}

/** The state at which a new automata starts: the one that the others are entered by, or the first one asked for. */
function firstOf(project: Project, outer: ScopePath, paths: readonly ScopePath[]): ScopePath {
  const isInside = (path: ScopePath) => paths.some((one) => isAtOrBelow(path, one));
  const isInitial = (path: ScopePath) =>
    project.scopes(outer).some(({ scope }) => scope.initial?.text === path.at(-1));
  const isEntered = (path: ScopePath) =>
    incomingTransitions(project, path).some(({ from }) => !isInside(from));
  return paths.find(isInitial) ?? paths.find(isEntered) ?? paths[0] ?? outer;
}

/** The text of the new automata from its key on. */
function nestedText(draft: Draft, texts: readonly WrittenState[], name: string, first: ScopePath): string {
  const [one] = texts;
  if (one === undefined) return '';
  const { column, entry, source } = one;
  const { project } = draft;
  const layout = draft.layoutOf(entry);
  const { step } = layout;
  const inner = ' '.repeat(column + 2 * step.length);
  const head = fieldsText(entry.unit, { [name]: { initial: first.at(-1) ?? '' } }, column, layout);
  const states = texts.map((text, index) => {
    // The blank lines of the text above belong to it.
    const gap = index > 0 && texts[index - 1]?.keepsBlankLines === false ? gapOf(text) : '';
    return `${gap}\n${inner}${stateLines(text, inner.length)}`;
  });
  const text = `${head}\n${' '.repeat(column + step.length)}states:${states.join('')}`;
  return text.replace(/\r?\n/g, project.lineBreakIn(source.address));
}

/** The blank lines above a state; below the first one of a file. */
function gapOf({ source, start, end }: WrittenState): string {
  const { text } = source.document;
  const isFirst = previousContent(text, start) === 0;
  return gapAbove(text, isFirst ? nextContentLine(text, nextLine(text, end)) : start);
}

/** The new automata as an entry in brackets, on lines of its own if its states are. */
function nestedEntry(
  texts: readonly WrittenState[],
  name: string,
  first: ScopePath,
  unit: Unit,
  map: MapNode,
): string {
  const writing = writingOf(map, unit.notation);
  const [initial, start, states, own] = ['initial', first.at(-1) ?? '', 'states', name].map((word) =>
    scalarText(word, writing),
  );
  const entries = texts.map(({ source, start: from, end }) => source.document.text.slice(from, end));
  const [{ source, key }] = texts as readonly [WrittenState];
  const { text } = source.document;
  if (texts.every((one) => startOfIndentation(text, one.key) === undefined)) {
    const { padding, gap } = detectLayout(unit);
    const inner = `{${padding}${entries.join(`,${gap}`)}${padding}}`;
    return `${own}:${gap}{${padding}${initial}:${gap}${start},${gap}${states}:${gap}${inner}${padding}}`;
  }
  const column = lineIndent(text, key);
  const { step } = detectLayout(unit, source.document);
  const line = (depth: number) => lineBreakOf(unit) + ' '.repeat(column + depth * step.length);
  const shifted = entries.map((entry) => line(2) + shiftedLines(entry, column, column + 2 * step.length));
  return `${own}: {${line(1)}${initial}: ${start},${line(1)}${states}: {${shifted.join(',')}${line(1)}}${line(0)}}`;
}
