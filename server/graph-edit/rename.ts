import type { NameNode } from '../facts/facts';
import { renameSymbol } from '../features/rename';
import { childPath, pathKey, pathOfKey } from '../project/names/scope-path';
import type { ScopeEntry } from '../project/names/symbols';
import { msg } from '../text/message';
import { type Draft, OTHER_FORM } from './draft';
import { type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { definitionOf, edgeOf, idOfCase } from './places';

/** The editor's rename, of all uses in all files. */

export const renameState: Operate<'renameState'> = (draft, { state, name }) => {
  const entry = definitionOf(draft.project, state);
  if (isRefusal(entry)) return entry;
  if (entry.scope.name === undefined)
    return refuse(msg('The automata has the name of its file. Rename the file instead.'));
  const path = childPath(pathOfKey(state).slice(0, -1), name);
  return renamed(draft, entry, entry.scope.name, name) ?? { id: pathKey(path) };
};

export const renameEvent: Operate<'renameEvent'> = (draft, { edge, name }) => {
  const found = edgeOf(draft.project, edge);
  if (isRefusal(found)) return found;
  if ('initialOf' in found)
    return refuse(msg('The start of an automata has no event. Rename its first state instead.'));
  const { entry, handler } = found;
  const index = Number(edge.slice(edge.lastIndexOf('\n') + 1));
  return renamed(draft, entry, handler.event, name) ?? { id: idOfCase(entry.path, name, index) };
};

function renamed(
  draft: Draft,
  entry: ScopeEntry,
  { start }: NameNode,
  name: string,
): EditRefusal | undefined {
  const refused = draft.whyFixed(entry);
  if (refused !== undefined) return refused;
  const { edited } = draft;
  if (edited === undefined) return OTHER_FORM;
  const offset = draft.project.startOf(entry) + start;
  const result = renameSymbol(edited, entry.source, offset, name);
  if (result.kind === 'refused') return refuse(result.reason);
  for (const [address, edits] of result.changes) draft.editFile(address, edits);
  return undefined;
}
