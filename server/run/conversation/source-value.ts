import { type ExchangeData, isDataMap, isNumberText } from '../../exchange/data';
import type { DataOrigin, DataOrigins } from '../../exchange/origins';

/** A value of the exported automata with its origin. */
export class SourceValue {
  constructor(
    private readonly origins: DataOrigins,
    readonly value: ExchangeData | undefined,
    readonly origin: DataOrigin | undefined,
  ) {}

  /** The member of a map; for a missing member or other values, `undefined` at the same origin. */
  get(name: string): SourceValue {
    if (!isDataMap(this.value)) return new SourceValue(this.origins, undefined, this.origin);
    const origin = this.origins.originOfMember(this.value, name) ?? this.origin;
    return new SourceValue(this.origins, this.value.get(name), origin);
  }

  /** The members of a map in order; empty for other values. */
  entries(): (readonly [name: string, value: SourceValue])[] {
    return isDataMap(this.value) ? [...this.value.keys()].map((name) => [name, this.get(name)] as const) : [];
  }

  /** The values of a map, or the items of a list. */
  children(): SourceValue[] {
    return this.isMap ? this.entries().map(([, value]) => value) : this.items();
  }

  /** The items of a list, with those of lists in it, such as rows of buttons. */
  flatItems(): SourceValue[] {
    return this.items().flatMap((item) => (item.isList ? item.items() : [item]));
  }

  /** The scalars in it, at any depth, or itself. */
  scalars(): SourceValue[] {
    return this.isMap || this.isList ? this.children().flatMap((one) => one.scalars()) : [this];
  }

  /** The items of a list; empty for other values. */
  items(): SourceValue[] {
    const list = this.value;
    if (!isList(list)) return [];
    return list.map(
      (item, index) =>
        new SourceValue(this.origins, item, this.origins.originOfMember(list, index) ?? this.origin),
    );
  }

  get isMap(): boolean {
    return isDataMap(this.value);
  }

  get isList(): boolean {
    return isList(this.value);
  }

  /** Whether it is neither missing nor `null`. */
  get isGiven(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** The text of a string or number; undefined for other values. */
  get text(): string | undefined {
    if (isNumberText(this.value)) return this.value.text;
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /** The text of a member; empty if it has none. */
  textOf(name: string): string {
    return this.get(name).text ?? '';
  }

  get isTrue(): boolean {
    return this.value === true || this.value === 'true';
  }
}

function isList(value: ExchangeData | undefined): value is readonly ExchangeData[] {
  return Array.isArray(value);
}
