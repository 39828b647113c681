import { casesIn, drawnScope, type WrittenCase } from '../features/state-graph/scope';
import { edgeId, edgesOf } from '../features/state-graph/state-at';
import type { Address } from '../project/files/paths';
import { allScopes } from '../project/flow/flow';
import { layoutIn } from '../project/layout';
import { pathOfKey, type ScopePath } from '../project/names/scope-path';
import { pathKey, type ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { pairOfState } from '../rules/state-places';
import { lineEnd, matchedText } from '../text/lines';
import { msg } from '../text/message';
import { type Range, shiftRange, touchesRange } from '../text/range';
import { hasNoValue } from '../yaml/cut/unit';
import {
  isEmptyOrNull,
  type MapNode,
  type Node,
  newMap,
  type Pair,
  pairOf,
  type SeqNode,
  valueAt,
} from '../yaml/tree/tree';
import { OTHER_FORM, REPEATED } from './draft';
import { type EditRefusal, isRefusal, refuse } from './outcome';

/** The texts of nodes and edges. */

/** A scope whose object is written at its place as a map, as opposed to an alias. */
export interface WrittenScope extends ScopeEntry {
  readonly map: MapNode;
}

/** The states and automata with the name of a node. */
export function scopesOfNode(project: Project, id: string): readonly ScopeEntry[] | EditRefusal {
  const path = pathOfKey(id);
  const parts = project.scopes(path);
  if (parts.length > 0) return parts;
  return refuse(msg`State \`${path.at(-1) ?? ''}\` is not defined. Create it first.`);
}

/** The definition of a node: with its key, if it is not the root. */
export function definitionOf(project: Project, id: string): WrittenScope | EditRefusal {
  const parts = scopesOfNode(project, id);
  if (isRefusal(parts)) return parts;
  const [entry, other] = parts.filter(({ scope }) =>
    id === '' ? scope.map !== undefined : scope.name !== undefined,
  );
  if (entry === undefined) return OTHER_FORM;
  if (other !== undefined && id !== '')
    return refuse(
      msg`State \`${entry.path.at(-1) ?? ''}\` is defined several times. Rename the others first.`,
    );
  const { unit, scope } = entry;
  const map = scope.map ?? openMap(project, entry);
  const tag = scope.name && pairOfState(unit, scope.name)?.value.tag;
  if (map === undefined && tag !== undefined)
    return refuse(
      msg`The tag \`${tag.name}\` is in place of the text of \`${entry.path.at(-1) ?? ''}\`. Write the text here, or change this in the editor.`,
    );
  return written(map === undefined ? entry : { ...entry, scope: { ...entry.scope, map } });
}

/** The map that a state without a value gets: below its key, after it in brackets, or in place of a null. */
function openMap(project: Project, { source, unit, scope: { name } }: ScopeEntry): MapNode | undefined {
  const pair = name && pairOfState(unit, name);
  if (pair === undefined) return undefined;
  const { parent, colon, value, key } = pair;
  const isBare = parent.flow && colon < 0 && isEmptyOrNull(value);
  if (!isBare && !hasNoValue(unit, pair)) return undefined;
  if (value.end > value.start) return newMap(value.start, value.end, pair);
  if (parent.flow) {
    const start = isBare ? key.end : colon + 1;
    return newMap(start, start + matchedText(unit.text.slice(start), /^[ \t]*(?=,)/).length, pair);
  }
  const start = lineEnd(unit.text, colon) + 1;
  const { step } = layoutIn(project, source, unit);
  return { ...newMap(start, start, pair), flow: false, indent: parent.indent + step.length };
}

/** A part of a scope, if it is written at its place. */
export function written(entry: ScopeEntry): WrittenScope | EditRefusal {
  const { map, name } = entry.scope;
  if (map === undefined) return OTHER_FORM;
  const pair = map.parent;
  const isAlias = name !== undefined && !(pair?.kind === 'pair' && touchesRange(pair.key, name.start));
  return isAlias ? REPEATED : { ...entry, map };
}

/** One case of a transition in the text. */
export interface WrittenEdge extends WrittenCase {
  readonly entry: WrittenScope;
  /** The event with the whole transition. */
  readonly pair: Pair;
  /** The list that contains the case, if its transition is one. */
  readonly list: SeqNode | undefined;
}

/** The `initial` of an automata. */
interface InitialEdge {
  readonly initialOf: ScopePath;
}

/** The edges of all scopes, each with the part of the scope that contains it. */
export function allEdges(project: Project): ReturnType<typeof edgesOf> {
  const paths = new Map(allScopes(project).map(({ path }) => [pathKey(path), path]));
  return [...paths.values()].flatMap((path) => edgesOf(project, project.scopes(path)));
}

/** The text of an edge. */
export function edgeOf(project: Project, id: string): WrittenEdge | InitialEdge | EditRefusal {
  const path = pathOfKey(id.slice(0, Math.max(0, id.indexOf('\n\n'))));
  const found = edgesOf(project, project.scopes(path)).find((one) => one.id === id);
  if (found === undefined)
    return id === edgeId(pathKey(path), '', 0)
      ? { initialOf: path }
      : refuse(msg('This transition is no longer in the text. Choose another one.'));
  const index = drawnScope(project, found.entry).cases.indexOf(found.case);
  const one = casesIn(found.entry.scope)[index];
  const entry = written(found.entry);
  if (one === undefined) return OTHER_FORM;
  return isRefusal(entry) ? entry : writtenEdge(entry, one);
}

/** The name of a node or the target of an edge, in offsets of its document; undefined for what has none. */
export function selectionOf(project: Project, id: string): { address: Address; range: Range } | undefined {
  const path = pathOfKey(id.split('\n\n', 1)[0] ?? '');
  const parts = project.scopes(path);
  const edge = edgesOf(project, parts).find((one) => one.id === id);
  const entry = edge?.entry ?? parts.find(({ scope }) => scope.name !== undefined);
  const range = edge?.case.selection ?? entry?.scope.name;
  if (entry === undefined || range === undefined) return undefined;
  const { start, end } = range;
  return { address: entry.source, range: shiftRange({ start, end }, project.startOf(entry)) };
}

/** A case with the nodes around it, if none of them is an alias or merged. */
function writtenEdge(entry: WrittenScope, { handler, case: one }: WrittenCase): WrittenEdge | EditRefusal {
  const { start, end } = handler.event;
  // A section may be there twice, after the line of a state between them became a comment.
  const pair = entry.map.pairs
    .flatMap(({ name, value }) => (name === 'transitions' && value.kind === 'map' ? value.pairs : []))
    .find(({ key }) => key.start <= start && end <= key.end);
  const value = pair?.value;
  if (pair === undefined || value === undefined) return REPEATED;
  const edge = { entry, handler, case: one, pair };
  if (value === one.node) return { ...edge, list: undefined };
  return value.kind === 'seq' && value.items.includes(one.node) ? { ...edge, list: value } : REPEATED;
}

/** The transition of a scope for an event, in the part that has it. */
export function transitionOf(
  project: Project,
  path: ScopePath,
  event: string,
): { readonly entry: WrittenScope; readonly pair: Pair } | EditRefusal | undefined {
  for (const part of project.scopes(path)) {
    const handler = part.scope.handlers.find((one) => one.event.text === event);
    if (handler === undefined) continue;
    const entry = written(part);
    if (isRefusal(entry)) return entry;
    const section = pairOf(entry.map, 'transitions')?.value;
    const pair = section?.kind === 'map' ? pairOf(section, event) : undefined;
    return pair === undefined ? REPEATED : { entry, pair };
  }
  return undefined;
}

/** A button, which may be anything but a map, and the row or list that contains it. */
export interface WrittenButton {
  readonly node: Node;
  readonly list: SeqNode;
}

/** The buttons of a state in their order, those of rows one after another. */
export function writtenButtons(map: MapNode): readonly WrittenButton[] {
  const list = writtenList(map);
  return list?.kind === 'seq' ? itemsOf(list) : [];
}

function writtenList(map: MapNode): Node | undefined {
  const render = pairOf(map, 'render')?.value;
  return render?.kind === 'map' ? pairOf(render, 'buttons')?.value : undefined;
}

function itemsOf(list: SeqNode): WrittenButton[] {
  return list.items.flatMap((node) => (node.kind === 'seq' ? itemsOf(node) : [{ node, list }]));
}

/** Why a button that the graph shows is not among the written ones: an alias or a merge key repeats it, or it is gone. */
export function whyNoButton(map: MapNode): EditRefusal {
  const render = valueAt(map, 'render');
  const shown = render?.kind === 'map' ? valueAt(render, 'buttons') : undefined;
  const isWritten = shown === undefined || writtenList(map) === shown;
  return isWritten ? refuse(msg('This button is no longer in the text. Choose another one.')) : REPEATED;
}

/** The event that a button raises; undefined if it is not written in it. */
export function eventOfButton(button: Node): string | undefined {
  const click = button.kind === 'map' ? pairOf(button, 'on_click')?.value : undefined;
  const event = click?.kind === 'map' ? pairOf(click, 'event')?.value : click;
  return event?.kind === 'scalar' && !event.empty ? event.value : undefined;
}

/** The `id` of the edge of a case of an event, by its index among all cases of a scope for the event. */
export function idOfCase(path: ScopePath, event: string, index: number): string {
  return edgeId(pathKey(path), event, index);
}
