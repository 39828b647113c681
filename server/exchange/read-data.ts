import type { Address } from '../project/files/paths';
import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import type { Notation } from '../yaml/cut/unit';
import { parseJson } from '../yaml/json/json';
import { parseYaml } from '../yaml/read/parse';
import { DEFAULT_LIMITS, type ParseLimits } from '../yaml/read/problem';
import { integerAs11, readAs11 } from '../yaml/read/yaml-1-1';
import type { AliasNode, MapNode, Node, Pair, ScalarNode, SeqNode } from '../yaml/tree/tree';
import { type ExchangeData, isDataMap, isNumberText, NumberText } from './data';
import type { DataOrigin, DataOrigins } from './origins';
import { pythonFloat } from './write-json';

/** The data that a tag of the format includes at a node; undefined after reporting why it cannot be included. */
type TagReader = (node: Node, tag: string, report: ReportConversionError) => ExchangeData | undefined;

/** Reports an error at a range of the text. */
export type ReportConversionError = (range: Range, message: Message) => void;

/** About the length of the JSON text that aliases may add: nested ones expand a small text to huge data. */
const MAX_ALIASED_LENGTH = 10_000_000;
/** What a value counts besides its text. */
const VALUE_LENGTH = 10;
const MAX_DEPTH = 1_000;

/** Problems that are accepted when a file is read. */
const LENIENT_PROBLEMS = new Set(['comment', 'trailing-comma']);

/** How much text aliases may still add in the files of an export. */
export class AliasBudget {
  private rest = MAX_ALIASED_LENGTH;

  /** Whether that much may be added. */
  spend(length: number): boolean {
    this.rest -= length;
    return this.rest >= 0;
  }
}

interface ReadOptions {
  readonly recorder?: OriginRecorder;
  /** Several files may share one. */
  readonly aliases?: AliasBudget;
  /** Those of the file, if it is one. */
  readonly limits?: ParseLimits;
}

/**
 * The data of a text as the tool of the community reads it: YAML 1.1, with merged keys; a duplicate key has its last
 * value at its first position. Undefined for an empty text, and after reporting an error for a text that the tool
 * rejects. Never throws.
 */
export function readData(
  text: string,
  notation: Notation,
  readTag: TagReader,
  report: ReportConversionError,
  { recorder, aliases = new AliasBudget(), limits = DEFAULT_LIMITS }: ReadOptions = {},
): ExchangeData | undefined {
  const { root, problems } = notation === 'json' ? parseJson(text, limits) : parseYaml(text, limits);
  const broken = problems.filter(({ kind }) => !LENIENT_PROBLEMS.has(kind));
  for (const problem of broken) report(problem, problem.message);
  if (broken.length > 0 || root === undefined) return undefined;
  const data = new DataReader(notation, readTag, report, recorder, aliases).read(root);
  if (data !== undefined && recorder)
    recorder.origins.recordRoot(data, { address: recorder.address, text, node: root, key: undefined });
  return data;
}

/** Collects where the values of a file are written. */
interface OriginRecorder {
  readonly origins: DataOrigins;
  readonly address: Address;
  readonly text: string;
}

/** Ends the reading of a text after an error that was reported. */
class ReadAborted extends Error {}

/** The data of an anchored node, which all of its aliases share. */
interface AnchoredData {
  readonly data: ExchangeData;
  /** About the length of its JSON text. */
  readonly length: number;
  /** The number of levels in it. */
  readonly height: number;
}

class DataReader {
  /** About the length of the JSON text of all that was read. */
  private length = 0;
  /** The deepest level of the node that is being read. */
  private deepest = 0;
  private readonly anchored = new Map<Node, AnchoredData>();
  /** The nodes that are being read, to find those that contain themselves. */
  private readonly enclosing = new Set<Node>();
  private isComplete = true;

