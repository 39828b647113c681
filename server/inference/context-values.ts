import { engine } from '../engine/engine';
import { unitFacts } from '../project/files/source';
import type { VariableEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { contextReadsOf } from './context-reads';

/** The values that a context variable may have, in the order of files and text: the first one, and those assigned. */
export function contextValuesOf(project: Project, name: string): readonly VariableEntry[] {
  return project.inOrder('contextValue', name);
}

/** The context variables that the evaluation of a value may read; undefined for any. */
export const readsOfValue = engine.query(
  'reads of a value',
  (project: Project, value: VariableEntry): readonly string[] | undefined => {
    const source = project.source(value.source);
    return source && contextReadsOf(unitFacts(source, value.unit), value);
  },
);

/** The variables that expressions change in ways that no assignment shows; '' means any. */
export const changedVariables = engine.query(
  'changed variables',
  (project: Project): ReadonlySet<string> =>
    new Set(project.table.get('contextChange', '').map(({ name }) => name.text)),
);
