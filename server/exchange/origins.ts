import type { Address } from '../project/files/paths';
import type { Range } from '../text/range';
import type { AliasNode, Node } from '../yaml/tree/tree';
import type { ExchangeData } from './data';

/** Where a value of the exported data is written. */
export interface DataOrigin {
  /** The file, and its text. */
  readonly address: Address;
  readonly text: string;
  /** The value. */
  readonly node: Node;
  /** The alias in its place. */
  readonly alias?: AliasNode;
  /** Its key in a map. */
  readonly key: Node | undefined;
  /** The file whose whole text this is, included by `!oneline`. */
  readonly file?: { readonly address: Address; readonly text: string };
}

/** Where the members of maps and lists are written. Maps and lists are compared by identity. */
export class DataOrigins {
  readonly #members = new Map<ExchangeData, Map<string | number, DataOrigin>>();
  /** The origins of the data of whole files. */
  readonly #values = new Map<ExchangeData, DataOrigin>();
  readonly #files = new Map<Node, { readonly address: Address; readonly text: string }>();

  recordMember(container: ExchangeData, member: string | number, origin: DataOrigin): void {
    const file = this.#files.get(origin.node);
    const members = this.#members.get(container) ?? new Map<string | number, DataOrigin>();
    members.set(member, file ? { ...origin, file } : origin);
    this.#members.set(container, members);
  }

  recordRoot(value: ExchangeData, origin: DataOrigin): void {
    this.#values.set(value, origin);
  }

  /** Records the file that a tag includes. */
  recordFile(tag: Node, address: Address, text: string): void {
    this.#files.set(tag, { address, text });
  }

  /** Copies the origin of a member that is merged from another map. */
  copy(from: ExchangeData, to: ExchangeData, member: string): void {
    const origin = this.originOfMember(from, member);
    if (origin) this.recordMember(to, member, origin);
  }

  /** The origin of a member; undefined if it is not known. */
  originOfMember(container: ExchangeData, member: string | number): DataOrigin | undefined {
    return this.#members.get(container)?.get(member);
  }

  /** The origin of the data of a whole file. */
  originOfRoot(value: ExchangeData): DataOrigin | undefined {
    return this.#values.get(value);
  }
}

/** The range of a value in its file, or of its key if the value is empty. */
export function originRange({ node, key }: DataOrigin): Range {
  const shown = node.start === node.end && key !== undefined ? key : node;
  return { start: shown.start, end: shown.end };
}
