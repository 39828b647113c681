import { Kept, perProject, type Whole, wholeOf } from '../project/kept';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { sameShape } from '../shapes/covers';
import { UNKNOWN } from '../shapes/shape';
import { ContextFixpoint, type ContextShapes } from './context-fixpoint';
import type { ContextReader } from './names';

/** The context of a project as of now, for questions whose answers nobody keeps. */
export function currentContext(workspace: Workspace, project: Project): ContextReader {
  return readerOf(contextOf(project, workspace).kept.value, () => undefined);
}

/** The context of a project. What is made from it is good until just those shapes change that were asked for. */
export function trackedContext(workspace: Workspace, project: Project): ContextReader {
  const { kept } = contextOf(project, workspace);
  return readerOf(kept.value, (name) => kept.noting(name));
}

function readerOf({ shapes, changed }: ContextShapes, note: (name: string) => void): ContextReader {
  return {
    shapeOf(name) {
      note(name);
      return shapes.get(name) ?? UNKNOWN;
    },
    isChanged(name) {
      note(name);
      return changed.has(name);
    },
    names: () => shapes.keys(),
  };
}

/** The context of a project, to be worked out ahead. */
export function wholeContext(workspace: Workspace, project: Project): Whole {
  const { fixpoint, kept } = contextOf(project, workspace);
  const whole = wholeOf(project.table, kept, () => fixpoint.prepare());
  return {
    get isDue() {
      return whole.isDue || fixpoint.isFarBehind;
    },
    prepare: whole.prepare,
  };
}

interface ProjectContext {
  readonly kept: Kept<ContextShapes>;
  readonly fixpoint: ContextFixpoint;
}

const contextOf = perProject((project, workspace: Workspace): ProjectContext => {
  const { table } = project;
  const fixpoint = new ContextFixpoint(workspace, project);
  let keys = new Set<string>();
  let value: ContextShapes | undefined;
  const kept = new Kept(
    table,
    (changes) => {
      const changed = changes();
      const concerned = changed && [...changed].filter((key) => keys.has(key));
      const renewed = concerned && fixpoint.renewed(concerned);
      if (renewed) {
        const before = value;
        value = renewed.context;
        for (const key of renewed.keys) keys.add(key);
        return { value, changed: changedNames(before, value, renewed.names) };
      }
      const { result, keys: lookedUp } = table.trackApart(() => fixpoint.run());
      keys = new Set(lookedUp);
      const before = value;
      value = result;
      const names = new Set([...(before?.shapes.keys() ?? []), ...result.shapes.keys()]);
      return { value, changed: changedNames(before, result, names) };
    },
    'shape/',
  );
  return { kept, fixpoint };
});

/** Those of the variables that are others now for whoever depends on them. */
function changedNames(
  before: ContextShapes | undefined,
  now: ContextShapes,
  names: Iterable<string>,
): string[] {
  return [...names].filter((name) => {
    const [old, shape] = [before?.shapes.get(name), now.shapes.get(name)];
    const isSame = old && shape ? sameShape(old, shape) : old === shape;
    return !isSame || before?.changed.has(name) !== now.changed.has(name);
  });
}
