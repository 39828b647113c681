import { spreadPath } from '../../facts/place';
import { caseOf, fieldOf, specOf } from '../../format/objects';
import type { Field, ObjectRef, Type } from '../../format/types';
import type { Step } from '../../format/walk';
import { lastSegmentOf } from '../../project/files/paths';
import { layoutIn } from '../../project/layout';
import { type ScopeEntry, spreadKey } from '../../project/names/symbols';
import type { CursorContext } from '../../yaml/cursor/cursor';
import { type MapNode, type Pair, textOf } from '../../yaml/tree/tree';
import type { TextLayout } from '../../yaml/write/layout';
import { type CursorLocation, scopeAt } from '../cursor-location';

/** A cursor at which completion was requested. */
export interface CompletionContext {
  readonly at: CursorLocation;
  readonly cursor: CursorContext;
  /** The format's description of the slot at the cursor. */
  readonly step: Step;
  readonly layout: TextLayout;
}

export function completionContextAt(at: CursorLocation): CompletionContext | undefined {
  const { cursor, step } = at;
  if (cursor === undefined || step === undefined) return undefined;
  return { at, cursor, step, layout: layoutIn(at.project, at.source.address, at.unit) };
}

/** The automata or state that contains the cursor. */
export function enclosingScope({ at, step }: CompletionContext): ScopeEntry | undefined {
  return scopeAt(at, step);
}

/**
 * The types of values that are possible in a place, with unions and variants expanded, the likeliest first. `map` is
 * the existing value, whose keys rule out alternatives. An alternative that only further keys would decide is still
 * possible.
 */
export function possibleTypes(step: Step, map: MapNode | undefined, without?: Pair): readonly Type[] {
  const names = map?.pairs.flatMap((pair) => (pair.colon >= 0 && pair !== without ? [pair.name] : [])) ?? [];
  return expand(step.declared, { map, names, siblings: step.pair?.parent });
}

interface Written {
  readonly map: MapNode | undefined;
  /** Its complete keys, without the one at the cursor. */
  readonly names: readonly string[];
  readonly siblings: MapNode | undefined;
}

function expand(type: Type, written: Written): Type[] {
  const { map, names, siblings } = written;
  switch (type.kind) {
    case 'union':
      return type.of.flatMap((one) => expand(one, written));
    case 'sibling':
      return siblingTypes(type, siblings && textOf(siblings, type.key)).flatMap((one) =>
        expand(one, written),
      );
    case 'variant': {
      const decided = type.variants.find(
        ({ hasAny, hasValue }) =>
          hasAny?.some((name) => names.includes(name)) ||
          (hasValue && map && textOf(map, hasValue[0]) === hasValue[1]),
      );
      if (decided && isPossible(decided.type, names)) return expand(decided.type, written);
      const offered = type.variants.filter((variant) => !variant.onlyDecided);
      const all = [type.otherwise, ...new Set(offered.map((variant) => variant.type))];
      const possible = all.flatMap((one) => expand(one, written)).filter((one) => isPossible(one, names));
      // If the keys match no alternative, some of them are mistakes.
      return possible.length > 0 ? possible : expand(type.otherwise, written);
    }
    default:
      return [type];
  }
}

/** Before the sibling is written, it may have any value. */
function siblingTypes(type: Extract<Type, { kind: 'sibling' }>, text: string | undefined): readonly Type[] {
  return text === undefined ? [type.otherwise, ...Object.values(type.cases)] : [caseOf(type, text)];
}

function isPossible(type: Type, names: readonly string[]): boolean {
  if (type.kind !== 'object') return true;
  const { object } = type;
  return specOf(object).extra !== 'closed' || names.every((name) => fieldOf(object, name) !== undefined);
}

/** The objects whose fields can be keys here, the likeliest first. */
export function objectsAt(context: CompletionContext): readonly ObjectRef[] {
  const types = possibleTypes(context.step, context.cursor.map, context.cursor.pair);
  const objects = types.flatMap((type) => (type.kind === 'object' ? [type.object] : []));
  if (context.step.parent === undefined && mayBecomeAutomata(context)) {
    if (isNamedMain(context)) objects.unshift('automata');
    else objects.push('automata');
  }
  return [...new Set(objects)];
}

/** Whether the file has the usual name of an automata. */
export function isNamedMain({ at }: CompletionContext): boolean {
  return /^main\.\w+$/i.test(lastSegmentOf(at.source.address));
}

/** A file counts as a state while nothing in it or in its name shows its kind. */
function mayBecomeAutomata(context: CompletionContext): boolean {
  const { address, documentKind } = context.at.source;
  const { node } = context.at.root;
  if (documentKind !== 'state' || /\.state\.\w+$/i.test(address)) return false;
  if (node?.kind === 'map' && textOf(node, 'type') === 'state') return false;
  return [...existingKeys(context)].every((name) => fieldOf('automata', name) !== undefined);
}

/** The existing keys of the map at the cursor, in all units of the document. */
export function existingKeys(context: CompletionContext): ReadonlySet<string> {
  const { at, cursor, step } = context;
  const names = new Set<string>();
  for (const pair of cursor.map?.pairs ?? []) if (pair !== cursor.pair) names.add(pair.name);
  const path = cursor.outside
    ? step.type.kind === 'object'
      ? at.path
      : undefined
    : spreadPath(at.unit, step);
  if (path === undefined) return names;
  for (const entry of at.project.table.get('rootKey', spreadKey(at.source.address, path))) {
    const isOwn = entry.unit === at.unit && !cursor.outside;
    if (!isOwn) names.add(entry.name.text);
  }
  return names;
}

/** The fields of that name in all objects that the map around a value can be. */
export function fieldsOfValue(context: CompletionContext): readonly Field[] {
  const { step } = context;
  const { parent, pair } = step;
  const decided = parent?.parent && parent.declared.kind !== 'variant' && parent.declared.kind !== 'sibling';
  if (step.field && decided) return [step.field];
  if (parent === undefined || pair === undefined) return step.field ? [step.field] : [];
  const around: CompletionContext = {
    ...context,
    step: parent,
    cursor: { ...context.cursor, map: pair.parent, pair },
  };
  const fields = objectsAt(around).flatMap((object) => step.catalog.fieldOf(object, pair.name) ?? []);
  return fields.length > 0 ? fields : step.field ? [step.field] : [];
}

/** Whether a name occurs only at the cursor, where it is being typed. */
export function isMentionedOnlyAtCursor(
  { at, cursor }: CompletionContext,
  kind: 'emitter' | 'target',
  name: string,
): boolean {
  return name === cursor.scalar?.value && at.project.table.get(kind, name).length <= 1;
}
