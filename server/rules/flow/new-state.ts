import { isKeyName } from '../../format/names';
import { stateLabel } from '../../format/target-path';
import { folderOf, resolvePath } from '../../project/files/paths';
import type { Resolution } from '../../project/names/resolve';
import type { ScopePath } from '../../project/names/scope-path';
import type { ScopeEntry } from '../../project/names/symbols';
import { type Message, msg } from '../../text/message';
import { fileText } from '../../yaml/write/values';
import { fixEdits } from '../fixes';
import type { Fix, Subject } from '../rule';
import { insertState, NEW_STATE, stateFileText, statesFolders } from '../state-places';

/**
 * Fixes that create the missing state of a target: at the end of the states of the automata that should contain it,
 * in the file of its neighbours, or as a file in the folder that the states are included from.
 */
export function newStateFixes(
  subject: Subject,
  from: ScopeEntry,
  target: string,
  missing: Extract<Resolution<ScopeEntry>, { kind: 'missing' }>,
): Fix[] {
  const { container, segment, outer } = missing;
  if (subject.source.documentKind === 'state') return newFileBeside(subject, target);
  const isLast = target === segment || target.endsWith(`.${segment}`);
  if (!isLast || !isKeyName(segment)) return [];
  if (outer === undefined)
    return fixesIn(subject, from, container, segment, msg`Create the state \`${segment}\``);
  return [container, outer].flatMap((path) =>
    fixesIn(
      subject,
      from,
      path,
      segment,
      path.length === 0
        ? msg`Create the state \`${segment}\` in the automata`
        : msg`Create the state \`${segment}\` in \`${stateLabel(path)}\``,
    ),
  );
}

/** @param title title of the fix that creates the state next to others */
function fixesIn(
  subject: Subject,
  from: ScopeEntry,
  container: ScopePath,
  name: string,
  title: Message,
): Fix[] {
  const { project } = subject;
  const isAutomata = project.scopes(container).some(({ scope }) => scope.kind === 'automata');
  if (project.isAutomata && !isAutomata) return [];
  const place = insertState(project, container, name, { near: from.source });
  const placeholder = { text: NEW_STATE.render.text };
  const beside = place && { title, ...fixEdits(subject, place, place.edits), placeholder };
  return [...(beside ? [beside] : []), ...inNewFile(subject, container, name)];
}

/** Standalone files refer to one another by their names. */
function newFileBeside({ source, project }: Subject, name: string): Fix[] {
  if (!isKeyName(name)) return [];
  const { address } = source;
  const [ending = ''] = /(?:\.state)?\.[^./]+$/.exec(address) ?? [];
  const notation = ending.endsWith('json') ? 'json' : 'yaml';
  const create = {
    address: resolvePath(folderOf(address), `${name}${ending}`),
    text: fileText({ type: 'state', ...NEW_STATE }, notation, project.lineBreakIn(address)),
  };
  return [{ title: msg`Create the state \`${name}\` in a new file`, edits: [], create }];
}

function inNewFile({ project, workspace, source }: Subject, container: ScopePath, name: string): Fix[] {
  for (const { address: folder, exists, files } of statesFolders(workspace, project, container)) {
    const address = resolvePath(folder, `${name}.yaml`);
    if (!exists || files.includes(address)) continue;
    const create = { address, text: stateFileText(name, project.lineBreakIn(source.address)) };
    return [{ title: msg`Create the state \`${name}\` in a new file`, edits: [], create }];
  }
  return [];
}
