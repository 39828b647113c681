import { contextOf } from '../../inference/context';
import { contextVariable } from '../../project/names/resolve';
import type { ScopeEntry, VariableEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { msg, type TextOrMessage } from '../../text/message';
import { typeText } from '../../types/type-text';
import { widen } from '../../types/union';
import { isNever, type ValueType } from '../../types/value-type';
import { pairOf, resolveAlias } from '../../yaml/tree/tree';
import type { CursorLocation } from '../cursor-location';
import type { ProjectSymbol } from '../symbols/symbol';
import { declaringPath } from '../variables';
import { relativeFileName, scopeLabel, shortenLine } from './scopes';

/** The text next to the name of a context variable. */

/** Levels of a type that fit next to a name. */
const MAX_LEVELS = 2;

/** The variable as hover and navigation know it. */
export function contextSymbol(project: Project, from: ScopeEntry, name: string): ProjectSymbol {
  return { kind: 'context', name, path: declaringPath(project, from, name) };
}

/** The variable's type, file and initial value: `number · main.yaml · '{{0}}'`. */
export function variableDetail(
  { workspace, project }: CursorLocation,
  from: ScopeEntry,
  name: string,
): TextOrMessage {
  return withType(originOf(project, from, name), contextOf(workspace, project).typeOf(name));
}

/** A text after the short type, if that is known. The type is more useful than the current value. */
export function withType(text: TextOrMessage, type: ValueType): TextOrMessage {
  const wide = widen(type);
  return wide.kind === 'unknown' || isNever(wide) ? text : msg`${typeText(wide, MAX_LEVELS)} · ${text}`;
}

/**
 * The variables that a state already uses: the one that the output at the cursor assigns, then those of its other
 * outputs, then those that its other expressions read. `offset` is that of the cursor in the state's unit.
 */
export function relevantVariables(
  project: Project,
  from: ScopeEntry,
  offset: number,
  output: number,
): readonly string[] {
  const { scope } = from;
  const assigned = scope.outputs.toSorted((a, b) => Number(b.index === output) - Number(a.index === output));
  const names = new Set(assigned.flatMap(({ context }) => (context ? [context.text] : [])));
  const facts = project.facts(from);
  for (const { place, parts } of facts?.expressions ?? []) {
    if (facts?.scopes[place.scope] !== scope) continue;
    for (const { name, members } of parts.flatMap((part) => part.uses)) {
      const [member] = members;
      const isHere = member && member.start <= offset && offset <= member.end;
      if (name === 'context' && member && !isHere) names.add(member.name);
    }
  }
  return [...names];
}

/** Whether a variable contains the text of a file, which states read and do not assign. */
export function isTextOfFile(project: Project, from: ScopeEntry, name: string): boolean {
  const [first] = contextVariable(project, from, name).declarations;
  return first?.node.tag?.name === '!oneline';
}

/**
 * The maximum length of an initial value next to a name. Longer ones leave no space for the name and are only in the
 * documentation.
 */
const MAX_VALUE_LENGTH = 16;

function originOf(project: Project, from: ScopeEntry, name: string): TextOrMessage {
  const { declarations, assignments } = contextVariable(project, from, name);
  const [declared] = declarations;
  if (declared) {
    const value = initialValue(declared);
    const isShort = value !== undefined && value.length <= MAX_VALUE_LENGTH;
    return isShort
      ? msg`${relativeFileName(project, declared)} · ${value}`
      : relativeFileName(project, declared);
  }
  const [assigned] = assignments;
  if (assigned === undefined) return msg('context variable');
  return msg`assigned in ${scopeLabel(assigned.path)} but not declared`;
}

/** The initial value as it is written, on one line. */
function initialValue(declared: VariableEntry): string | undefined {
  const node = resolveAlias(declared.node);
  if (node === undefined) return undefined;
  const value = node.kind === 'map' ? (pairOf(node, 'value')?.value ?? node) : node;
  if (value.kind === 'scalar' && value.empty && value.tag === undefined) return undefined;
  const start = value.tag?.start ?? value.start;
  const written = declared.unit.text.slice(start, value.end).replace(/\s+/g, ' ').trim();
  return written === '' ? undefined : shortenLine(written.replaceAll('`', "'"));
}
