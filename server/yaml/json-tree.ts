import type { Node as JsonNode } from 'jsonc-parser';
import { msg } from '../text/message';
import type { Mask } from './mask';
import type { Problem } from './problem';
import {
  emptyScalar,
  type MapNode,
  type Node,
  newMap,
  newPair,
  newSeq,
  type Pair,
  type ScalarNode,
  type ScalarType,
  type SeqNode,
} from './tree';

type Parent = Pair | SeqNode | undefined;

/** The text of a tree, and further information for its conversion. */
interface JsonSource {
  readonly text: string;
  readonly masks: ReadonlyMap<number, Mask>;
  readonly problems: Problem[];
}

/** Converts the library's tree. */
export function convertJson(source: JsonSource, node: JsonNode, parent: Parent, depth: number): Node {
  const { text, problems } = source;
  const start = node.offset;
  const end = source.masks.get(start)?.end ?? node.offset + node.length;
  if (depth <= 0) {
    if (!problems.some((problem) => problem.kind === 'limit')) {
      const message = msg(
        'Nested deeper than `atomicState.limits.maxDepth`; deeper levels are not checked. To check them, raise the setting.',
      );
      problems.push({ kind: 'limit', start, end: Math.min(start + 1, text.length), message });
    }
    return emptyScalar(start, parent);
  }
  if (node.type === 'object') {
    const map = newMap(start, end, parent);
    map.pairs = (node.children ?? []).map((child) => convertPair(source, child, map, depth - 1));
    return map;
  }
  if (node.type === 'array') {
    const seq = newSeq(start, end, parent);
    seq.items = (node.children ?? []).map((child) => convertJson(source, child, seq, depth - 1));
    return seq;
  }
  const { style, value, type, empty, closed } = scalarOf(source, node);
  return {
    kind: 'scalar',
    start,
    end,
    parent,
    style,
    value,
    type,
    empty,
    closed,
    tag: undefined,
    anchor: undefined,
  };
}

function convertPair(source: JsonSource, node: JsonNode, parent: MapNode, depth: number): Pair {
  const [key, value] = node.children ?? [];
  const colon = node.colonOffset ?? -1;
  const keyEnd = key ? key.offset + key.length : node.offset;
  const valueStart = colon < 0 ? keyEnd : colon + 1;
  const pair = newPair(node.offset, parent);
  pair.end = Math.max(node.offset + node.length, valueStart);
  pair.colon = colon;
  pair.key = key ? convertJson(source, key, pair, depth + 1) : emptyScalar(node.offset, undefined);
  if (pair.key.kind === 'scalar') pair.name = pair.key.value;
  pair.value = value ? convertJson(source, value, pair, depth) : emptyScalar(valueStart, pair);
  return pair;
}

function scalarOf(
  { text, masks }: JsonSource,
  node: JsonNode,
): Pick<ScalarNode, 'style' | 'value' | 'type' | 'empty' | 'closed'> {
  const mask = masks.get(node.offset);
  if (mask)
    return { style: mask.style, value: mask.value, type: mask.type ?? 'string', empty: false, closed: false };
  if (node.type === 'string')
    return { style: 'double', value: String(node.value ?? ''), type: 'string', empty: false, closed: true };
  const raw = text.slice(node.offset, node.offset + node.length);
  let type: ScalarType = 'null';
  if (node.type === 'boolean') type = 'boolean';
  else if (node.type === 'number') type = /^-?\d+$/.test(raw) ? 'integer' : 'float';
  return { style: 'plain', value: raw, type, empty: false, closed: true };
}