  constructor(
    private readonly notation: Notation,
    private readonly readTag: TagReader,
    private readonly report: ReportConversionError,
    private readonly recorder: OriginRecorder | undefined,
    private readonly aliases: AliasBudget,
  ) {}

  read(root: Node): ExchangeData | undefined {
    try {
      const data = this.readNode(root);
      return this.isComplete ? data : undefined;
    } catch (error) {
      if (error instanceof ReadAborted) return undefined;
      throw error;
    }
  }

  /** Reports an error and continues, so that all errors are reported at once. */
  private fail(range: Range, message: Message): null {
    this.isComplete = false;
    this.report(range, message);
    return null;
  }

  private readNode(node: Node): ExchangeData {
    if (node.kind === 'alias') return this.readNode(this.targetOf(node));
    const read = this.anchored.get(node);
    if (read) return this.readAgain(node, read);
    if (this.enclosing.has(node)) {
      this.fail(node, msg('This value contains itself through an alias, so it cannot be exported as JSON.'));
      throw new ReadAborted();
    }
    const level = this.enclosing.size;
    if (level > MAX_DEPTH) this.refuse(node);
    const before = { deepest: this.deepest, length: this.length };
    this.deepest = level;
    this.enclosing.add(node);
    const data = this.readContent(node);
    this.enclosing.delete(node);
    this.length += VALUE_LENGTH + (typeof data === 'string' ? data.length : 0);
    if (node.anchor !== undefined)
      this.anchored.set(node, {
        data,
        length: this.length - before.length,
        height: this.deepest - level,
      });
    this.deepest = Math.max(before.deepest, this.deepest);
    return data;
  }

  private readAgain(node: Node, { data, length, height }: AnchoredData): ExchangeData {
    this.length += length;
    this.deepest = Math.max(this.deepest, this.enclosing.size + height);
    if (!this.aliases.spend(length) || this.deepest > MAX_DEPTH) this.refuse(node);
    return data;
  }

  private refuse(node: Node): never {
    this.fail(node, msg('This value is too large to export: its aliases expand to too much text.'));
    throw new ReadAborted();
  }

  private targetOf(alias: AliasNode): Node {
    if (alias.target) return alias.target;
    this.fail(
      alias,
      msg`Alias \`*${alias.name}\` has no anchor \`&${alias.name}\` before it. Add the anchor, or write the value.`,
    );
    throw new ReadAborted();
  }

  private readContent(node: Exclude<Node, AliasNode>): ExchangeData {
    const tag = node.tag?.name;
    if (tag === '!include' || tag === '!oneline') {
      const data = this.readTag(node, tag, this.report);
      this.isComplete &&= data !== undefined;
      if (isDataMap(data)) this.length += lengthOf(data);
      return data ?? null;
    }
    const isText = tag === 'tag:yaml.org,2002:str' && node.kind === 'scalar';
    const ownKind = `tag:yaml.org,2002:${node.kind}`;
    if (tag !== undefined && !isText && tag !== ownKind) {
      return this.fail(
        node.tag ?? node,
        msg`Values with the tag \`${shortTag(tag)}\` cannot be exported. Write the value itself.`,
      );
    }
    if (node.kind === 'seq') return this.readList(node);
    if (node.kind === 'map') return this.readMap(node);
    return isText ? node.value : this.readScalar(node);
  }

  private readList(node: SeqNode): readonly ExchangeData[] {
    const data = node.items.map((item) => this.readNode(item));
    for (const [index, item] of node.items.entries()) this.record(data, index, item, undefined);
    return data;
  }

  private readMap(node: MapNode): ReadonlyMap<string, ExchangeData> {
    const data = new Map<string, ExchangeData>();
    for (const pair of node.pairs) {
      if (isMerge(pair)) this.merge(pair, data);
    }
    for (const pair of node.pairs) {
      if (isMerge(pair)) continue;
      const readKey = this.key(pair);
      this.length += readKey.length;
      data.set(readKey, this.readNode(pair.value));
      this.record(data, readKey, pair.value, pair.key);
    }
    return data;
  }

