import { runTask, type Task } from '../engine/task';
import { type Slot, slotOf } from '../yaml/cursor/cursor';
import {
  type MapNode,
  type Node,
  type Pair,
  resolveAlias,
  resolvedPairs,
  type SeqNode,
  textOf,
} from '../yaml/tree/tree';
import { type TreeView, WRITTEN } from '../yaml/tree/view';
import type { Catalog } from './catalog';
import { caseOf } from './objects';
import type { EvaluationPhase, Field, ObjectId, ObjectRef, Type, Variant } from './types';

/** A node or an empty place with its description by the format. */
export interface Step {
  /** The node; undefined for an empty place. */
  readonly node: Node | undefined;
  /** The type, with unions, variants and siblings resolved by the node. */
  readonly type: Type;
  /** The declared type. */
  readonly declared: Type;
  /** The field whose value this is, if the place belongs to an object that lists it. */
  readonly field: Field | undefined;
  /** The pair whose value this is. */
  readonly pair: Pair | undefined;
  /** Index in a list, or -1. */
  readonly index: number;
  /** When expressions here are evaluated. */
  readonly phase: EvaluationPhase | undefined;
  readonly parent: Step | undefined;
  /** The modules and widgets that are known here. */
  readonly catalog: Catalog;
}

const UNKNOWN: Type = { kind: 'any', template: true };

export function rootStep(node: Node | undefined, type: Type, catalog: Catalog): Step {
  const resolved = resolveType(type, node, undefined);
  return {
    node,
    type: resolved,
    declared: type,
    field: undefined,
    pair: undefined,
    index: -1,
    phase: undefined,
    parent: undefined,
    catalog,
  };
}

/** The step from a map to the value of one of its pairs. */
export function stepIntoPair(parent: Step, map: MapNode, pair: Pair): Step {
  const field =
    parent.type.kind === 'object' ? parent.catalog.fieldOf(parent.type.object, pair.name) : undefined;
  const declared = field?.type ?? valueTypeOf(parent);
  return {
    node: pair.value,
    type: resolveType(declared, pair.value, map),
    declared,
    field,
    pair,
    index: -1,
    phase: field?.phase ?? parent.phase,
    parent,
    catalog: parent.catalog,
  };
}

/** The step from a list to one of its items; the index may be that of a new last item. */
export function stepIntoItem(parent: Step, list: SeqNode, index: number): Step {
  const node = list.items[index];
  const declared = parent.type.kind === 'list' ? parent.type.item : UNKNOWN;
  return {
    node,
    type: resolveType(declared, node, undefined),
    declared,
    field: undefined,
    pair: undefined,
    index,
    phase: parent.phase,
    parent,
    catalog: parent.catalog,
  };
}

/** The step of a slot of the tree. */
export function stepOfSlot(root: Step, slot: Slot): Step {
  const { owner } = slot;
  if (owner === undefined) return root;
  const container = owner.kind === 'pair' ? owner.parent : owner;
  const parent = stepOfSlot(root, slotOf(container));
  return owner.kind === 'pair'
    ? stepIntoPair(parent, owner.parent, owner)
    : stepIntoItem(parent, owner, slot.index);
}

interface Visitor {
  /** Returns a task if it takes long. */
  enter(step: Step): void | Task<void>;
  leave?(step: Step): void;
}

/** Visits a place and its descendants in the order of the text. Aliases are visited, not followed. */
export function walk(root: Step, visitor: Visitor): void {
  runTask(walkTask(root, visitor));
}

/** Limit of places that are visited because an alias or a merge key repeats them. */
const MAX_REPEATED_STEPS = 20_000;

/**
 * `walk` as a task with one place per step. Returns false, without having visited everything, if a value contains itself
 * or too much is repeated.
 */
