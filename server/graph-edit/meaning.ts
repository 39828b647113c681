import { edgeId } from '../features/state-graph/state-at';
import { mentionsOf } from '../features/symbols/mentions';
import { findOccurrences, type Occurrence, sourcesInOrder } from '../features/symbols/occurrences';
import { type ProjectSymbol, symbolKey, symbolRefOf } from '../features/symbols/symbol';
import { idOfTarget } from '../format/target-path';
import { lastSegmentOf } from '../project/files/paths';
import { unitFacts } from '../project/files/source';
import { allScopes } from '../project/flow/flow';
import { resolveInitial, resolveTarget } from '../project/names/resolve';
import { isAtOrBelow, pathKey, pathOfKey, type ScopePath } from '../project/names/scope-path';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { freeName } from '../text/free-name';
import { addToGroup } from '../text/group-by';
import { msg } from '../text/message';
import type { Draft } from './draft';
import { type EditRefusal, isRefusal, type Moved, refuse } from './outcome';
import { allEdges, definitionOf, edgeOf } from './places';
import { leadTo } from './retarget';
import { fieldEdits } from './scalars';
import { writeScenarioPaths } from './scenario-paths';
import { targetFor } from './targets';

/** Whether the text that an operation does not write keeps its meaning. */

/** A name elsewhere that meant something else before a state was added. */
export function capturedName(draft: Draft, path: ScopePath): EditRefusal | undefined {
  const name = path.at(-1) ?? '';
  const added = symbolKey({ kind: 'state', path });
  const now = namesOutside(draft, draft.project, path);
  const captured = namesOutside(draft, draft.original, path).find(
    ({ keys }, index) => keys.some((key) => key !== '' && key !== added) && now[index]?.keys.includes(added),
  );
  return captured === undefined
    ? changedOther(draft, (one) => one)
    : refuse(
        msg`With the name \`${name}\`, ${placeOf(draft.original, captured)} would mean the new state. Enter another name.`,
      );
}

/**
 * A state that another automata, which shares a file, would no longer lead to or start at.
 *
 * @param intact the others before a state was deleted: they may lead to none then, as the preview says
 */
export function changedOther(
  { others }: Draft,
  moved: Moved,
  intact?: readonly Project[],
): EditRefusal | undefined {
  for (const [index, { before, after }] of others.entries()) {
    const now = leadsOf(after, (path) => path);
    const isNone = (id: string) => intact !== undefined && now.get(id)?.startsWith('?') !== false;
    const changed = [...leadsOf(intact?.[index] ?? before, moved)].find(
      ([id, lead]) => !lead.startsWith('?') && now.get(id) !== lead && !isNone(id),
    );
    if (changed !== undefined)
      return refuse(
        msg`\`${lastSegmentOf(before.root)}\` has these states as well, and would not lead to \`${pathOfKey(changed[1]).at(-1) ?? ''}\` any more. Change it in the editor.`,
      );
  }
  return undefined;
}

/** A name elsewhere that means another state since a state was deleted. */
export function releasedName(draft: Draft, before: Project, path: ScopePath): EditRefusal | undefined {
  const deleted = symbolKey({ kind: 'state', path });
  const now = namesOutside(draft, draft.project, path);
  const released = namesOutside(draft, before, path).find(
    ({ keys }, index) =>
      keys.includes(deleted) && now[index]?.keys.some((key) => key !== '' && key !== deleted),
  );
  return (
    released &&
    refuse(
      msg`Without this state, ${placeOf(before, released)} would mean another state \`${path.at(-1) ?? ''}\`. Change it first.`,
    )
  );
}

/** The places outside of a state with its name, in their order, which stays: an edited unit is parsed again. */
function namesOutside({ workspace }: Draft, project: Project, path: ScopePath) {
  const places: (Occurrence & { readonly keys: string[] })[] = [];
  for (const one of findOccurrences(workspace, project, path.at(-1) ?? '').occurrences) {
    const { unit, mention, source, key } = one;
    if (isAtOrBelow(project.pathIn(source.address, mention.scope.path), path)) continue;
    const last = places.at(-1);
    if (last?.unit === unit && last.mention.start === mention.start) last.keys.push(key);
    else places.push({ ...one, keys: [key] });
  }
  return places;
}

/** The file and line of a name, for people. */
function placeOf(project: Project, { source, unit, mention }: Occurrence) {
  const { address } = source;
  const document = project.source(address)?.document;
  const offset = (document?.startOf(unit) ?? 0) + mention.start;
  return msg`${lastSegmentOf(address)}, line ${(document?.positionAt(offset).line ?? 0) + 1}`;
}

/**
 * Writes the targets that would lead elsewhere after a move again: as paths, or as ids, which states get if nothing else
 * can name them. A refusal if another name would mean something else.
 */
