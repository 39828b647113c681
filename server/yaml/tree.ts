import { engine } from '../engine/engine';
import type { Range } from '../text/range';

/**
 * The tree that all of the engine works on, whether the text was YAML or JSON. Offsets are relative to the
 * text that was parsed (a slice). A tree is complete in shape for any text: what is missing is an empty scalar.
 */
export type Node = MapNode | SeqNode | ScalarNode | AliasNode;

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';
export type ScalarType = 'string' | 'integer' | 'float' | 'boolean' | 'null';

export interface Tag extends Range {
  /** As written for local tags (`!oneline`), the full address for others. */
  readonly name: string;
}

interface NodeBase extends Range {
  readonly parent: Pair | SeqNode | undefined;
  readonly tag: Tag | undefined;
  readonly anchor: string | undefined;
}

export interface MapNode extends NodeBase {
  readonly kind: 'map';
  readonly flow: boolean;
  /** Column of the first key of a block map; -1 in flow style. */
  readonly indent: number;
  readonly pairs: readonly Pair[];
}

export interface Pair extends Range {
  readonly kind: 'pair';
  readonly parent: MapNode;
  readonly key: Node;
  /** Text of a scalar key; empty for any other. */
  readonly name: string;
  /** Offset of the `:`; -1 where it is not written (yet). */
  readonly colon: number;
  readonly value: Node;
}

export interface SeqNode extends NodeBase {
  readonly kind: 'seq';
  readonly flow: boolean;
  /** Column of the first dash of a block list; -1 in flow style. */
  readonly indent: number;
  readonly items: readonly Node[];
}

export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  readonly style: ScalarStyle;
  /** The decoded text. */
  readonly value: string;
  /** What a YAML 1.2 reader takes it for. */
  readonly type: ScalarType;
  /** Nothing is written here: `key:` and no more. The range has no width. */
  readonly empty: boolean;
  /** A quoted scalar has its closing quote. */
  readonly closed: boolean;
}

export interface AliasNode extends NodeBase {
  readonly kind: 'alias';
  readonly name: string;
  /** The anchored node of the same text, if there is one before the alias. */
  readonly target: Node | undefined;
}

/** How many aliases are followed from one to the next before giving up. */
const MAX_ALIAS_HOPS = 16;

/** The node itself, or what its alias stands for; undefined for an alias without anchor or in a circle. */
export function resolveAlias(node: Node): Exclude<Node, AliasNode> | undefined {
  let current: Node | undefined = node;
  for (let hop = 0; current !== undefined && hop < MAX_ALIAS_HOPS; hop++) {
    if (current.kind !== 'alias') return current;
    current = current.target;
  }
  return undefined;
}

/** The position of a pair in its map. Pairs are mostly in the order of the text, so that it is found by its start. */
export function indexOfPair(pair: Pair): number {
  const { pairs } = pair.parent;
  let low = 0;
  let high = pairs.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pairs[middle]?.start ?? 0) < pair.start) low = middle + 1;
    else high = middle;
  }
  return pairs[low] === pair ? low : pairs.indexOf(pair);
}

/** The last pair with this key: YAML readers of the format let the later one win. */
export function pairOf(map: MapNode, name: string): Pair | undefined {
  for (let i = map.pairs.length - 1; i >= 0; i--) {
    const pair = map.pairs[i];
    if (pair?.name === name) return pair;
  }
  return undefined;
}

/** The value under a key, aliases followed; undefined if the key is absent. */
export function valueAt(map: MapNode, name: string): Exclude<Node, AliasNode> | undefined {
  const pair = pairOf(map, name);
  return pair && resolveAlias(pair.value);
}

/** Whether nothing is written where a value may be, or `null`. */
export function isEmptyOrNull(node: Node): node is ScalarNode {
  return node.kind === 'scalar' && (node.empty || node.type === 'null');
}

/** The text of a scalar under a key; undefined if there is no such non-empty scalar. */
export function textOf(map: MapNode, name: string): string | undefined {
  const value = valueAt(map, name);
  return value?.kind === 'scalar' && !value.empty ? value.value : undefined;
}

/** Whether the map takes keys from elsewhere (`<<`), so that its own keys are not all it has. */
export function isMerged(map: MapNode): boolean {
  return map.pairs.length > MAX_SEARCHED_PAIRS ? isLargeMerged(map) : hasMergeKey(map);
}

/** Beyond it a result is kept: each entry of a map, which may have thousands, can be a reason to ask. */
const MAX_SEARCHED_PAIRS = 50;

const isLargeMerged = engine.query('is merged', hasMergeKey);

function hasMergeKey({ pairs }: MapNode): boolean {
  return pairs.some((pair) => pair.name === '<<' && pair.key.kind === 'scalar' && pair.key.style === 'plain');
}

/** The map or list that holds a node, or undefined at the root. */
export function containerOf(node: Node): MapNode | SeqNode | undefined {
  return node.parent?.kind === 'pair' ? node.parent.parent : node.parent;
}

/** Whether a map or list is in brackets of its own; a pair in a list, `[a: 1]`, is a map without any. */
export function isBracketed(node: MapNode | SeqNode): boolean {
  return node.flow && !(node.kind === 'map' && node.pairs[0]?.key.start === node.start);
}

/** Whether a map is the entries of a slice of JSON, whose brackets are in other slices. */
export function isSlice(map: MapNode): boolean {
  return map.flow && map.parent === undefined && !isBracketed(map);
}

/** What is where nothing is written; with the tag and the anchor of `from`, which may be all that is. */
export function emptyScalar(at: number, parent: Pair | SeqNode | undefined, from?: Node): ScalarNode {
  return {
    kind: 'scalar',
    start: at,
    end: at,
    parent,
    style: 'plain',
    value: '',
    type: 'null',
    empty: true,
    closed: true,
    tag: from?.tag,
    anchor: from?.anchor,
  };
}

/** What is in a pair until its key and value are made. */
const UNBUILT = emptyScalar(0, undefined);

/** While a tree is built its links may still be set; afterwards nobody can. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A map in flow style without pairs yet. */
export function newMap(start: number, end: number, parent: Pair | SeqNode | undefined): Mutable<MapNode> {
  return {
    kind: 'map',
    start,
    end,
    parent,
    flow: true,
    indent: -1,
    pairs: [],
    tag: undefined,
    anchor: undefined,
  };
}

/** A list in flow style without items yet. */
export function newSeq(start: number, end: number, parent: Pair | SeqNode | undefined): Mutable<SeqNode> {
  return {
    kind: 'seq',
    start,
    end,
    parent,
    flow: true,
    indent: -1,
    items: [],
    tag: undefined,
    anchor: undefined,
  };
}

/** A pair whose key and value are not built yet. */
export function newPair(start: number, parent: MapNode): Mutable<Pair> {
  return { kind: 'pair', start, end: start, parent, key: UNBUILT, name: '', colon: -1, value: UNBUILT };
}
