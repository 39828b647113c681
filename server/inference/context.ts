import type { UnitFacts } from '../facts/facts';
import { changedParts, Kept, perProject, type Whole, wholeOf } from '../project/kept';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { digestOf } from '../shapes/digest';
import { NEVER, UNKNOWN } from '../shapes/shape';
import { ContextFixpoint, type ContextShapes } from './context-fixpoint';
import { namesRead } from './context-reads';
import type { ContextReader } from './names';

/** The context of a project as of now, for questions whose answers nobody keeps. */
export function currentContext(workspace: Workspace, project: Project): ContextReader {
  return readerOf(contextOf(project, workspace).kept.value, () => undefined);
}

/**
 * The context of a project as the expressions of a unit name it. What is made from it is good until just those shapes
 * change that were asked for.
 */
export function trackedContext(workspace: Workspace, project: Project, facts: UnitFacts): ContextReader {
  const { kept } = contextOf(project, workspace);
  const reader = readerOf(kept.value, (name) => kept.noting(name));
  const names = namesRead(facts);
  return names ? { ...reader, names: () => names } : reader;
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
  let parts = new Map<string, string>();
  const kept = new Kept(
    table,
    (changes) => {
      const changed = changes();
      const concerned = changed && [...changed].filter((key) => keys.has(key));
      const renewed = concerned && fixpoint.renewed(concerned);
      if (renewed) {
        const { context, names } = renewed;
        value = context;
        for (const key of renewed.keys) keys.add(key);
        const others = [...names].filter((name) => parts.get(name) !== partOf(context, name));
        for (const name of others) parts.set(name, partOf(context, name));
        return { value, changed: others };
      }
      const { result, keys: lookedUp } = table.trackApart(() => fixpoint.run());
      keys = new Set(lookedUp);
      value = result;
      const before = parts;
      parts = new Map(Array.from(result.shapes.keys(), (name) => [name, partOf(result, name)]));
      return { value, changed: changedParts(before, parts) };
    },
    'shape/',
  );
  return { kept, fixpoint };
});

/** What others can depend on of a variable. */
function partOf({ shapes, changed }: ContextShapes, name: string): string {
  return `${changed.has(name)} ${digestOf(shapes.get(name) ?? NEVER)}`;
}
