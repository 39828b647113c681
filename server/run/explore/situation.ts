import type { Json } from '../conversation/events';
import type { SavedVisit } from '../conversation/snapshot';
import type { SavedGraph, SavedValue } from '../sandbox/sandbox';
import { hasName, type NameSet } from './dataflow';

/** Determines which situations count as the same. */
export interface SituationCriteria {
  /** Variables that affect where later events lead. */
  readonly relevant: NameSet;
  /** Maps a number to the value that is compared. */
  readonly numberOf: (value: number, variable: string) => Json;
  /** Called for each relevant variable with its value, or the kind of its object. */
  readonly onVariable: (name: string, value: SavedValue) => void;
  /** Called for each list. */
  readonly onList: (length: number) => void;
}

/** The part of a situation that affects where later events lead; equal keys mean the same situation. */
export function situationKey(
  { state, chain, locals, buttons, values }: SavedVisit,
  sameness: SituationCriteria,
): Json {
  const graph = JSON.parse(values.graph) as SavedGraph;
  const writer = new Writer(graph, sameness);
  const next = graph.values.values();
  const value = () => next.next().value ?? null;
  const named = (names: readonly string[]) => {
    const all = names.map((name) => [name, value()] as const);
    return all.flatMap(([name, one]): Json[] => writer.variable(name, one));
  };
  const contexts = chain.map(({ inputs }) => [writer.members(value()), named(inputs)]);
  const own = named(locals);
  const payloads = buttons.map(({ hasPayload }) => (hasPayload ? writer.payload(value()) : null));
  return [state, contexts, own, payloads, writer.objects()];
}

/** Writes relevant values, with objects numbered in the order in which they are found. */
class Writer {
  private readonly numbers = new Map<number, number>();
  /** The objects found so far, with the variable that refers to them. */
  private readonly met: { readonly object: number; readonly variable: string }[] = [];

  constructor(
    private readonly graph: SavedGraph,
    private readonly sameness: SituationCriteria,
  ) {}

  variable(name: string, value: SavedValue): Json[] {
    if (!hasName(this.sameness.relevant, name)) return [];
    this.sameness.onVariable(name, this.kindOf(value));
    return [[name, this.value(value, name)]];
  }

  /** The members of an object that are variables. */
  members(value: SavedValue): Json {
    const object = Array.isArray(value) ? this.graph.objects[Number(value[0])] : undefined;
    if (object?.[0] !== 'object') return this.value(value, 'context');
    return pairs(object.slice(1)).flatMap(([name, member]) => this.variable(String(name), member));
  }

  payload(value: SavedValue): Json {
    const isRelevant = [...this.sameness.relevant].some((name) => name.startsWith('payload') || name === '*');
    return isRelevant ? this.value(value, 'payload') : null;
  }

  /** The objects found so far, with everything that they refer to. */
  objects(): Json {
    const written: Json[] = [];
    for (let at = 0; at < this.met.length; at++) {
      const { object, variable } = this.met[at] ?? { object: -1, variable: '' };
      const [kind = 'opaque', ...parts] = this.graph.objects[object] ?? [];
      if (kind === 'array') this.sameness.onList(parts.length);
      written.push([kind, ...parts.map((part) => this.value(part, variable))]);
    }
    return written;
  }

  /** A value, or the kind of an object and whether it is empty. */
  private kindOf(value: SavedValue): SavedValue {
    const object = Array.isArray(value) ? this.graph.objects[Number(value[0])] : undefined;
    return object ? ['opaque', `${object[0]} ${object.length > 1}`] : value;
  }

  private value(value: SavedValue, variable: string): Json {
    if (typeof value === 'number') return this.sameness.numberOf(value, variable);
    if (!Array.isArray(value)) return value as Json;
    const [object] = value as readonly [number | string];
    if (typeof object === 'string') return value as readonly Json[];
    const number = this.numbers.get(object) ?? this.numbers.size;
    if (!this.numbers.has(object)) {
      this.numbers.set(object, number);
      this.met.push({ object, variable });
    }
    return [number];
  }
}

function pairs(parts: readonly SavedValue[]): (readonly [SavedValue, SavedValue])[] {
  return parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? null] as const] : []));
}
