import type { ScopePath } from '../project/names/scope-path';
import { keyAt, type ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { msg } from '../text/message';
import { isMerged, type MapNode } from '../yaml/tree/tree';
import { addToSection } from './edits';
import type { Fix, Subject } from './rule';

/** Quick fixes that declare a name: an input of a state, a context variable of an automata. */

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Declares an input of a state of the subject's unit before the input at `index`, by default at the end.
 * Undefined if the section is not completely known.
 */
export function declareInput(
  { unit, project }: Subject,
  at: ScopeEntry,
  name: string,
  index?: number,
): Fix | undefined {
  const { map, kind } = at.scope;
  if (kind !== 'state' || map === undefined || !NAME.test(name)) return undefined;
  if (project.isIncomplete('inputs', at.path)) return undefined;
  const edits = addToSection(unit, map, sectionIn(map, 'inputs'), { name, value: { type: 'text' }, index });
  return edits && { title: msg`Declare input \`${name}\``, edits };
}

/**
 * Declares a variable with an empty string as its initial value in the `context` of the nearest enclosing automata,
 * in whichever unit that is written. Undefined if the section is not completely known.
 */
export function declareContext({ unit, project }: Subject, from: ScopeEntry, name: string): Fix | undefined {
  if (!NAME.test(name)) return undefined;
  const path = nearestAutomata(project, from.path);
  if (path === undefined || project.isIncomplete('context', path)) return undefined;
  // A new section goes after `initial`, or before `states`; each may be in a separate part of the file.
  const at = ['context', 'initial', 'states', 'type']
    .flatMap((section) => project.inOrder('section', keyAt(path, section)))
    .find(({ scope }) => scope.map !== undefined && !isMerged(scope.map));
  const map = at?.scope.map;
  const edits = map && addToSection(at.unit, map, sectionIn(map, 'context'), { name, value: '' });
  if (at === undefined || edits === undefined) return undefined;
  const title = msg`Declare \`${name}\` in \`context\``;
  return at.unit === unit
    ? { title, edits }
    : { title, edits: [], elsewhere: [{ source: at.source, unit: at.unit, edits }] };
}

function nearestAutomata(project: Project, from: ScopePath): ScopePath | undefined {
  for (let up = from.length; up >= 0; up--) {
    const path = from.slice(0, up);
    if (project.scopes(path).some(({ scope }) => scope.kind === 'automata')) return path;
  }
  return undefined;
}

/** The sections that must come after a new one: it is inserted before the first of them. */
const LATER = {
  properties: ['context', 'inputs', 'tasks', 'outputs', 'render', 'initial', 'states', 'transitions'],
  inputs: ['tasks', 'outputs', 'render', 'transitions'],
  context: ['inputs', 'outputs', 'states', 'transitions'],
  render: ['transitions'],
} as const satisfies Record<string, readonly string[]>;

/** The name of a section, and the index of the pair to insert it before if it is missing. */
export function sectionIn(
  { pairs }: MapNode,
  name: keyof typeof LATER,
): { readonly name: string; readonly index: number } {
  const later: readonly string[] = LATER[name];
  const index = pairs.findIndex((one) => later.includes(one.name));
  return { name, index: index < 0 ? pairs.length : index };
}
