import { stateLabel } from '../../format/target-path';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { linkedSymbolsOf, type SymbolUse } from './linked-symbols';
import { findOccurrences } from './occurrences';
import { type ProjectSymbol, symbolKey } from './symbol';

/** The kinds of names that can be looked up without a place. */
export const NAME_KINDS = ['state', 'event', 'context', 'input', 'payload'] as const;

export type NamedKind = (typeof NAME_KINDS)[number];

/** A symbol that was found by its name. */
export interface NamedSymbol {
  readonly project: Project;
  readonly symbol: ProjectSymbol;
  /**
   * The name that only this symbol has: after the state or automata where it is handled or declared, `home.go`; for a key
   * of a payload after its event.
   */
  readonly label: string;
  /** In the order of files and text; the same symbol in other projects included. */
  readonly uses: readonly [SymbolUse, ...SymbolUse[]];
}

/**
 * The symbols of a kind with a name, which may be a `label`. The same symbol in several projects, such as a variable of
 * a shared file, is one. Cost: the units with this word.
 */
export function symbolsNamed(
  workspace: Workspace,
  projects: Iterable<Project>,
  kind: NamedKind,
  name: string,
): readonly NamedSymbol[] {
  const found: NamedSymbol[] = [];
  const known = new Set<string>();
  for (const project of projects) {
    for (const word of new Set([name, name.slice(name.lastIndexOf('.') + 1)])) {
      for (const [first] of findOccurrences(workspace, project, word).bySymbol.values()) {
        const symbol = first?.symbol;
        if (symbol === undefined || !isOfKind(project, symbol, kind)) continue;
        if (known.has(keyIn(project, symbol))) continue;
        const { members, uses } = linkedSymbolsOf(workspace, [{ project, symbol }]);
        for (const one of members) known.add(keyIn(one.project, one.symbol));
        const label = labelOf(symbol);
        const [one, ...more] = uses;
        if (one !== undefined && (word === name || label === name || label.endsWith(`.${name}`)))
          found.push({ project, symbol, label, uses: [one, ...more] });
      }
    }
  }
  const exact = found.filter(({ label }) => label === name);
  return exact.length > 0 && name.includes('.') ? exact : found;
}

function keyIn(project: Project, symbol: ProjectSymbol): string {
  return `${project.root}\n${symbolKey(symbol)}`;
}

function isOfKind(project: Project, symbol: ProjectSymbol, kind: NamedKind): boolean {
  if (kind !== 'input') return symbol.kind === kind;
  return (
    symbol.kind === 'local' &&
    project
      .scopes(symbol.path)
      .some(({ scope }) => scope.inputs.some(({ name }) => name.text === symbol.name))
  );
}

function labelOf(symbol: ProjectSymbol): string {
  switch (symbol.kind) {
    case 'state':
      return stateLabel(symbol.path);
    case 'payload':
      return `${symbol.event}.${symbol.name}`;
    case 'event':
    case 'context':
    case 'local':
      return stateLabel([...(symbol.path ?? []), symbol.name]);
    default:
      return 'name' in symbol ? symbol.name : '';
  }
}