  /** Adds the pairs that `<<` merges; the first of several maps that has a key takes precedence. */
  private merge({ value }: Pair, into: Map<string, ExchangeData>): void {
    const from = value.kind === 'alias' ? this.targetOf(value) : value;
    const maps = from.kind === 'seq' ? [...from.items].reverse() : [from];
    for (const map of maps) {
      const data = this.readNode(map);
      if (!isDataMap(data)) {
        this.fail(map, msg('`<<` expects a map or a list of maps.'));
        continue;
      }
      for (const [key, value] of data) {
        into.set(key, value);
        this.recorder?.origins.copy(data, into, key);
      }
    }
  }

  private record(container: ExchangeData, member: string | number, value: Node, key: Node | undefined): void {
    if (this.recorder === undefined) return;
    const { origins, address, text } = this.recorder;
    const alias = value.kind === 'alias' ? value : undefined;
    const node = alias?.target ?? value;
    const origin: DataOrigin = { address, text, node, key, ...(alias && { alias }) };
    origins.recordMember(container, member, origin);
  }

  private key({ key }: Pair): string {
    if (key.kind === 'scalar' && (key.style !== 'plain' || key.value === '=')) return key.value;
    const data = key.kind === 'scalar' || key.kind === 'alias' ? this.readNode(key) : undefined;
    if (typeof data === 'string') return data;
    if (isNumberText(data)) return data.text;
    if (data === null || typeof data === 'boolean') return String(data);
    this.fail(key, msg('Keys must be text in JSON; a map or a list cannot be a key.'));
    return '';
  }

  private readScalar(node: ScalarNode): ExchangeData {
    if (node.style !== 'plain' || (this.notation === 'json' && node.type === 'string')) return node.value;
    if (node.empty || node.type === 'null') return null;
    if (this.notation === 'json') return this.readJsonScalar(node);
    if (node.value.includes('\t')) {
      return this.fail(node, msg('Text without quotes cannot contain a tab. Put it in quotes.'));
    }
    const reading = readAs11(node.value);
    switch (reading?.kind) {
      case 'text':
        return node.value;
      case 'boolean':
        return reading.value;
      case 'number': {
        const integer = integerAs11(node.value);
        if (integer === undefined && !Number.isFinite(reading.value)) return this.failOfNumber(node);
        return new NumberText(integer === undefined ? pythonFloat(reading.value) : String(integer));
      }
      case 'date':
        return this.fail(
          node,
          msg('This value is read as a date, which JSON does not have. Put it in quotes.'),
        );
      case 'error':
        return this.fail(node, msg('This value cannot be loaded without quotes. Put it in quotes.'));
      case undefined:
        return this.failOfNumber(node);
    }
  }

  private failOfNumber(node: ScalarNode): null {
    return this.fail(node, msg('JSON does not have this number. Put it in quotes.'));
  }

  private readJsonScalar(node: ScalarNode): ExchangeData {
    if (node.type === 'boolean') return node.value === 'true';
    if (/^-?\d+$/.test(node.value)) return new NumberText(String(BigInt(node.value)));
    const number = Number(node.value);
    if (!Number.isFinite(number)) return this.fail(node, msg('This number is too large for JavaScript.'));
    return new NumberText(pythonFloat(number));
  }
}

/** About the length of data as JSON text. */
function lengthOf(data: ExchangeData): number {
  if (typeof data === 'string') return VALUE_LENGTH + data.length;
  const parts = isDataMap(data) ? [...data.keys(), ...data.values()] : Array.isArray(data) ? data : [];
  return parts.reduce<number>((sum, part) => sum + lengthOf(part), VALUE_LENGTH);
}

function isMerge({ key }: Pair): boolean {
  return key.kind === 'scalar' && key.style === 'plain' && key.value === '<<';
}

function shortTag(tag: string): string {
  return tag.replace('tag:yaml.org,2002:', '!!');
}
