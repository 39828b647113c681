import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import { parseJson } from '../yaml/json';
import { parseYaml } from '../yaml/parse';
import type { AliasNode, MapNode, Node, Pair, ScalarNode, SeqNode } from '../yaml/tree';
import type { Notation } from '../yaml/unit';
import { integerAs11, readAs11 } from '../yaml/yaml-1-1';
import { type ExchangeData, isDataMap, isNumberText, NumberText } from './data';
import type { DataOrigin, DataOrigins } from './origins';
import { pythonFloat } from './write-json';

/** What a tag of the format includes at a node; undefined after reporting why it cannot be included. */
type TagReader = (node: Node, tag: string, tell: ReportConversionError) => ExchangeData | undefined;

/** Reports an error at a range of the text. */
export type ReportConversionError = (range: Range, message: Message) => void;

/** More values than any agent has: aliases within aliases make huge data of a small text. */
const MAX_VALUES = 1_000_000;
const DEEPEST = 1_000;

/** Errors of a text that apply only to strict JSON. */
const LENIENT = new Set(['comment', 'trailing-comma']);

/**
 * The data of a text as the tool of the community reads it: YAML 1.1, with merged keys; of duplicate keys, the last
 * value at the position of the first. Undefined for an empty text, and for a text that the tool rejects, after an
 * error. Never throws.
 */
export function readData(
  text: string,
  notation: Notation,
  readTag: TagReader,
  tell: ReportConversionError,
  recorder?: OriginRecorder,
): ExchangeData | undefined {
  const { root, problems } = notation === 'json' ? parseJson(text) : parseYaml(text);
  const broken = problems.filter(({ kind }) => !LENIENT.has(kind));
  for (const problem of broken) tell(problem, problem.message);
  if (broken.length > 0 || root === undefined) return undefined;
  const data = new DataReader(notation, readTag, tell, recorder).read(root);
  if (data !== undefined && recorder)
    recorder.origins.noteRoot(data, { address: recorder.address, text, node: root, key: undefined });
  return data;
}

/** Collects where the values of a file are written. */
export interface OriginRecorder {
  readonly origins: DataOrigins;
  readonly address: string;
  readonly text: string;
}

/** Says that nothing is left to say. */
class Stop extends Error {}

class DataReader {
  private values = 0;
  /** The nodes that are being read, to find those that hold themselves. */
  private readonly around = new Set<Node>();
  private isWhole = true;

  constructor(
    private readonly notation: Notation,
    private readonly readTag: TagReader,
    private readonly tell: ReportConversionError,
    private readonly recorder: OriginRecorder | undefined,
  ) {}

  read(root: Node): ExchangeData | undefined {
    try {
      const data = this.node(root);
      return this.isWhole ? data : undefined;
    } catch (error) {
      if (error instanceof Stop) return undefined;
      throw error;
    }
  }

  /** Reports an error and continues, so that all errors are reported at once. */
  private fail(range: Range, message: Message): null {
    this.isWhole = false;
    this.tell(range, message);
    return null;
  }

  private node(node: Node): ExchangeData {
    if (node.kind === 'alias') return this.node(this.target(node));
    if (++this.values > MAX_VALUES || this.around.size > DEEPEST) {
      this.fail(node, msg('This value is too large to export: its aliases expand to too much text.'));
      throw new Stop();
    }
    if (this.around.has(node)) {
      this.fail(node, msg('This value contains itself through an alias, so it cannot be exported as JSON.'));
      throw new Stop();
    }
    this.around.add(node);
    const data = this.written(node);
    this.around.delete(node);
    return data;
  }

  private target(alias: AliasNode): Node {
    if (alias.target) return alias.target;
    this.fail(
      alias,
      msg`Alias \`*${alias.name}\` has no anchor \`&${alias.name}\` before it. Add the anchor, or write the value.`,
    );
    throw new Stop();
  }

  private written(node: Exclude<Node, AliasNode>): ExchangeData {
    const tag = node.tag?.name;
    if (tag === '!include' || tag === '!oneline') {
      const data = this.readTag(node, tag, this.tell);
      this.isWhole &&= data !== undefined;
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
    if (node.kind === 'seq') return this.list(node);
    if (node.kind === 'map') return this.map(node);
    return isText ? node.value : this.scalar(node);
  }

  private list(node: SeqNode): readonly ExchangeData[] {
    const data = node.items.map((item) => this.node(item));
    for (const [index, item] of node.items.entries()) this.record(data, index, item, undefined);
    return data;
  }

  private map(node: MapNode): ReadonlyMap<string, ExchangeData> {
    const data = new Map<string, ExchangeData>();
    for (const pair of node.pairs) {
      if (isMerge(pair)) this.merge(pair, data);
    }
    for (const pair of node.pairs) {
      if (isMerge(pair)) continue;
      const key = this.key(pair);
      data.set(key, this.node(pair.value));
      this.record(data, key, pair.value, pair.key);
    }
    return data;
  }

  /** Adds the pairs that `<<` brings in; of several maps, the first one that has a key decides. */
  private merge({ value }: Pair, into: Map<string, ExchangeData>): void {
    const from = value.kind === 'alias' ? this.target(value) : value;
    const maps = from.kind === 'seq' ? [...from.items].reverse() : [from];
    for (const map of maps) {
      const data = this.node(map);
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
    const node = value.kind === 'alias' ? (value.target ?? value) : value;
    const origin: DataOrigin = { address, text, node, key };
    origins.note(container, member, origin);
  }

  private key({ key }: Pair): string {
    if (key.kind === 'scalar' && (key.style !== 'plain' || key.value === '=')) return key.value;
    const data = key.kind === 'scalar' || key.kind === 'alias' ? this.node(key) : undefined;
    if (typeof data === 'string') return data;
    if (isNumberText(data)) return data.text;
    if (data === null || typeof data === 'boolean') return String(data);
    this.fail(key, msg('Keys must be text in JSON; a map or a list cannot be a key.'));
    return '';
  }

  private scalar(node: ScalarNode): ExchangeData {
    if (node.style !== 'plain' || (this.notation === 'json' && node.type === 'string')) return node.value;
    if (node.empty || node.type === 'null') return null;
    if (this.notation === 'json') return this.jsonScalar(node);
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
        return this.fail(node, msg('JSON does not have this number. Put it in quotes.'));
    }
  }

  private jsonScalar(node: ScalarNode): ExchangeData {
    if (node.type === 'boolean') return node.value === 'true';
    if (/^-?\d+$/.test(node.value)) return new NumberText(String(BigInt(node.value)));
    const number = Number(node.value);
    if (!Number.isFinite(number)) return this.fail(node, msg('This number is too large for JavaScript.'));
    return new NumberText(pythonFloat(number));
  }
}

function isMerge({ key }: Pair): boolean {
  return key.kind === 'scalar' && key.style === 'plain' && key.value === '<<';
}

function shortTag(tag: string): string {
  return tag.replace('tag:yaml.org,2002:', '!!');
}
