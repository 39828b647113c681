import type { Project } from '../../project/project';
import { contextVariable } from '../../project/resolve';
import type { DeclarationEntry, NameEntry, ScopeEntry } from '../../project/symbols';
import { pairOf, resolveAlias } from '../../yaml/tree';
import { fileOf, scopeName, shorten } from './scopes';

/** What is said of a context variable. */

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
  return `assigned in ${scopeName(assigned.path).replaceAll('`', '')}, not declared`;
}

export function describeVariable(project: Project, from: ScopeEntry, name: string): string {
  const { declarations, assignments } = contextVariable(project, from, name);
  const parts = [`**context.${name}** · context variable`];
  for (const declared of declarations) {
    const value = initialValue(declared);
    const initial = value === undefined ? '' : `, at first \`${value}\``;
    parts.push(`Declared by ${scopeName(declared.path)} in \`${fileOf(project, declared)}\`${initial}.`);
  }
  if (declarations.length === 0) parts.push('No automata declares it.');
  const writers = [...new Set(assignments.map((entry) => scopeName(entry.path)))];
  parts.push(writers.length > 0 ? `Assigned by ${writers.join(', ')}.` : 'No state assigns it.');
  return parts.join('\n\n');
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
