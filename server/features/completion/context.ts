import type { Project } from '../../project/project';
import { contextVariable } from '../../project/resolve';
import type { DeclarationEntry, NameEntry, ScopeEntry } from '../../project/symbols';
import { pairOf, resolveAlias } from '../../yaml/tree';
import type { ProjectSymbol } from '../symbol';
import { declaringPath } from '../variables';
import { fileOf, scopeName, shorten } from './scopes';

/** The line beside the name of a context variable. */

/** The variable as it is known to hover and navigation. */
export function contextSymbol(project: Project, from: ScopeEntry, name: string): ProjectSymbol {
  return { kind: 'context', name, path: declaringPath(project, from, name) };
}

/** Where the variable comes from, and what it is at first: `main.yaml · '{{0}}'`. */
export function variableDetail(project: Project, from: ScopeEntry, name: string): string {
  const { declarations, assignments } = contextVariable(project, from, name);
  const [declared] = declarations;
  if (declared) {
    const value = initialValue(declared);
    return value === undefined ? fileOf(project, declared) : `${fileOf(project, declared)} · ${value}`;
  }
  const [assigned] = assignments;
  if (assigned === undefined) return 'context variable';
  return `assigned in ${scopeName(assigned.path)}, not declared`;
}

/** The first value as it is written, on one line. */
function initialValue(declared: NameEntry): string | undefined {
  const entry: Partial<DeclarationEntry> & NameEntry = declared;
  const node = entry.declaration?.node && resolveAlias(entry.declaration.node);
  if (node === undefined) return undefined;
  const value = node.kind === 'map' ? (pairOf(node, 'value')?.value ?? node) : node;
  if (value.kind === 'scalar' && value.empty && value.tag === undefined) return undefined;
  const start = value.tag?.start ?? value.start;
  const written = declared.unit.text.slice(start, value.end).replace(/\s+/g, ' ').trim();
  return written === '' ? undefined : shorten(written.replaceAll('`', "'"));
}
