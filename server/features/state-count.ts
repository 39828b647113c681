import { engine } from '../engine/engine';
import { flowGraph } from '../project/flow/graph';
import { ROOT_PATH, type ScopePath } from '../project/names/scope-path';
import { pathKey } from '../project/names/symbols';
import type { Project } from '../project/project';
import { isEqualData } from '../text/equality';

/**
 * The number of states of a project at and below a path, including those of nested automata: the number of states in
 * the state graph.
 */
export function stateCount(project: Project, path: ScopePath = ROOT_PATH): number {
  const around = path.length === 0 ? '' : `${pathKey(path)}\n`;
  return statePaths(project).filter((key) => key.startsWith(around)).length;
}

const statePaths = engine.query(
  'state paths',
  (project: Project): readonly string[] =>
    [...flowGraph(project).nodes.keys()].filter((key) => {
      const parts = project.table.get('flow', key);
      return key !== '' && parts.length > 0 && parts.every(({ scope }) => scope.kind === 'state');
    }),
  { equals: isEqualData },
);
