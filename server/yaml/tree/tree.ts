import { engine } from '../../engine/engine';
import { countLeading } from '../../text/binary-search';
import type { Range } from '../../text/range';

/**
 * The tree of YAML and JSON texts. Offsets are relative to the parsed text (a slice). The tree of any text is
 * complete: missing values are empty scalars.
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
  /** Offset of the `:`; -1 if it is not written (yet). */
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
  /** The type for a YAML 1.2 reader. */
  readonly type: ScalarType;
  /** Nothing is written here, as after `key:`. The range is empty. */
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

/** Limit of consecutive aliases that are followed. */
const MAX_ALIAS_HOPS = 16;

/** The node itself, or the target of an alias; undefined for an alias without anchor or in a cycle. */
export function resolveAlias(node: Node): Exclude<Node, AliasNode> | undefined {
  let current: Node | undefined = node;
  for (let hop = 0; current !== undefined && hop < MAX_ALIAS_HOPS; hop++) {
    if (current.kind !== 'alias') return current;
    current = current.target;
  }
  return undefined;
}

/** The index of a pair in its map. Pairs are usually in the order of the text, so it is found by its start. */
export function indexOfPair(pair: Pair): number {
  const { pairs } = pair.parent;
  const index = countLeading(pairs, ({ start }) => start < pair.start);
  return pairs[index] === pair ? index : pairs.indexOf(pair);
}

/** The last pair with this key: YAML readers of the format use the last one. Without merged pairs, see `resolvedPairOf`. */
export function pairOf(map: MapNode, name: string): Pair | undefined {
  if (map.pairs.length > MAX_SEARCHED_PAIRS) return lastPairs(map).get(name);
  for (let i = map.pairs.length - 1; i >= 0; i--) {
    const pair = map.pairs[i];
    if (pair?.name === name) return pair;
  }
  return undefined;
}

/** The pair of a key that YAML readers use: one of the map itself, or one that it merges. */
export function resolvedPairOf(map: MapNode, name: string): Pair | undefined {
  return pairOf(map, name) ?? (isMerged(map) ? entriesOf(map).byName.get(name) : undefined);
}

/** The value under a key, aliases and merge keys followed; undefined if the key is absent. */
export function valueAt(map: MapNode, name: string): Exclude<Node, AliasNode> | undefined {
  const pair = resolvedPairOf(map, name);
  return pair && resolveAlias(pair.value);
}

/** Whether a node is empty or `null`. */
export function isEmptyOrNull(node: Node): node is ScalarNode {
  return node.kind === 'scalar' && (node.empty || node.type === 'null');
}

/** Whether a text has lines of its own, after `|` or `>`. */
export function isBlockText({ style }: ScalarNode): boolean {
  return style === 'literal' || style === 'folded';
}

/** The text of a scalar under a key; undefined if there is no such non-empty scalar. */
export function textOf(map: MapNode, name: string): string | undefined {
  const value = valueAt(map, name);
  return value?.kind === 'scalar' && !value.empty ? value.value : undefined;
}

/** Whether the map includes keys from elsewhere (`<<`), so that its own keys are not complete. */
export function isMerged(map: MapNode): boolean {
  return map.pairs.length > MAX_SEARCHED_PAIRS ? isLargeMerged(map) : hasMergeKey(map);
}

/** Larger maps use a cached index, as each of their entries may cause a look-up. */
const MAX_SEARCHED_PAIRS = 50;

const lastPairs = engine.query('pairs by name', ({ pairs }: MapNode): ReadonlyMap<string, Pair> => {
  return new Map(pairs.map((pair) => [pair.name, pair]));
});

const isLargeMerged = engine.query('is merged', hasMergeKey);

function hasMergeKey({ pairs }: MapNode): boolean {
  return pairs.some(isMergePair);
}

export function isMergePair({ name, key }: Pair): boolean {
  return name === '<<' && key.kind === 'scalar' && key.style === 'plain';
}

/** The pairs of a map and of the maps that it merges. */
interface MapEntries {
  /**
   * In the order in which YAML readers keep them: merged pairs first, and a pair that overrides a merged one in its
   * place.
   */
  readonly pairs: readonly Pair[];
  readonly byName: ReadonlyMap<string, Pair>;
  readonly positions: ReadonlyMap<Pair, number>;
  /** Whether all merged maps are known. */
  readonly isComplete: boolean;
}

