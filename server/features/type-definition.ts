import type { Address } from '../project/files/paths';
import { type ScopePath, samePath } from '../project/names/scope-path';
import type { NameEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { extendRange, type Range, shiftRange } from '../text/range';
import { type CursorLocation, locateCursor, scopeAt } from './cursor-location';
import type { Definition } from './definition';
import { type DefinitionSite, definitionSite, definitionsOf } from './symbols/sites';
import { mentionAtCursor, symbolRefOf } from './symbols/symbol';

/**
 * "Go to Type Definition": from a state or its name to the automata that contains it, from anything else to the
 * automata of the enclosing state. The target is the `!include` if the automata includes its states from a folder,
 * and `states` for the automata of the main file. In each project that the file is part of.
 */
export function typeDefinition(
  workspace: Workspace,
  address: Address,
  offset: number,
): Definition | undefined {
  const first = locateCursor(workspace, address, offset);
  if (first === undefined) return undefined;
  let origin: Range | undefined;
  const targets = new Map<string, DefinitionSite>();
  for (const project of workspace.projectsOf(address)) {
    const at = { ...first, project };
    const state = stateAt(at);
    if (state === undefined) continue;
    origin ??= state.origin;
    for (const site of automataSites(project, state.path)) {
      targets.set(`${site.selection.start} ${site.address}`, site);
    }
  }
  return origin && targets.size > 0 ? { origin, targets: [...targets.values()] } : undefined;
}

/** The state that is named at the cursor, otherwise the enclosing one. */
function stateAt(at: CursorLocation): { path: ScopePath; origin: Range } | undefined {
  const mention = mentionAtCursor(at);
  const ref = mention && symbolRefOf(at.workspace, at.project, at, mention);
  const here = { start: at.unitStart + at.offset, end: at.unitStart + at.offset };
  const origin = mention ? shiftRange(extendRange(mention.reach, at.offset), at.unitStart) : here;
  if (ref?.symbol.kind === 'state' || ref?.symbol.kind === 'id') return { path: ref.symbol.path, origin };
  const path = ref?.entry.path ?? (at.step && scopeAt(at, at.step)?.path);
  return path && { path, origin };
}

function automataSites(project: Project, state: ScopePath): DefinitionSite[] {
  if (state.length === 0) return [];
  const automata = state.slice(0, -1);
  const includes = project.scopes(state).flatMap(({ source }) => includesOf(project, source, automata));
  if (includes.length > 0) return includes;
  const names =
    automata.length > 0
      ? definitionsOf(project, { kind: 'state', path: automata })
      : project
          .inOrder('rootKey', project.root)
          .filter(({ name }) => name.text === 'states')
          .map(unquoted);
  return names.flatMap((entry) => definitionSite(project, entry) ?? []);
}

/** The `!include` that adds a file's states to an automata. */
function includesOf(project: Project, address: Address, automata: ScopePath): DefinitionSite[] {
  const member = project.member(address);
  const by = member?.includedBy;
  if (member === undefined || by === undefined || !samePath(member.prefix, automata)) return [];
  return project.inOrder('file', by).flatMap((entry) => {
    const { tag, key } = entry.use;
    const isDefinition = tag === '!include' && key === 'states' && samePath(entry.path, automata);
    return isDefinition ? (definitionSite(project, entry) ?? []) : [];
  });
}

function unquoted(entry: NameEntry): NameEntry {
  const { text, start, end } = entry.name;
  const quotes = (end - start - text.length) / 2;
  return { ...entry, name: { text, start: start + quotes, end: end - quotes } };
}
