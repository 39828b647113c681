import { engine } from '../../engine/engine';
import { enclosingStep, isTagged, type Step } from '../../format/walk';
import { isMerged, type MapNode, type Pair } from '../../yaml/tree/tree';
import type { Subject } from '../rule';
import { literalAt, objectAt, plainMapAt, reliableSteps } from './reliable-steps';

/** An input that is written as an object, with its literals. */
export interface InputObject {
  readonly step: Step;
  readonly map: MapNode;
  /** The literal under `type`, valid or not. */
  readonly type: string | undefined;
  /** Its validations, from a list or a single object. */
  readonly validations: readonly MapNode[];
}

/** The inputs of a unit that are objects and whose keys are all known. */
export const inputObjects = engine.shared((subject: Subject): readonly InputObject[] => {
  const inputs = new Map<Step, { input: InputObject; validations: MapNode[] }>();
  for (const step of reliableSteps(subject)) {
    const map = objectAt(step, 'input', 'validation');
    if (map === undefined || step.type.kind !== 'object') continue;
    if (step.type.object === 'input' && !isMerged(map)) {
      const validations: MapNode[] = [];
      const type = literalAt(map, 'type')?.value;
      inputs.set(step, { input: { step, map, type, validations }, validations });
    }
    const input = step.type.object === 'validation' ? enclosingStep(step, 'input') : undefined;
    if (input) inputs.get(input)?.validations.push(map);
  }
  return [...inputs.values()].map((one) => one.input);
});

/** Whether the value comes from the chat, in either notation. */
export function isFromChat(map: MapNode): boolean {
  return literalAt(map, 'type')?.value === 'IM' || literalAt(map, 'source')?.value === 'IM';
}

/** The inputs of each atomic state, in order, if they are objects written in place. */
export function inputsOfStates(subject: Subject): readonly (readonly Pair[])[] {
  return reliableSteps(subject).flatMap((step) => {
    const { field, parent } = step;
    const ofState = parent?.type.kind === 'object' && parent.type.object === 'state';
    const map = field?.name === 'inputs' && ofState ? plainMapAt(step) : undefined;
    return map ? [map.pairs.filter(({ value }) => value.kind === 'map' && !isTagged(value))] : [];
  });
}

/** The pairs of a map with these keys that are written out. */
export function pairsOf(map: MapNode, names: readonly string[]): readonly Pair[] {
  return map.pairs.filter((pair) => names.includes(pair.name) && pair.colon >= 0);
}
