import type { StateEdge } from '../../drawing/state-graph';
import { engine } from '../../engine/engine';
import type { CaseFacts, HandlerFacts, ScopeFacts } from '../../facts/facts';
import { isUnfinished } from '../../facts/transitions';
import { BUILT_IN_CATALOG } from '../../format/catalog';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { type Range, touchesRange } from '../../text/range';
import { textOf, valueAt } from '../../yaml/tree/tree';
import { taskMapsOf } from '../hover/state';
import { enclosingPairRange, trimRangeEnd } from '../nodes';
import { plainLine } from '../plain-line';
import { conditionText } from '../state-transitions';
import { taskLabelOf } from '../task-label';

/** The drawn parts of one scope, from its text alone. Ranges are those of the unit. */
interface DrawnScope {
  readonly text: string | undefined;
  readonly isCached: boolean;
  readonly inputs: readonly string[];
  readonly tasks: readonly string[];
  /** The key with its value, and the key alone; undefined for the root. */
  readonly place: DrawnPlace | undefined;
  /** The cases of its transitions in the order of the text, without those whose target is incomplete. */
  readonly cases: readonly DrawnCase[];
}

export interface DrawnPlace {
  readonly range: Range;
  readonly selection: Range;
}

export interface DrawnCase extends DrawnPlace {
  readonly kind: StateEdge['kind'];
  readonly event: string;
  readonly condition: string | undefined;
  /** As it is written; undefined for the state itself. */
  readonly target: string | undefined;
}

/** The drawn parts of a scope. */
export const drawnScope = engine.query('drawn scope', (project: Project, entry: ScopeEntry): DrawnScope => {
  const { scope, unit } = entry;
  const render = scope.map && valueAt(scope.map, 'render');
  const properties = scope.map && valueAt(scope.map, 'properties');
  const text = render?.kind === 'map' ? textOf(render, 'text') : undefined;
  return {
    text: text === undefined ? undefined : plainLine(text),
    isCached: properties?.kind === 'map' && textOf(properties, 'cache') === 'true',
    inputs: scope.inputs.map(({ name }) => name.text),
    tasks: taskNames(project, entry),
    place: scope.name && placeIn(entry, scope.name),
    cases: casesIn(scope).map(({ handler, case: one }): DrawnCase => {
      const { start, end } = one.target ? one.node : enclosingPairRange(unit.parsed.root, handler.event);
      return {
        kind: kindOf(scope, handler),
        event: handler.event.text,
        condition: conditionText(one),
        target: one.target?.text,
        range: trimRangeEnd({ start, end }, unit.text),
        selection: nameOfCase(handler, one),
      };
    }),
  };
});

/** A case of a transition, as it is written. */
export interface WrittenCase {
  readonly handler: HandlerFacts;
  readonly case: CaseFacts;
}

/** The cases of a scope that are drawn, in the same order: those whose target is complete. */
export function casesIn({ handlers }: ScopeFacts): readonly WrittenCase[] {
  return handlers.flatMap((handler) =>
    handler.cases.flatMap((one) => (isUnfinished(one) ? [] : [{ handler, case: one }])),
  );
}

function placeIn({ scope, unit }: ScopeEntry, name: Range): DrawnPlace {
  const pair = scope.map?.parent;
  // The map of a state that is an alias belongs to another key.
  const isOwn = pair?.kind === 'pair' && touchesRange(pair.key, name.start);
  const whole = isOwn ? pair : enclosingPairRange(unit.parsed.root, name);
  const range = { start: Math.min(whole.start, name.start), end: Math.max(whole.end, name.end) };
  return { range: trimRangeEnd(range, unit.text), selection: { start: name.start, end: name.end } };
}

function nameOfCase({ event }: HandlerFacts, { target }: CaseFacts): Range {
  const { start, end } = target ?? event;
  return { start, end };
}

function kindOf(scope: ScopeFacts, { event }: HandlerFacts): StateEdge['kind'] {
  if (event.text === 'CHAT') return 'chat';
  if (event.text === 'ALWAYS') return 'always';
  return event.text === 'DONE' && scope.kind === 'automata' ? 'done' : 'event';
}

function taskNames(project: Project, entry: ScopeEntry): string[] {
  const catalog = project.source(entry.source)?.catalog ?? BUILT_IN_CATALOG;
  return taskMapsOf(entry).flatMap((task, index) => {
    if (task === undefined) return [];
    const { name, called } = taskLabelOf(task, catalog);
    return [name ?? called ?? `task ${index + 1}`];
  });
}
