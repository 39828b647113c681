import { idTarget, parentTarget } from '../../format/target-path';
import {
  allNames,
  idsOfStates,
  namedChildren,
  nearestAutomata,
  resolveInitial,
  resolveTarget,
} from '../../project/names/resolve';
import { childPath, type ScopePath, samePath } from '../../project/names/scope-path';
import { type NameEntry, pathKey, type ScopeEntry } from '../../project/names/symbols';
import { append } from '../../text/append';
import { msg } from '../../text/message';
import { stateCard } from '../hover/state';
import { type CompletionContext, enclosingScope, isMentionedOnlyAtCursor } from './completion-context';
import type { CompletionCandidate } from './item';
import { prefilter } from './prefilter';
import { firstLine, relativeFileName, scopeLabel } from './scopes';

/** Names of states: `initial`, and the targets of transitions in all their forms. */

/** Rank of continuations of a partly typed path. */
const TYPED = 0;
/** Rank of states that are defined later: states often follow one another in the order of the text. */
const NEXT = 1;
const UNWRITTEN = 2;
const EARLIER = 3;
const ITSELF = 4;
const BELOW = 5;
const BY_ID = 6;

/** The children of the automata whose `initial` is being written. */
export function initialCandidates(context: CompletionContext): CompletionCandidate[] {
  const scope = enclosingScope(context);
  if (scope === undefined) return [];
  return childCandidates(context, scope.path, '', () => NEXT);
}

/** The possible targets of a transition of the scope at the cursor. */
export function targetCandidates(context: CompletionContext): CompletionCandidate[] {
  const from = enclosingScope(context);
  if (from === undefined) return [];
  const candidates: CompletionCandidate[] = [];
  const { prefix } = context.cursor;
  const typed = parentTarget(prefix);
  if (typed !== undefined) append(candidates, below(context, from, typed, TYPED));
  const automata = from.scope.kind === 'automata' ? [from.path] : [];
  const around = from.path.length > 0 ? [from.path.slice(0, -1)] : [];
  for (const path of [...automata, ...around]) {
    const { names } = namedChildren(context.at.project, 'child', path);
    const name = samePath(path, from.path) ? undefined : from.path.at(-1);
    const own = name === undefined ? -1 : names.indexOf(name);
    const rankAt = (position: number) => (position > own ? NEXT : position === own ? ITSELF : EARLIER);
    append(candidates, childCandidates(context, path, '', rankAt));
  }
  for (const path of [...automata, ...around]) append(candidates, unwrittenCandidates(context, path));
  // Grandchildren are listed one level deep; deeper ones as the path is typed.
  for (const path of around) {
    for (const { path: child, name } of namedChildren(context.at.project, 'childAutomata', path).entries) {
      if (!samePath(child, from.path)) append(candidates, below(context, from, name.text));
    }
  }
  if (automata.length > 0 && around.length > 0) append(candidates, below(context, from, ''));
  const { project } = context.at;
  const ids = idsOfStates(project);
  const names = ids.map(({ name }) => name.text);
  for (const entry of prefilter(ids, names, prefix, '#'))
    candidates.push(candidate(context, entry, idTarget(entry.name.text), BY_ID));
  return candidates;
}

/** Targets and the initial state of an automata that do not exist yet. */
function unwrittenCandidates(context: CompletionContext, path: ScopePath): CompletionCandidate[] {
  const { project } = context.at;
  const all = allNames(project, 'targeted');
  const named = prefilter(all.entries, all.names, context.cursor.prefix).flatMap((entry): NameEntry[] => {
    const { text } = entry.name;
    // Most targets exist in the first place that is searched.
    if (project.table.has('scope', pathKey(childPath(path, text)))) return [];
    if (isMentionedOnlyAtCursor(context, 'target', text)) return [];
    // If no state is known, missing ones cannot be determined.
    const found = resolveTarget(project, entry, text);
    const isHere =
      found.kind === 'missing'
        ? found.segment === text && samePath(found.container, path)
        : found.kind === 'unknown' && !/[.#{}]/.test(text) && samePath(nearestAutomata(entry), path);
    return isHere ? [entry] : [];
  });
  const initial = project.scopes(path).flatMap((entry): NameEntry[] => {
    const name = entry.scope.initial;
    const isFound = name && resolveInitial(project, entry, name.text).kind === 'found';
    return name && !isFound ? [{ ...entry, name }] : [];
  });
  return [...initial, ...named].map((entry) => ({
    label: entry.name.text,
    kind: 'state',
    insert: { as: 'text', text: entry.name.text },
    rank: UNWRITTEN,
    detail: () => msg`target of ${scopeLabel(entry.path)}, does not exist yet`,
  }));
}

/** The children of the state at `base`, with `base` as a prefix: `lesson.intro`, `.intro`, `#home.intro`. */
function below(
  context: CompletionContext,
  from: ScopeEntry,
  base: string,
  rank = BELOW,
): CompletionCandidate[] {
  const found = base === '' ? from.path : pathOf(context, from, base);
  if (found === undefined || (base === '' && from.scope.kind !== 'automata')) return [];
  return childCandidates(context, found, `${base}.`, () => rank);
}

/** The children of an automata, with `leadingText` before their names; ranked by their position in it. */
function childCandidates(
  context: CompletionContext,
  path: ScopePath,
  leadingText: string,
  rankAt: (position: number) => number,
): CompletionCandidate[] {
  const { entries, names } = namedChildren(context.at.project, 'child', path);
  const children = prefilter(entries, names, context.cursor.prefix, leadingText);
  let position = -1;
  return children.map((child) => {
    // They are in the order of the entries.
    position = entries.indexOf(child, position + 1);
    return candidate(context, child, leadingText + child.name.text, rankAt(position));
  });
}

function pathOf(context: CompletionContext, from: ScopeEntry, target: string): ScopePath | undefined {
  const found = resolveTarget(context.at.project, from, target);
  return found.kind === 'found' ? found.path : undefined;
}

function candidate(
  context: CompletionContext,
  to: ScopeEntry,
  label: string,
  rank: number,
): CompletionCandidate {
  const { project } = context.at;
  return {
    label,
    kind: 'state',
    insert: { as: 'text', text: label },
    rank,
    detail: () => {
      const line = firstLine(to);
      const file = relativeFileName(project, to);
      return line === undefined ? file : msg`${file} · ${line}`;
    },
    documentation: () => stateCard(project, to.path),
  };
}
