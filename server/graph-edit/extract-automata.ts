import { nameProblem, takenName } from '../features/new-state';
import { incomingTransitions } from '../features/state-transitions';
import { childrenOf } from '../project/names/resolve';
import { childPath, isAtOrBelow, pathKey, type ScopePath, samePath } from '../project/names/scope-path';
import type { Project } from '../project/project';
import { fieldsText, lineBreakOf } from '../rules/edits';
import { insertAfter } from '../rules/state-places';
import { msg } from '../text/message';
import { detectLayout } from '../yaml/write/layout';
import { removeStateText } from './delete-state';
import { type Draft, OTHER_FORM } from './draft';
import { movedTo, whyFinal } from './move-state';
import { type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { startAt } from './retarget';
import { type StateText, shiftedLines, stateTextOf } from './state-text';

/** Moves states of one automata into a new automata in it. */
export const extractAutomata: Operate<'extractAutomata'> = (draft, { states, name }) => {
  const { project, workspace } = draft;
  const texts = textsOf(project, states);
  if (isRefusal(texts)) return texts;
  const last = texts.at(-1);
  const outer = last?.entry.path.slice(0, -1);
  const key = last?.entry.scope.name;
  if (last === undefined || outer === undefined || key === undefined) return OTHER_FORM;
  const problem =
    nameProblem(name) ??
    takenName(workspace, project, outer, name) ??
    texts.map((text) => whyFinal(project, text)).find((one) => one !== undefined);
  if (problem !== undefined) return refuse(problem);
  const paths = texts.map(({ entry }) => entry.path);
  const path = childPath(outer, name);
  const first = firstOf(project, outer, paths);
  const wasFirst = project.scopes(outer).some(({ scope }) => scope.initial?.text === first.at(-1));
  const place = insertAfter(project, { ...last.entry, name: key }, () =>
    nestedText(draft, texts, name, first),
  );
  const refused = draft.edit(
    place === undefined ? last.entry : { ...last.entry, unit: place.unit },
    place?.edits,
  );
  if (refused !== undefined) return refused;
  for (const one of paths) {
    const text = stateTextOf(draft.project, pathKey(one));
    const removed = isRefusal(text) ? text : removeStateText(draft, text);
    if (removed !== undefined) return removed;
  }
  const start = wasFirst ? startAt(draft, outer, path) : undefined;
  const moved = movedTo(paths, (one) => childPath(path, one.at(-1) ?? ''));
  return start ?? { id: pathKey(path), moved };
};

/** The texts of states in their order; a refusal if they are not in one automata, on lines of one file. */
function textsOf(project: Project, states: readonly string[]): readonly StateText[] | EditRefusal {
  const texts: StateText[] = [];
  for (const state of new Set(states)) {
    const text = stateTextOf(project, state);
    if (isRefusal(text)) return text;
    texts.push(text);
  }
  const [first] = texts;
  const isTogether = texts.every(({ entry, source, hasLines }) => {
    const isSibling = first && samePath(entry.path.slice(0, -1), first.entry.path.slice(0, -1));
    return hasLines && isSibling && source.address === first.source.address;
  });
  if (first === undefined || !isTogether)
    return refuse(
      msg(
        'Only states of one automata that are in the same file can become an automata. Select such states.',
      ),
    );
  return texts.sort((a, b) => a.key - b.key);
}

/** The state at which a new automata starts: the one that the others are entered by. */
function firstOf(project: Project, outer: ScopePath, paths: readonly ScopePath[]): ScopePath {
  const isInside = (path: ScopePath) => paths.some((one) => isAtOrBelow(path, one));
  const isInitial = (path: ScopePath) =>
    project.scopes(outer).some(({ scope }) => scope.initial?.text === path.at(-1));
  const isEntered = (path: ScopePath) =>
    incomingTransitions(project, path).some(({ from }) => !isInside(from));
  return paths.find(isInitial) ?? paths.find(isEntered) ?? paths[0] ?? outer;
}

/** The text of the new automata from its key on. */
function nestedText({ project }: Draft, texts: readonly StateText[], name: string, first: ScopePath): string {
  const [one] = texts;
  if (one === undefined) return '';
  const { column, entry, source } = one;
  const { step } = detectLayout(entry.unit, source.document);
  const lineBreak = lineBreakOf(entry.unit);
  const inner = ' '.repeat(column + 2 * step.length);
  const head = fieldsText(entry.unit, { [name]: { initial: first.at(-1) ?? '' } }, column);
  const states = texts.map(({ start, end }) => {
    const written = source.document.text.slice(start, end).slice(column);
    return lineBreak + inner + shiftedLines(written, column, inner.length);
  });
  const siblings = childrenOf(project, entry.path.slice(0, -1));
  const between =
    siblings.length > 1 &&
    texts.some(({ end }) => /^[^\n]*\n[ \t]*\r?\n/.test(source.document.text.slice(end)))
      ? lineBreak
      : '';
  return `${head}${lineBreak}${' '.repeat(column + step.length)}states:${states.join(between)}`;
}
