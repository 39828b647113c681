import { proseText } from '../text/markdown-text';
import type { Document } from '../yaml/cut/document';
import { isMerged, type MapNode, type Node, resolveAlias, textOf, valueAt } from '../yaml/tree/tree';
import { ANY, BOOLEAN, listOf, NUMBER, objectRef, orExpression, TEXT } from './build';
import { type Module, OWN_CONFIG_FIELDS, ownWidgetIdField } from './modules';
import type { ResultType } from './result-type';
import { resultTypeMarkdown, resultTypeText } from './result-type';
import type { EnumValue, Field, ObjectSpec, Type } from './types';
import { LLM_WIDGET_FIELDS, type Widget } from './widgets';

/** Extensions of the format in a user's file. */
export interface OwnVocabulary {
  readonly modules: readonly Module[];
  readonly widgets: readonly Widget[];
  readonly tags: readonly string[];
  /** Whether the whole file could be read. */
  readonly complete: boolean;
}

/** The vocabulary of a file that is missing or cannot be read (yet). */
export const UNREAD_VOCABULARY: OwnVocabulary = { modules: [], widgets: [], tags: [], complete: false };

/** Deeper descriptions are cut off; aliases may make them endless. */
const DEEPEST = 12;

/**
 * Reads a file that describes user-defined modules. Never throws: invalid parts are left out, and an invalid file
 * makes the vocabulary incomplete, so that nothing is reported because of it. `name` is the file's name in source
 * notes.
 */
export function readVocabulary(document: Document, name: string): OwnVocabulary {
  const units = document.units.map((unit) => unit.parsed);
  const complete = units.every(({ problems }) =>
    problems.every(({ kind, recovered }) => recovered || kind === 'comment'),
  );
  const reader = new Reader(name, complete);
  const roots = units.flatMap(({ root }) => (root?.kind === 'map' ? [root] : []));
  const section = (key: string) => roots.flatMap((root) => valueAt(root, key) ?? []);
  return {
    modules: section('modules').flatMap((node) =>
      entriesOf(node).map(([key, map]) => reader.module(key, map)),
    ),
    widgets: section('widgets').flatMap((node) =>
      entriesOf(node).map(([key, map]) => reader.widget(key, map)),
    ),
    tags: section('tags').flatMap(textsOf),
    complete,
  };
}

class Reader {
  constructor(
    private readonly source: string,
    /** Whether findings may be based on the description. */
    private readonly certain: boolean,
  ) {}

  module(type: string, map: MapNode): Module {
    const output = textOf(map, 'output_name');
    const outputField = { ...OWN_CONFIG_FIELDS.output, ...(output ? { default: output } : {}) };
    const result = resultOf(map);
    return {
      type,
      config: this.spec(`${type} configuration`, map, [outputField, ...OWN_CONFIG_FIELDS.rest]),
      doc: descriptionOf(map) ?? 'A module of your own.',
      source: this.source,
      parametersAreVariables: hasParameters(map),
      ...(output ? { defaultOutputName: output } : {}),
      ...(result ? { result } : {}),
    };
  }

  widget(id: string, map: MapNode): Widget {
    const name = textOf(map, 'name') ?? id;
    const resultType = resultOf(map);
    const own = [ownWidgetIdField(), { ...OWN_CONFIG_FIELDS.output, default: 'result' }];
    const config = this.spec(`${name} configuration`, map, [...own, ...OWN_CONFIG_FIELDS.rest.slice(0, 1)]);
    const type = resultType?.kind === 'string' || resultType?.kind === 'object' ? resultType.kind : 'unknown';
    const members = resultType?.kind === 'object' ? [...resultType.members] : [];
    return {
      id,
      name,
      doc: descriptionOf(map) ?? 'A widget of your own.',
      fields: config.fields.filter((field) => !COMMON.has(field.name)),
      config,
      result: {
        type,
        doc: resultType ? resultTypeMarkdown(resultType) : 'Not described.',
        members: members.map(([member, one]) => ({ name: member, doc: resultTypeText(one) })),
        ...(resultType ? { resultType } : {}),
      },
      source: this.source,
    };
  }

  /** The fields of an object in a description, with the common fields. */
  private spec(title: string, map: MapNode, common: readonly Field[], depth = 0): ObjectSpec {
    const fields = valueAt(map, 'fields');
    const own =
      fields && depth < DEEPEST ? entriesOf(fields).map(([key, one]) => this.field(key, one, depth)) : [];
    const names = new Set(own.map((field) => field.name));
    const isOpen =
      !this.certain || fields?.kind !== 'map' || isMerged(fields) || textOf(map, 'open') === 'true';
    return {
      title,
      doc: descriptionOf(map) ?? '',
      extra: isOpen ? 'open' : 'known-module',
      fields: [...own, ...common.filter((field) => !names.has(field.name))],
    };
  }

