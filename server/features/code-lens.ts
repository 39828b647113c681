import { engine } from '../engine/engine';
import type { UnitFacts } from '../facts/facts';
import { exportSource } from '../project/files/exports';
import type { Address } from '../project/files/paths';
import { unitFacts } from '../project/files/source';
import { pathBelow, type ScopePath } from '../project/names/scope-path';
import type { Workspace } from '../project/workspace';
import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import type { Document } from '../yaml/cut/document';
import { incomingTransitions, outgoingTransitions } from './state-transitions';
import { type DefinitionSite, nameSelection } from './symbols/sites';

/** A line of text above a state. Offsets are those of the document. */
interface Lens {
  /** The state's key. */
  readonly range: Range;
  /** The main file of the project, and the state's path in it. */
  readonly root: Address;
  readonly path: ScopePath;
}

/**
 * A lens for each state and automata with a key, in the order of the text. They depend only on the text of the file,
 * so that nothing moves while other files are edited. None if no automata is known, as incoming transitions are then
 * unknown.
 */
export function codeLenses(workspace: Workspace, address: Address): readonly Lens[] {
  const [project] = workspace.projectsOf(address);
  const member = project?.member(address);
  if (project === undefined || member === undefined || !project.isAutomata) return [];
  if (exportSource(workspace, address) !== undefined) return [];
  const { source, prefix } = member;
  const isJson = source.document.notation === 'json';
  const lenses: Lens[] = [];
  for (const [index, unit] of source.document.units.entries()) {
    const start = source.document.startAt(index);
    for (const { name, path } of namedScopes(unitFacts(source, unit))) {
      // If all states are on one line, there is no space for a lens above each.
      if (isJson && !beginsLine(source.document, index, name.start)) continue;
      const range = { start: start + name.start, end: start + name.end };
      lenses.push({ range, root: project.root, path: pathBelow(prefix, path) });
    }
  }
  return lenses;
}

/** Whether only blanks and quotes precede a name on its line. `index` is that of its unit. Reads nothing else. */
function beginsLine({ units }: Document, index: number, at: number): boolean {
  let end = at;
  for (let unit = index; unit >= 0; unit--) {
    const text = units[unit]?.text ?? '';
    if (unit < index) end = text.length;
    while (/[ \t"]/.test(text.charAt(end - 1))) end--;
    if (end > 0) return /[\n\r]/.test(text.charAt(end - 1));
  }
  return true;
}

/** The states and automata of a unit that have a key. */
const namedScopes = engine.query('named scopes', ({ scopes }: UnitFacts) =>
  scopes.flatMap(({ name, path }) => (name ? [{ name, path }] : [])),
);

/** The text of a lens, and the places that it opens. */
interface LensText {
  readonly title: Message;
  /** The places of incoming transitions, or those of outgoing ones if there are none. */
  readonly sites: readonly Pick<DefinitionSite, 'address' | 'selection'>[];
}

/** Counts the incoming and outgoing transitions of a state. Undefined for a project that no longer exists. */
export function lensText(workspace: Workspace, root: Address, path: ScopePath): LensText | undefined {
  const project = workspace.projectsOf(root).find((one) => one.root === root);
  if (project === undefined) return undefined;
  const here = incomingTransitions(project, path);
  const away = outgoingTransitions(project, path).filter(({ kind }) => kind === 'transition');
  const shown = here.length > 0 ? here : away;
  const sites = shown.flatMap(({ at }) => nameSelection(project, at) ?? []);
  // Several states may merge one transition.
  const places = new Map(sites.map((site) => [`${site.selection.start} ${site.address}`, site]));
  return {
    title: msg`${here.length} incoming · ${away.length} outgoing`,
    sites: [...places.values()],
  };
}
