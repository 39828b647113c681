import { engine } from '../../engine/engine';
import { childrenOf } from '../names/resolve';
import { ROOT_PATH } from '../names/scope-path';
import type { Project } from '../project';
import type { Workspace } from '../workspace';
import { type Address, folderOf, lastSegmentOf } from './paths';

/**
 * The main file that a JSON file was exported from. An export is an automata in the folder of its source, with the same
 * id or the default name of tools, and with at least half of its states in the source. Undefined for any other file,
 * and if several automata of the folder may be the source.
 */
export function exportSource(workspace: Workspace, address: Address): Address | undefined {
  return /\.json$/i.test(address) ? sourceOf(workspace, address) : undefined;
}

/** The project that a JSON file was exported from, see `exportSource`. */
export function exportedProject(workspace: Workspace, address: Address): Project | undefined {
  const source = exportSource(workspace, address);
  return source === undefined
    ? undefined
    : workspace.projectsOf(source).find(({ root, isAutomata }) => isAutomata && root === source);
}

const sourceOf = engine.query(
  'source of an export',
  (workspace: Workspace, address: Address): Address | undefined => {
    const candidate = workspace.projectsOf(address).find(({ root }) => root === address);
    if (candidate?.isAutomata !== true) return undefined;
    const folder = folderOf(address);
    const sources = [...workspace.allProjects].filter(
      (project) =>
        project.isAutomata &&
        /\.ya?ml$/i.test(project.root) &&
        folderOf(project.root) === folder &&
        isExportOf(project, candidate),
    );
    return sources.length === 1 ? sources[0]?.root : undefined;
  },
);

/** An automata with another name is an export only if it has at least this number of states, all in the source. */
const MIN_STATES = 3;

function isExportOf(source: Project, candidate: Project): boolean {
  const names = namesIn(candidate);
  const known = new Set(namesIn(source));
  const shared = names.filter((name) => known.has(name)).length;
  if (shared === 0) return false;
  const [sourceId, ownId] = [rootOf(source, 'id'), rootOf(candidate, 'id')];
  if (sourceId !== undefined && ownId !== undefined && sourceId !== ownId) return false;
  if (sourceId !== undefined && sourceId === ownId) return 2 * shared >= names.length;
  const base = lastSegmentOf(source.root).replace(/(?:\.automata)?\.ya?ml$/i, '');
  const isNamed = [`${base}.json`, `${base}.automata.json`, 'output.json'].includes(
    lastSegmentOf(candidate.root),
  );
  if (isNamed) return 2 * shared >= names.length;
  const isSame = shared === names.length && rootOf(source, 'initial') === rootOf(candidate, 'initial');
  return isSame && names.length >= MIN_STATES;
}

function namesIn(project: Project): readonly string[] {
  return childrenOf(project, ROOT_PATH).map(({ name }) => name.text);
}

function rootOf(project: Project, field: 'id' | 'initial'): string | undefined {
  for (const { scope } of project.scopes(ROOT_PATH)) if (scope[field]) return scope[field].text;
  return undefined;
}
