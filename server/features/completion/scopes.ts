import { isGlobal } from '../../expression/globals';
import { stateLabel } from '../../format/target-path';
import { type Address, shortName } from '../../project/files/paths';
import { childrenOf } from '../../project/names/resolve';
import { localsOf } from '../../project/names/scope';
import type { ScopePath } from '../../project/names/scope-path';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { msg, type TextOrMessage } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';
import { valueAt } from '../../yaml/tree/tree';

/** Look-ups of automata and states for several kinds of items. */

/** Longer texts next to a label are cut. */
const MAX_LINE = 60;

/** The path of the file that contains an entry, relative to the folder of the main file. */
export function relativeFileName(project: Project, entry: { readonly source: Address }): string {
  return shortName(entry.source, project.folder);
}

/** The first line that a state renders. */
export function firstLine(entry: ScopeEntry): string | undefined {
  const render = entry.scope.map && valueAt(entry.scope.map, 'render');
  const text = render?.kind === 'map' ? valueAt(render, 'text') : undefined;
  if (text?.kind !== 'scalar') return undefined;
  const [line] = text.value.trim().split(/[\n\r]|\\n/);
  return line ? shortenLine(line) : undefined;
}

export function shortenLine(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const characters = [...line];
  return characters.length > MAX_LINE ? `${characters.slice(0, MAX_LINE - 1).join('')}…` : line;
}

/** All automata and states at or below a path, outer ones before nested ones. */
export function* scopesBelow(project: Project, path: ScopePath): Generator<ScopeEntry> {
  yield* project.scopes(path);
  for (const child of childrenOf(project, path)) yield* scopesBelow(project, child.path);
}

/**
 * Names that the expressions of a scope use without a definition: likely names of the next definition. A definition
 * at `cursor` does not count, because it is being written.
 */
export function undefinedNames(
  project: Project,
  scope: ScopeEntry,
  cursor?: { readonly unit: Unit; readonly start: number | undefined },
): string[] {
  const locals = localsOf(project, scope.path).filter(
    ({ at, name }) => at.unit !== cursor?.unit || name.start !== cursor.start,
  );
  const known = new Set(['context', 'payload', ...locals.map((local) => local.name.text)]);
  for (const child of childrenOf(project, scope.path.slice(0, -1))) known.add(child.name.text);
  const names = new Set<string>();
  for (const entry of project.scopes(scope.path)) {
    const facts = project.facts(entry);
    for (const { place, parts } of facts?.expressions ?? []) {
      if (facts?.scopes[place.scope] !== entry.scope) continue;
      for (const { name } of parts.flatMap((part) => part.uses)) {
        if (!known.has(name) && !isGlobal(name)) names.add(name);
      }
    }
  }
  return [...names];
}

/** The name of the scope at a path in plain text. */
export function scopeLabel(path: ScopePath): TextOrMessage {
  return path.length === 0 ? msg('the automata') : stateLabel(path);
}
