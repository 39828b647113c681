import { type ExchangeData, isDataList, isDataMap } from '../../exchange/data';
import { plainDataOf } from '../../exchange/read-back';
import { Placeholder, ScalarTemplate, type ValueTemplate } from '../../yaml/write/values';

/** A place with its initial text, which may contain expressions, or the same place again. */
const PLACE = /\$\{(\d+):((?:[^{}]|\{\{[^{}]*\}\})*)\}|\$(\d+)/g;

type TemplateMap = ReadonlyMap<string | ScalarTemplate, ValueTemplate>;

/** A template in YAML: `${1:text}` is a place to type in, `$1` the same place again. */
export class TemplateText {
  #value: TemplateMap | undefined;

  constructor(readonly text: string) {}

  get value(): TemplateMap {
    this.#value ??= new TemplateReader().map(plainDataOf(this.text, 'yaml'));
    return this.#value;
  }
}

class TemplateReader {
  readonly #places = new Map<string, Placeholder>();

  map(data: ExchangeData | undefined): TemplateMap {
    const entries: Iterable<[string, ExchangeData]> = isDataMap(data) ? data : [];
    return new Map([...entries].map(([key, value]) => [this.#text(key), this.#value(value)]));
  }

  #value(data: ExchangeData): ValueTemplate {
    if (typeof data === 'string') return this.#text(data);
    if (isDataList(data)) return data.map((item) => this.#value(item));
    return isDataMap(data) ? this.map(data) : data;
  }

  #text(text: string): string | ScalarTemplate {
    const parts: (string | Placeholder)[] = [];
    let end = 0;
    for (const { 0: all, 1: first, 2: initial, 3: again, index } of text.matchAll(PLACE)) {
      const number = first ?? again ?? '';
      const place = this.#places.get(number) ?? new Placeholder(initial);
      this.#places.set(number, place);
      parts.push(text.slice(end, index), place);
      end = index + all.length;
    }
    if (parts.length === 0) return text;
    return new ScalarTemplate([...parts, text.slice(end)].filter((part) => part !== ''));
  }
}
