import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node as LibraryNode,
  type Pair as LibraryPair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { compactList } from '../../text/compact';
import { lineStarts, positionIn } from '../../text/lines';
import { msg } from '../../text/message';
import {
  type AliasNode,
  emptyScalar,
  type MapNode,
  type Node,
  newMap,
  newPair,
  newSeq,
  type Pair,
  resolveAlias,
  type ScalarNode,
  type ScalarStyle,
  type SeqNode,
} from '../tree/tree';
import { colonAfter, libraryRange, scalarTypeOf, writtenTag } from './library-document';
import type { ParseLimits, ParseResult, Problem } from './problem';

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Converts the library's document to our tree. Nodes deeper than the limit are dropped and reported. */
export function convertYaml(
  text: string,
  document: Document.Parsed<ParsedNode, false>,
  limits: ParseLimits,
): ParseResult {
  return new Converter(text, limits).run(document);
}

class Converter {
  private readonly problems: Problem[] = [];
  private readonly anchors = new Map<string, Node>();
  private readonly openAliases: AliasNode[] = [];
  private readonly lines: readonly number[];
  private aliases = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly limits: ParseLimits,
  ) {
    this.lines = lineStarts(text);
  }

  run(document: Document.Parsed<ParsedNode, false>): ParseResult {
    const contents = document.contents as LibraryNode | null;
    const root = contents === null ? undefined : this.node(contents, undefined, 0);
    return { root, problems: this.problems, openAliases: this.openAliases };
  }

  /** A byte order mark takes no column. */
  private columnOf(offset: number): number {
    const { line, character } = positionIn(this.lines, offset);
    return line === 0 && this.text.startsWith('\ufeff') ? character - 1 : character;
  }

  private node(source: unknown, parent: Pair | SeqNode | undefined, fallback: number): Node {
    if (this.depth >= this.limits.maxDepth) return this.tooDeep(source, parent, fallback);
    this.depth++;
    const node = this.anyNode(source, parent, fallback);
    this.depth--;
    return node;
  }

  private anyNode(source: unknown, parent: Pair | SeqNode | undefined, fallback: number): Node {
    if (isMap(source)) return this.map(source, parent);
    if (isSeq(source)) return this.seq(source, parent);
    if (isAlias(source)) return this.alias(source, parent);
    if (isScalar(source)) return this.scalar(source, parent, fallback);
    return emptyScalar(fallback, parent);
  }

  private tooDeep(source: unknown, parent: Pair | SeqNode | undefined, fallback: number): Node {
    const start = libraryRange(source)?.[0] ?? fallback;
    if (!this.problems.some((problem) => problem.kind === 'limit')) {
      this.problems.push({
        kind: 'limit',
        start,
        end: Math.min(start + 1, this.text.length),
        message: msg`Nested more than ${this.limits.maxDepth} levels deep; deeper levels are not checked. To check them, raise \`atomicState.limits.maxDepth\`.`,
      });
    }
    return emptyScalar(start, parent);
  }

  private map(source: YAMLMap<unknown, unknown>, parent: Pair | SeqNode | undefined): Node {
    const [start, end] = libraryRange(source) ?? [0, 0];
    const flow = source.flow === true;
    const pairs: Pair[] = [];
    const node = newMap(start, end, parent);
    node.flow = flow;
    node.pairs = pairs;
    node.tag = writtenTag(this.text, source.tag, start);
    node.anchor = source.anchor;
    this.anchor(node);
    for (const item of source.items) pairs.push(this.pair(item, node, pairs.at(-1)?.end ?? start));
    node.pairs = compactList(pairs);
    // A block map begins at its first key and ends before the blank lines after it.
    const first = pairs[0];
    if (!flow && first !== undefined) {
      node.start = first.start;
      node.end = pairs.at(-1)?.end ?? end;
      node.indent = this.columnOf(first.start);
    }
    return node;
  }

  private pair(source: LibraryPair<unknown, unknown>, parent: MapNode, fallback: number): Pair {
    const keyStart = libraryRange(source.key)?.[0] ?? libraryRange(source.value)?.[0] ?? fallback;
    const pair = newPair(keyStart, parent);
    pair.key = this.node(source.key, pair, keyStart);
    const named = resolveAlias(pair.key);
    pair.name = named?.kind === 'scalar' ? named.value : '';
    pair.start = pair.key.tag?.start ?? pair.key.start;
    pair.colon = colonAfter(this.text, pair.key.end, libraryRange(source.value)?.[0]);
    const valueStart = pair.colon < 0 ? pair.key.end : pair.colon + 1;
    const value = this.node(source.value, pair, valueStart);
    pair.value = value.kind === 'scalar' && value.empty ? emptyScalar(valueStart, pair, value) : value;
    pair.end = Math.max(pair.value.end, valueStart, pair.key.end);
    return pair;
  }

  private seq(source: YAMLSeq<unknown>, parent: Pair | SeqNode | undefined): Node {
    const [start, end] = libraryRange(source) ?? [0, 0];
    const flow = source.flow === true;
    const items: Node[] = [];
    const node = newSeq(start, end, parent);
    node.flow = flow;
    node.indent = flow ? -1 : this.columnOf(start);
    node.items = items;
    node.tag = writtenTag(this.text, source.tag, start);
    node.anchor = source.anchor;
    this.anchor(node);
    for (const item of source.items) {
      // A pair inside a flow list (`[a: 1]`) is a map of one pair.
      if (typeof item === 'object' && item !== null && 'key' in item && !('range' in item)) {
        items.push(this.lonePair(item as LibraryPair<unknown, unknown>, node));
      } else items.push(this.node(item, node, items.at(-1)?.end ?? start));
    }
    node.items = compactList(items);
    const last = items.at(-1);
    node.end = Math.max(flow ? end : start + 1, last?.end ?? 0);
    return node;
  }

  private lonePair(source: LibraryPair<unknown, unknown>, parent: SeqNode): MapNode {
    const start = libraryRange(source.key)?.[0] ?? parent.start;
    const node = newMap(start, start, parent);
    const pair = this.pair(source, node, start);
    node.pairs = [pair];
    node.end = pair.end;
    return node;
  }

  private alias(source: Alias, parent: Pair | SeqNode | undefined): Node {
    const [start, end] = libraryRange(source) ?? [0, 0];
    const within = ++this.aliases <= this.limits.maxAliases;
    if (!within && this.aliases === this.limits.maxAliases + 1) {
      const message = msg`More than ${this.limits.maxAliases} aliases; the other aliases are not resolved. To resolve them, raise \`atomicState.limits.maxAliases\`.`;
      this.problems.push({ kind: 'limit', start, end, message });
    }
    const target = within ? this.anchors.get(source.source) : undefined;
    const node: AliasNode = {
      kind: 'alias',
      start,
      end,
      parent,
      tag: undefined,
      anchor: undefined,
      name: source.source,
      target,
    };
    if (within && target === undefined) this.openAliases.push(node);
    return node;
  }

  private scalar(source: Scalar, parent: Pair | SeqNode | undefined, fallback: number): Node {
    const [start, end] = libraryRange(source) ?? [fallback, fallback];
    const style = STYLES[source.type ?? 'PLAIN'] ?? 'plain';
    const raw = source.source ?? this.text.slice(start, end);
    const value = style === 'plain' && typeof source.value !== 'string' ? raw : String(source.value ?? '');
    const node: ScalarNode = {
      kind: 'scalar',
      start,
      end: style === 'literal' || style === 'folded' ? Math.min(end, this.text.length) : end,
      parent,
      style,
      value,
      type: scalarTypeOf(source, style, raw),
      empty: style === 'plain' && start === end,
      closed: true,
      tag: writtenTag(this.text, source.tag, start),
      anchor: source.anchor,
    };
    this.anchor(node);
    return node;
  }

  private anchor(node: Node): void {
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
  }
}
