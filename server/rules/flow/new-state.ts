import { isKeyName } from '../../format/names';
import { folderOf } from '../../project/paths';
import type { Project } from '../../project/project';
import type { Resolution } from '../../project/resolve';
import type { Source } from '../../project/source';
import { keyAt, type NameEntry, pathKey, type ScopeEntry } from '../../project/symbols';
import type { Unit } from '../../yaml/document';
import { type MapNode, pairOf } from '../../yaml/tree';
import { addFields, lineBreakOf } from '../edits';
import { changeOf } from '../fixes';
import type { Fix, Subject } from '../rule';
import { blockField } from '../value-text';

/** What a new state holds at first. */
const BODY = { render: { text: 'Hello' } };

/**
 * Ways to make the state that a target names and nobody has: at the end of the states of the automata that should
 * hold it, in the file where its neighbours are, or in a file of its own in the folder that they are taken from.
 */
export function newStateFixes(
  subject: Subject,
  from: ScopeEntry,
  target: string,
  missing: Extract<Resolution<ScopeEntry>, { kind: 'missing' }>,
): Fix[] {
  const { container, segment } = missing;
  if (subject.source.shape === 'state') return besideLoneFile(subject, target);
  const isLast = target === segment || target.endsWith(`.${segment}`);
  if (!isLast || !isKeyName(segment)) return [];
  const { project } = subject;
  const isAutomata = project.scopes(container).some(({ scope }) => scope.kind === 'automata');
  if (project.isAutomata && !isAutomata) return [];
  return [...besideOthers(subject, from, container, segment), ...inNewFile(subject, container, segment)];
}

function besideOthers(subject: Subject, from: ScopeEntry, container: readonly string[], name: string): Fix[] {
  const { project } = subject;
  const children = project.sorted(project.table.get('child', pathKey(container)));
  const last = children.findLast(({ source }) => source === from.source) ?? children.at(-1);
  const place = last ? holderOf(last) : emptyStates(project, container);
  if (place === undefined) return [];
  const edits = addFields(place.unit, place.map, [{ name, value: BODY, index: place.map.pairs.length }]);
  return [{ title: `Create the state \`${name}\``, ...changeOf(subject, place, edits) }];
}

interface Place {
  readonly source: string;
  readonly unit: Unit;
  readonly map: MapNode;
}

/** The map that a state is a key of, or the part of it that is in its unit. */
function holderOf({ source, unit, scope, name }: NameEntry): Place | undefined {
  const { root } = unit.parsed;
  const pair = scope.map?.parent;
  if (pair?.kind === 'pair') return { source, unit, map: pair.parent };
  const isHolder =
    root?.kind === 'map' && root.pairs.some(({ key }) => key.start <= name.start && name.end <= key.end);
  return isHolder ? { source, unit, map: root } : undefined;
}

/** `states: {}`. */
function emptyStates(project: Project, path: readonly string[]): Place | undefined {
  const sections = project.table.get('section', keyAt(path, 'states'));
  for (const { source, unit, scope } of project.sorted(sections)) {
    const states = scope.map && pairOf(scope.map, 'states')?.value;
    if (states?.kind === 'map' && states.tag === undefined) return { source, unit, map: states };
  }
  return undefined;
}

/** Files that belong to no automata know one another by their names. */
function besideLoneFile({ source }: Subject, name: string): Fix[] {
  if (!isKeyName(name)) return [];
  const { address } = source;
  const [ending = ''] = /(?:\.state)?\.[^./]+$/.exec(address) ?? [];
  const state = { type: 'state', ...BODY };
  const text = ending.endsWith('json')
    ? lines(JSON.stringify(state, null, 2).split('\n'), newLineOf(source))
    : lines(
        Object.entries(state).flatMap(([key, value]) => blockField(key, value)),
        newLineOf(source),
      );
  const create = { address: `${folderOf(address)}/${name}${ending}`, text };
  return [{ title: `Create the state \`${name}\` in a new file`, edits: [], create }];
}

function inNewFile(
  { project, workspace, source }: Subject,
  container: readonly string[],
  name: string,
): Fix[] {
  for (const part of project.scopes(container)) {
    for (const file of project.table.get('file', part.source)) {
      const isStates = file.use.tag === '!include' && file.use.key === 'states';
      if (!isStates || pathKey(file.path) !== pathKey(container)) continue;
      const { address: folder, state } = workspace.resolvePath(project, file);
      const address = `${folder}/${name}.yaml`;
      if (state?.kind !== 'folder' || state.files.includes(address)) continue;
      const text = lines(blockField(name, BODY), newLineOf(source));
      return [{ title: `Create the state \`${name}\` in a new file`, edits: [], create: { address, text } }];
    }
  }
  return [];
}

function lines(all: readonly string[], newLine: string): string {
  return all.map((line) => line + newLine).join('');
}

function newLineOf({ document }: Source): string {
  return document.units.map(lineBreakOf).find((one) => one !== '\n') ?? '\n';
}