  private field(name: string, map: MapNode, depth: number): Field {
    const known = LLM_WIDGET_FIELDS.find((field) => field.name === name);
    const isTyped = valueAt(map, 'type') !== undefined || valueAt(map, 'values') !== undefined;
    const fallback = textOf(map, 'default') ?? (isTyped ? undefined : known?.default);
    const deprecated = proseOf(map, 'deprecated');
    return {
      name,
      type: !isTyped && known ? known.type : this.type(name, map, depth),
      doc: descriptionOf(map) ?? (known && !isTyped ? known.doc : ''),
      source: this.source,
      ...(this.certain && textOf(map, 'required') === 'true' ? { required: true } : {}),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(deprecated === undefined ? {} : { deprecated }),
    };
  }

  private type(name: string, map: MapNode, depth: number): Type {
    const values = valuesOf(valueAt(map, 'values'));
    if (values.length > 0) return { kind: 'enum', values, open: !this.certain, template: true };
    switch (this.certain ? textOf(map, 'type') : undefined) {
      case 'string':
        return TEXT;
      case 'number':
        return NUMBER;
      case 'integer':
        return { ...NUMBER, integer: true };
      case 'boolean':
        return BOOLEAN;
      case 'list': {
        const item = valueAt(map, 'item');
        const isKnown = item?.kind === 'map' && depth < DEEPEST;
        return orExpression(listOf(isKnown ? this.type(name, item, depth + 1) : ANY));
      }
      case 'object':
        return orExpression(objectRef(this.spec(`\`${name}\``, map, [], depth + 1)));
      default:
        return ANY;
    }
  }
}

const COMMON: ReadonlySet<string> = new Set(['widget_id', 'output_name', 'cache']);

/** Names with the maps that describe them; a bare name has an empty map. */
function entriesOf(node: Node): readonly (readonly [name: string, map: MapNode])[] {
  const map = resolveAlias(node);
  if (map?.kind !== 'map') return [];
  return map.pairs.flatMap((pair) => {
    const value = resolveAlias(pair.value);
    if (pair.colon < 0 || pair.name === '' || pair.name === '<<') return [];
    if (value?.kind === 'map') return [[pair.name, value] as const];
    const isBare = value?.kind === 'scalar' && (value.empty || value.type === 'null');
    return isBare ? [[pair.name, { ...map, pairs: [] }] as const] : [];
  });
}

/** The description of something, as Markdown. */
function descriptionOf(map: MapNode): string | undefined {
  return proseOf(map, 'description');
}

function proseOf(map: MapNode, key: string): string | undefined {
  const text = textOf(map, key);
  return text === undefined ? undefined : proseText(text);
}

function textsOf(node: Node): readonly string[] {
  const list = resolveAlias(node);
  if (list?.kind !== 'seq') return [];
  return list.items.flatMap((item) => (item.kind === 'scalar' && !item.empty ? [item.value] : []));
}

function valuesOf(node: Node | undefined): readonly EnumValue[] {
  if (node?.kind !== 'seq') return [];
  return node.items.flatMap((item): EnumValue[] => {
    const one = resolveAlias(item);
    if (one?.kind === 'scalar' && !one.empty) return [{ value: one.value, doc: '' }];
    const value = one?.kind === 'map' ? textOf(one, 'value') : undefined;
    return one?.kind === 'map' && value !== undefined ? [{ value, doc: descriptionOf(one) ?? '' }] : [];
  });
}

function hasParameters(map: MapNode): boolean {
  const fields = valueAt(map, 'fields');
  return fields?.kind === 'map' && fields.pairs.some((pair) => pair.name === 'function_parameters');
}

function resultOf(map: MapNode): ResultType | undefined {
  const node = valueAt(map, 'result');
  return node && resultTypeOf(node, 0);
}

function resultTypeOf(node: Node, depth: number): ResultType {
  const one = resolveAlias(node);
  if (one === undefined || depth > DEEPEST) return { kind: 'any' };
  if (one.kind === 'map') {
    const members = one.pairs.map((pair) => [pair.name, resultTypeOf(pair.value, depth + 1)] as const);
    return { kind: 'object', members: new Map(members) };
  }
  if (one.kind === 'seq') {
    const [item] = one.items;
    return { kind: 'list', item: item ? resultTypeOf(item, depth + 1) : { kind: 'any' } };
  }
  const word = one.value;
  return word === 'string' || word === 'number' || word === 'boolean' ? { kind: word } : { kind: 'any' };
}