export function* walkTask(root: Step, visitor: Visitor, view = WRITTEN): Task<boolean> {
  const open: { readonly step: Step; readonly isRepeated: boolean; next: number }[] = [];
  let repeated = 0;
  for (let step: Step | undefined = root; ; ) {
    if (step !== undefined) {
      const { node, pair } = step;
      const read = node && view.nodeAt(node);
      const outer = open.at(-1);
      const isMerged = pair !== undefined && pair.parent !== outer?.step.node;
      const isRepeated = read !== node || isMerged || outer?.isRepeated === true;
      if (read !== node) step = { ...step, node: read };
      if (isRepeated && (++repeated > MAX_REPEATED_STEPS || open.some((one) => one.step.node === read)))
        return false;
      const task = visitor.enter(step);
      if (task) yield* task;
      yield;
      open.push({ step, isRepeated, next: 0 });
    }
    const last = open.at(-1);
    if (last === undefined) return true;
    step = childOf(last.step, last.next++, view);
    if (step === undefined) {
      visitor.leave?.(last.step);
      open.pop();
    }
  }
}

function childOf(step: Step, index: number, view: TreeView): Step | undefined {
  const { node } = step;
  if (node?.kind === 'map') {
    const pair = view.pairs(node)[index];
    return pair && stepIntoPair(step, node, pair);
  }
  return node?.kind === 'seq' && index < node.items.length ? stepIntoItem(step, node, index) : undefined;
}

/** The nearest step, including this one, with one of these objects. */
export function enclosingStep(step: Step | undefined, ...objects: readonly ObjectId[]): Step | undefined {
  for (let at = step; at !== undefined; at = at.parent) {
    if (at.type.kind === 'object' && isOneOf(at.type.object, objects)) return at;
  }
  return undefined;
}

/** Whether an object is one of these; user-defined objects are not. */
export function isOneOf(object: ObjectRef, ids: readonly ObjectId[]): boolean {
  return typeof object === 'string' && ids.includes(object);
}

/** Whether the node's tag makes its value unknown (`!include`, `!oneline`). */
export function isTagged(node: Node): boolean {
  return node.tag !== undefined && !node.tag.name.startsWith('tag:yaml.org,2002:');
}

/**
 * Resolves a declared type by the node. If no alternative matches, or nothing is written yet, returns the declared
 * type.
 */
export function resolveType(type: Type, node: Node | undefined, map: MapNode | undefined): Type {
  switch (type.kind) {
    case 'sibling':
      return resolveType(caseOf(type, map && textOf(map, type.key)), node, map);
    case 'variant': {
      const value = node && resolveAlias(node);
      if (value?.kind !== 'map') return resolveType(type.otherwise, node, map);
      const found = type.variants.find((variant) => matches(variant, value));
      return resolveType(found?.type ?? type.otherwise, node, map);
    }
    case 'union': {
      const value = node && resolveAlias(node);
      if (value === undefined || (value.kind === 'scalar' && value.empty)) return type;
      const found = type.of.find((alternative) => fits(alternative, value));
      return found === undefined ? type : resolveType(found, node, map);
    }
    default:
      return type;
  }
}

function matches(variant: Variant, map: MapNode): boolean {
  const names = resolvedPairs(map).map((pair) => pair.name);
  const { hasAny, hasValue, within } = variant;
  const byKey = hasAny?.some((name) => names.includes(name)) ?? false;
  const byValue = hasValue !== undefined && textOf(map, hasValue[0]) === hasValue[1];
  return (byKey || byValue) && (within === undefined || names.every((name) => within.includes(name)));
}

/** Whether a value of this YAML kind can have the type. */
function fits(type: Type, value: Exclude<Node, { kind: 'alias' }>): boolean {
  switch (type.kind) {
    case 'any':
      return true;
    case 'object':
    case 'map':
      return value.kind === 'map';
    case 'variant':
      return value.kind === 'map' || fits(type.otherwise, value);
    case 'list':
      return value.kind === 'seq';
    case 'union':
      return type.of.some((alternative) => fits(alternative, value));
    case 'sibling':
      return true;
    default:
      return value.kind === 'scalar';
  }
}

function valueTypeOf({ type, catalog }: Step): Type {
  if (type.kind === 'object') return catalog.specOf(type.object).others ?? UNKNOWN;
  return type.kind === 'map' ? type.value : UNKNOWN;
}