/** The entries of a map with merge keys. */
const entriesOf = engine.query('entries', (map: MapNode): MapEntries => {
  const merged = mergedPairs(map, new Map(), MAX_MERGE_DEPTH);
  const { pairs } = merged;
  return {
    ...merged,
    byName: new Map(pairs.map((pair) => [pair.name, pair])),
    positions: new Map(pairs.map((pair, index) => [pair, index])),
  };
});

/** Limit of maps that are merged through one another. */
const MAX_MERGE_DEPTH = 16;

type MergedPairs = Pick<MapEntries, 'pairs' | 'isComplete'>;

const UNKNOWN_PAIRS: MergedPairs = { pairs: [], isComplete: false };

function mergedPairs(map: MapNode, known: Map<MapNode, MergedPairs>, depth: number): MergedPairs {
  if (!isMerged(map)) return { pairs: map.pairs, isComplete: true };
  const before = known.get(map);
  if (before) return before;
  if (depth === 0) return UNKNOWN_PAIRS;
  // In a cycle, the map merges itself.
  known.set(map, UNKNOWN_PAIRS);
  const sources = map.pairs.filter(isMergePair).flatMap(({ value }) => mergedNodes(value));
  const merged = sources.map((source) => {
    const node = source.tag === undefined ? resolveAlias(source) : undefined;
    return node?.kind === 'map' && node.tag === undefined
      ? mergedPairs(node, known, depth - 1)
      : UNKNOWN_PAIRS;
  });
  const pairs: Pair[] = [];
  const positions = new Map<string, number>();
  for (const pair of merged.flatMap((one) => one.pairs)) {
    const position = pair.name === '' ? undefined : positions.get(pair.name);
    if (position !== undefined) pairs[position] = pair;
    else positions.set(pair.name, pairs.push(pair) - 1);
  }
  for (const pair of map.pairs) {
    if (isMergePair(pair)) continue;
    const position = pair.name === '' ? undefined : positions.get(pair.name);
    if (position === undefined) pairs.push(pair);
    else pairs[position] = pair;
    // A duplicate key stays an entry of its own.
    positions.delete(pair.name);
  }
  const entries = { pairs, isComplete: merged.every(({ isComplete }) => isComplete) };
  known.set(map, entries);
  return entries;
}

/** The maps that a merge key names; the first of a list takes precedence, so it comes last. */
export function mergedNodes(value: Node): readonly Node[] {
  const node = value.tag === undefined ? resolveAlias(value) : undefined;
  return node?.kind === 'seq' && node.tag === undefined ? node.items.toReversed() : [value];
}

/** The pairs that a YAML reader finds in a map, without merge keys. */
export function resolvedPairs(map: MapNode): readonly Pair[] {
  return isMerged(map) ? entriesOf(map).pairs : map.pairs;
}

/** Whether all pairs of a map are known. */
export function hasKnownPairs(map: MapNode): boolean {
  return !isMerged(map) || entriesOf(map).isComplete;
}

/** The position of a pair among those of the map that it is read in, which may merge it. */
export function resolvedPositionOf(map: MapNode, pair: Pair): number {
  return (isMerged(map) ? entriesOf(map).positions.get(pair) : undefined) ?? indexOfPair(pair);
}

/** The map or list that contains a node; undefined at the root. */
export function containerOf(node: Node): MapNode | SeqNode | undefined {
  return node.parent?.kind === 'pair' ? node.parent.parent : node.parent;
}

/** Whether a map or list has brackets of its own; a pair in a list, `[a: 1]`, is a map without any. */
export function isBracketed(node: MapNode | SeqNode): boolean {
  return node.flow && !(node.kind === 'map' && node.pairs[0]?.key.start === node.start);
}

/** Whether a map is a pair in a list without braces, `[a: 1]`. */
export function isLonePair(node: Node): boolean {
  return node.kind === 'map' && node.flow && node.parent?.kind === 'seq' && !isBracketed(node);
}

/** Whether a map is the entries of a JSON slice, whose brackets are in other slices. */
export function isSlice(map: MapNode): boolean {
  return map.flow && map.parent === undefined && !isBracketed(map);
}

/** The node of a missing value; with the tag and the anchor of `from`, which may be all that is written. */
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

/** The key and value of a pair that are not built yet. */
const UNBUILT = emptyScalar(0, undefined);

/** Nodes are only mutable while a tree is built. */
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
