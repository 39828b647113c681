import type { Range } from '../text/range';
import type { Node } from '../yaml/tree';
import type { ExchangeData } from './data';

/** Where a value of the exported data is written. */
export interface DataOrigin {
  /** The file, and its text. */
  readonly address: string;
  readonly text: string;
  /** The value. */
  readonly node: Node;
  /** Its key in a map. */
  readonly key: Node | undefined;
  /** The file whose whole text this is, included by `!oneline`. */
  readonly file?: { readonly address: string; readonly text: string };
}

/** Where the members of maps and lists are written. Objects of `Data` are compared by identity. */
export class DataOrigins {
  readonly #members = new Map<ExchangeData, Map<string | number, DataOrigin>>();
  /** The map or list that is the whole of a file, or of a value. */
  readonly #values = new Map<ExchangeData, DataOrigin>();
  readonly #files = new Map<Node, { readonly address: string; readonly text: string }>();

  note(container: ExchangeData, member: string | number, origin: DataOrigin): void {
    const file = this.#files.get(origin.node);
    const members = this.#members.get(container) ?? new Map<string | number, DataOrigin>();
    members.set(member, file ? { ...origin, file } : origin);
    this.#members.set(container, members);
  }

  noteRoot(value: ExchangeData, origin: DataOrigin): void {
    this.#values.set(value, origin);
  }

  /** A tag brings in the text of a file. */
  noteFile(tag: Node, address: string, text: string): void {
    this.#files.set(tag, { address, text });
  }

  /** A member that is merged from another map keeps its origin. */
  copy(from: ExchangeData, to: ExchangeData, member: string): void {
    const origin = this.of(from, member);
    if (origin) this.note(to, member, origin);
  }

  /** The origin of a member; undefined if it is not known. */
  of(container: ExchangeData, member: string | number): DataOrigin | undefined {
    return this.#members.get(container)?.get(member);
  }

  /** The origin of the data of a whole file. */
  ofRoot(value: ExchangeData): DataOrigin | undefined {
    return this.#values.get(value);
  }
}

/** The range of a value in its file, or of its key if the value is empty. */
export function originRange({ node, key }: DataOrigin): Range {
  const shown = node.start === node.end && key !== undefined ? key : node;
  return { start: shown.start, end: shown.end };
}
