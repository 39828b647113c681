import type { Project } from '../project/project';
import type { ScopePath } from '../project/scope-path';
import { keyAt, type ScopeEntry } from '../project/symbols';
import { lineEnd } from '../text/lines';
import { msg } from '../text/message';
import { isMerged, type MapNode, type Pair, pairOf, resolvedPairOf } from '../yaml/tree';
import type { Unit } from '../yaml/unit';
import { addFields, type Edit, lineBreakOf } from './edits';
import type { Fix, Subject } from './rule';
import { blockField, type WritableValue } from './value-text';

/** Quick fixes that declare a name: an input of a state, a context variable of an automata. */

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Declares an input of a state of the subject's unit before the input at `index`, or at the end if it is -1.
 * Undefined if the section is not completely known.
 */
export function declareInput(
  { unit, project }: Subject,
  at: ScopeEntry,
  name: string,
  index: number,
): Fix | undefined {
  const { map, kind } = at.scope;
  if (kind !== 'state' || map === undefined || !NAME.test(name)) return undefined;
  if (project.isIncomplete('inputs', at.path)) return undefined;
  const edits = addTo(unit, map, 'inputs', name, { type: 'text' }, index);
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
  const edits = at?.scope.map && addTo(at.unit, at.scope.map, 'context', name, '', -1);
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
const LATER: Readonly<Record<string, readonly string[]>> = {
  inputs: ['tasks', 'outputs', 'render', 'transitions'],
  context: ['inputs', 'outputs', 'states', 'transitions'],
};

/**
 * Adds a name to a section of an object, before the entry at `index`, or at the end if it is -1. Creates a missing
 * section.
 */
function addTo(
  unit: Unit,
  object: MapNode,
  section: string,
  name: string,
  value: WritableValue,
  index: number,
): Edit[] | undefined {
  const pair = pairOf(object, section);
  if (pair === undefined) {
    // A section of its own would replace the one that it merges.
    if (resolvedPairOf(object, section) !== undefined) return undefined;
    const later = object.pairs.findIndex((one) => LATER[section]?.includes(one.name));
    const at = later < 0 ? object.pairs.length : later;
    return addFields(unit, object, [{ name: section, value: { [name]: value }, index: at }]);
  }
  const map = pair.value;
  if (map.kind === 'map') {
    if (map.tag !== undefined || isMerged(map)) return undefined;
    return addFields(unit, map, [{ name, value, index: index < 0 ? map.pairs.length : index }]);
  }
  return opened(unit, pair, name, value);
}

/** The first entry below a key without a value. */
function opened(
  unit: Unit,
  { parent, colon, value: node }: Pair,
  name: string,
  value: WritableValue,
): Edit[] | undefined {
  if (
    parent.flow ||
    colon < 0 ||
    node.kind !== 'scalar' ||
    !node.empty ||
    node.tag ||
    node.anchor !== undefined
  )
    return undefined;
  const at = lineEnd(unit.text, colon);
  const newLine = lineBreakOf(unit) + ' '.repeat(parent.indent + 2);
  const text = blockField(name, value)
    .map((line) => newLine + line)
    .join('');
  return [{ range: { start: at, end: at }, text }];
}