export function keepMeaning(draft: Draft, moved: Moved): EditRefusal | undefined {
  const now = leadsOf(draft.project, (path) => path);
  for (const [id, lead] of leadsOf(draft.original, moved)) {
    if (now.get(id) === lead || isStart(id)) continue;
    const refused = lead.startsWith('?')
      ? changedName(id.split('\n\n')[1] ?? '')
      : leadAgain(draft, id, pathOfKey(lead));
    if (refused !== undefined) return refused;
  }
  return (
    writeScenarioPaths(draft, moved, changedName) ??
    changedMention(draft, moved) ??
    changedOther(draft, moved)
  );
}

/**
 * The states to which the cases of all transitions lead, and those at which automata start, by the `id` of their edges; `?`
 * and a reason if not known.
 */
function leadsOf(project: Project, moved: Moved): ReadonlyMap<string, string> {
  const leads = new Map<string, string>();
  const add = (from: ScopePath, rest: string, found: ReturnType<typeof resolveTarget>) => {
    const lead = found.kind === 'found' ? pathKey(moved(found.path)) : `?${found.kind}`;
    leads.set(pathKey(moved(from)) + rest, lead);
  };
  for (const { id, entry, case: one } of allEdges(project))
    add(entry.path, id.slice(pathKey(entry.path).length), resolveTarget(project, entry, one.target));
  for (const entry of allScopes(project)) {
    const { initial } = entry.scope;
    if (initial) add(entry.path, START, resolveInitial(project, entry, initial.text));
  }
  return leads;
}

/** The `id` of the start of an automata, after that of the automata. */
const START = edgeId('', '', 0);

function isStart(id: string): boolean {
  return id.endsWith(START);
}

/** Leads a transition to a state, which gets an id if nothing else can name it. */
export function leadAgain(draft: Draft, id: string, to: ScopePath): EditRefusal | undefined {
  const edge = edgeOf(draft.project, id);
  if (isRefusal(edge)) return edge;
  if ('initialOf' in edge) return undefined;
  const hasTarget = !isRefusal(targetFor(draft.project, edge.entry, to));
  return hasTarget ? leadTo(draft, edge, to) : (addId(draft, to) ?? leadAgain(draft, id, to));
}

/** Gives a state that has none an id that no other one has, and that no target names yet. */
function addId(draft: Draft, path: ScopePath): EditRefusal | undefined {
  const entry = definitionOf(draft.project, pathKey(path));
  if (isRefusal(entry)) return entry;
  const name = path.at(-1) ?? '';
  // Another state has the same, or no target can be written with it.
  if (entry.scope.id)
    return refuse(
      msg`After the move, no target could name \`${name}\` by its \`id\`. Give it another one first.`,
    );
  const named = new Set(allEdges(draft.project).map(({ case: { target } }) => idOfTarget(target ?? '')));
  const id = freeName(name, (one) => draft.project.table.has('id', one) || named.has(one));
  return draft.edit(entry, fieldEdits(entry.unit, entry.map, 'id', id, 0, draft.layoutOf(entry)));
}

/** Names of other kinds than targets, whose meaning an operation does not write again. */
function changedMention(draft: Draft, moved: Moved): EditRefusal | undefined {
  const { workspace, original, project } = draft;
  const before = mentionsOfScopes(workspace, original, moved);
  const after = mentionsOfScopes(workspace, project, (path) => path);
  for (const [key, mentions] of before) {
    const now = after.get(key) ?? [];
    const index = mentions.findIndex((one, at) => one !== now[at]);
    if (index >= 0) return changedName(mentions[index]?.split('\n')[1] ?? key);
  }
  return undefined;
}

/** What the names in each scope mean, in a fixed order; without those of states, which the targets name. */
function mentionsOfScopes(workspace: Workspace, project: Project, moved: Moved): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const source of sourcesInOrder(project)) {
    for (const unit of source.document.units) {
      for (const mention of mentionsOf(unitFacts(source, unit))) {
        const { what } = mention;
        const { kind } = what;
        if (WRITTEN_AGAIN.has(kind) || (kind === 'scenario' && what.named.role === 'state')) continue;
        const symbol = symbolRefOf(workspace, project, { source, unit }, mention)?.symbol;
        const key = symbol === undefined ? '' : symbolKey(movedSymbol(symbol, moved));
        const scope = pathKey(moved(project.pathIn(source.address, mention.scope.path)));
        addToGroup(found, scope, `${kind}\n${mention.name}\n${key}`);
      }
    }
  }
  for (const mentions of found.values()) mentions.sort();
  return found;
}

const WRITTEN_AGAIN: ReadonlySet<string> = new Set(['target', 'state', 'id', 'initial', 'file']);

function movedSymbol(symbol: ProjectSymbol, moved: Moved): ProjectSymbol {
  return 'path' in symbol && symbol.path !== undefined ? { ...symbol, path: moved(symbol.path) } : symbol;
}

function changedName(name: string): EditRefusal {
  return refuse(msg`\`${name}\` would mean something else after the move. Change it in the editor first.`);
}
