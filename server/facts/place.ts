import { isPart } from '../format/document-kind';
import type { KeyRole, Type } from '../format/types';
import { enclosingStep, isTagged, type Step } from '../format/walk';
import { openedMap, type Unit } from '../yaml/cut/unit';
import { indexOfPair, type Node, pairOf, resolveAlias, resolvedPositionOf } from '../yaml/tree/tree';
import type { ExpressionPlace } from './facts';
import { nameOf } from './name';

/** The role of the keys of a map of this type. */
export function keysOf(type: Type | undefined): KeyRole | undefined {
  return type?.kind === 'map' ? type.keys : undefined;
}

/** Whether a scope starts here: the root, or a child of an automata. */
export function opensScope(step: Step): boolean {
  if (step.parent === undefined) return true;
  return step.pair !== undefined && step.pair.name !== '<<' && keysOf(step.parent.type) === 'state';
}

/** The step that opens the scope around (or at) a step. */
function scopeStep(step: Step): Step {
  let at = step;
  while (!opensScope(at) && at.parent !== undefined) at = at.parent;
  return at;
}

/** Names of the scopes around a step, from the root of its unit down. */
export function namesInUnit(step: Step): readonly string[] {
  const opener = scopeStep(step);
  if (opener.parent === undefined || opener.pair === undefined) return [];
  return [...namesInUnit(opener.parent), opener.pair.name];
}

/**
 * The path of an automata in its document, given its step in a unit, if its keys are in several units; undefined for
 * any other step.
 */
export function spreadPath(unit: Unit, step: Step): readonly string[] | undefined {
  const { node, parent } = step;
  if (parent === undefined) return isPart(unit) && unit.kind !== 'state' ? unit.path : undefined;
  return node !== undefined && node === openedMap(unit) ? unit.opened?.path : undefined;
}

/** Where an expression at a step is within its scope. */
export function placeOf(step: Step): Omit<ExpressionPlace, 'scope'> {
  const opener = scopeStep(step);
  let index = -1;
  let event: string | undefined;
  for (let at: Step | undefined = step; at !== undefined && at !== opener; at = at.parent) {
    const keys = keysOf(at.parent?.type);
    const isTask = at.type.kind === 'object' && at.type.object === 'task';
    if (isTask || keys === 'input' || keys === 'output') index = positionOf(at);
    if (keys === 'event') event = at.pair?.name;
  }
  const phase = evaluates(step) ? step.phase : undefined;
  const promise = phase === 'where' ? enclosingStep(step, 'promise')?.node : undefined;
  return { phase, index, event, ...(promise && { promise: { state: stateOfPromise(promise) } }) };
}

/** The name of the state whose messages a promise is about; undefined if it may be about others. */
export function stateOfPromise(node: Node): string | undefined {
  const map = resolveAlias(node);
  const [pair] = map?.kind === 'map' ? map.pairs : [];
  if (pair === undefined || pair.name === 'always') return undefined;
  const value = resolveAlias(pair.value);
  const written = value?.kind === 'map' ? pairOf(value, 'state')?.value : pair.value;
  const state = written && resolveAlias(written);
  return state && !isTagged(state) ? nameOf(state)?.text : undefined;
}

/** Whether `{{ }}` is evaluated in a scalar of this place. */
export function evaluates({ type }: Step): boolean {
  if (type.kind === 'union') {
    return type.of.some((alternative) => 'template' in alternative && alternative.template);
  }
  return 'template' in type && type.template;
}

/** Position in a list, or among the pairs of a map, with merged ones. */
export function positionOf(step: Step | undefined): number {
  if (step === undefined) return -1;
  const { pair, parent, index } = step;
  if (pair === undefined) return index;
  const map = parent?.node && resolveAlias(parent.node);
  return map?.kind === 'map' ? resolvedPositionOf(map, pair) : indexOfPair(pair);
}
