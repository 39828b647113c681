import type { Catalog } from '../../format/catalog';
import type { Module } from '../../format/modules';
import { specOf } from '../../format/objects';
import { shapeText } from '../../format/result-shape';
import type { EnumValue, Field, ObjectRef, Type } from '../../format/types';
import { append } from '../../text/append';
import { type Message, msg } from '../../text/message';
import { pairOf, resolveAlias } from '../../yaml/tree';
import { fieldSummary, smallPrint } from '../describe';
import { bullets, code, paragraphs, titled } from '../markdown';
import { eventOffers } from './events';
import { hasItems, sketchOf } from './fields';
import type { Offer } from './item';
import { alternatives, fieldsOfValue, type Place, scopeOf } from './place';
import {
  automataOffers,
  buttonOffers,
  choiceOffers,
  formFieldOffers,
  raisedOffers,
  statePathOffers,
} from './scenarios';
import { undefinedNames } from './scopes';
import { expressionHole, hole, type MapSketch, map, type Sketch } from './sketch';
import { initialOffers, targetOffers } from './targets';
import { usedValues } from './used-values';

/** Values: enumerations, booleans, suggestions, and names by what the format says they name. */

const RANK = 0;
const DEPRECATED = 1;

/** What may be written as the value at the cursor, other than maps and lists. */
export function valueOffers(place: Place): Offer[] {
  const { spot, step } = place;
  const fields = fieldsOfValue(place);
  // The map around may be of a kind that only more keys would decide.
  const isOpen = fields.length > 1 || (fields.length === 1 && step.field === undefined);
  const types = isOpen
    ? fields.flatMap(({ type }) => alternatives({ ...step, declared: type }, undefined))
    : alternatives(step, undefined);
  const offers = types.flatMap((type) => offersOf(type, place));
  if (spot.role === 'value' || spot.role === 'either')
    append(offers, [...literalOffers(place), ...choiceOffers(place)]);
  return offers;
}

function offersOf(type: Type, place: Place): Offer[] {
  switch (type.kind) {
    case 'enum':
      return type.values.flatMap((value) => enumOffer(value, place));
    case 'boolean':
      return [
        ...(type.literalText ? expressionOffer(place) : []),
        ...['true', 'false'].map((word) => ({
          label: word,
          kind: 'value' as const,
          insert: { as: 'literal', text: word } as const,
          rank: RANK,
          detail: isDefault(place, word) ? msg('default') : undefined,
        })),
      ];
    case 'string':
      return [...suggestionOffers(type.suggestions ?? [], place), ...roleOffers(type.role, place)];
    default:
      return [];
  }
}

/** Braces with the quotes that they need, where nothing is written yet. */
function expressionOffer({ spot }: Place): Offer[] {
  if (spot.role !== 'value' || spot.quote !== 'none' || spot.partial || spot.prefix !== '') return [];
  return [
    {
      label: 'expression',
      kind: 'snippet',
      insert: { as: 'nested', value: expressionHole() },
      rank: RANK,
      detail: '{{ }}',
      retrigger: true,
    },
  ];
}

function roleOffers(role: string | undefined, place: Place): Offer[] {
  switch (role) {
    case 'target':
      return targetOffers(place);
    case 'initial':
      return initialOffers(place);
    case 'event':
      return eventOffers(place);
    case 'result':
      return resultOffers(place);
    case 'state-path':
      return statePathOffers(place);
    case 'raised':
      return raisedOffers(place);
    case 'button':
      return buttonOffers(place);
    case 'form-field':
      return formFieldOffers(place);
    case 'automata':
      return automataOffers(place);
    default:
      return [];
  }
}

function enumOffer(value: EnumValue, place: Place): Offer[] {
  if (value.hidden) return [];
  const module =
    place.step.field?.name === 'module_type' ? place.step.catalog.moduleOf(value.value) : undefined;
  return [
    {
      label: value.value,
      kind: module ? 'module' : 'value',
      insert: { as: 'text', text: value.value, after: module && configOf(module.config, place) },
      rank: value.deprecated ? DEPRECATED : RANK,
      detail: module
        ? msg(specOf(module.config).title)
        : isDefault(place, value.value)
          ? msg('default')
          : undefined,
      documentation: () => (module ? moduleCard(module) : msg(value.doc)),
      deprecated: value.deprecated,
      retrigger: module && needsConfig(place) && startsWithChoice(module.config),
    },
  ];
}

function moduleCard({ doc, result, source }: Module): Message {
  return paragraphs(msg(doc), result && msg`Result: \`${shapeText(result)}\`.`, smallPrint(source));
}

function isDefault(place: Place, value: string): boolean {
  return place.step.field?.default === value;
}

function needsConfig({ step }: Place): boolean {
  const task = step.pair?.parent;
  return task !== undefined && pairOf(task, 'module_config') === undefined;
}

/** The configuration that a module needs, for a task that has none yet. */
function configOf(config: ObjectRef, place: Place): MapSketch | undefined {
  if (!needsConfig(place)) return undefined;
  const fields = skeletonOf(config).map((field) => [field.name, firstValue(field)] as const);
  return map(['module_config', map(...fields)]);
}

/** A default is the value to begin with, as it is a good name for the result. */
function firstValue(field: Field): Sketch {
  return field.default === undefined ? sketchOf(field.type) : hole(field.default);
}

/** What is required, and the name of the result. */
function skeletonOf(config: ObjectRef): readonly Field[] {
  const { fields, oneOf } = specOf(config);
  return fields.filter(
    (field) => field.required || field.name === oneOf?.[0] || (field.name === 'output_name' && !field.hidden),
  );
}

function startsWithChoice(config: ObjectRef): boolean {
  const [first] = skeletonOf(config);
  return first !== undefined && hasItems(first.type);
}

/** What the field has elsewhere in the project, then what else the format suggests. */
function suggestionOffers(suggestions: readonly EnumValue[], place: Place): Offer[] {
  const { catalog } = place.step;
  const used = usedValues(place);
  const byValue = new Map(suggestions.map((one) => [one.value, one]));
  const again = used.map((value) => {
    const one = suggestion(byValue.get(value) ?? { value }, catalog);
    return { ...one, detail: one.detail ?? msg('used elsewhere') };
  });
  const others = suggestions.filter(({ value }) => !used.includes(value));
  return [...again, ...others.map((one) => suggestion(one, catalog))];
}

/** A value that the format suggests and does not enforce; widgets go by their names. */
function suggestion({ value, doc }: Pick<EnumValue, 'value'> & Partial<EnumValue>, catalog: Catalog): Offer {
  const widget = catalog.widgetOf(value);
  if (widget === undefined) {
    return {
      label: value,
      kind: 'value',
      insert: { as: 'text', text: value },
      rank: RANK,
      documentation: () => (doc === undefined ? undefined : msg(doc)),
    };
  }
  const fields = widget.fields.map(fieldSummary);
  return {
    label: widget.name,
    kind: 'widget',
    insert: { as: 'text', text: value },
    rank: RANK,
    detail: value,
    filter: `${widget.name} ${value}`,
    documentation: () =>
      paragraphs(
        msg`${titled(widget.name)} · ${code(widget.id)}`,
        msg(widget.doc),
        msg`Result: ${msg(widget.result.doc)}`,
        bullets(...fields),
        smallPrint(widget.source),
      ),
  };
}

/** Names for a result that the state uses already. */
function resultOffers(place: Place): Offer[] {
  const scope = scopeOf(place);
  if (scope === undefined) return [];
  const { unit, project } = place.at;
  return undefinedNames(project, scope, { unit, start: place.spot.replace.start }).map((name) => ({
    label: name,
    kind: 'result',
    insert: { as: 'text', text: name },
    rank: RANK,
    detail: msg('used here, not defined'),
  }));
}

/** `choices` and `default_value` of an input hold each other's values. */
function literalOffers({ step }: Place): Offer[] {
  const field = step.field?.name ?? step.parent?.field?.name;
  const input = field === 'choices' && step.index >= 0 ? step.parent?.pair?.parent : step.pair?.parent;
  const owner = field === 'choices' && step.index >= 0 ? step.parent?.parent : step.parent;
  if (input === undefined || owner?.type.kind !== 'object' || owner.type.object !== 'input') return [];
  const other = field === 'choices' ? 'default_value' : field === 'default_value' ? 'choices' : undefined;
  const pair = other === undefined ? undefined : pairOf(input, other);
  const node = pair && resolveAlias(pair.value);
  const nodes = node?.kind === 'seq' ? node.items : node ? [node] : [];
  return nodes.flatMap((item): Offer[] => {
    if (item.kind !== 'scalar' || item.empty || item.value.includes('{{')) return [];
    const isText = item.type === 'string';
    return [
      {
        label: item.value,
        kind: 'value',
        insert: isText ? { as: 'text', text: item.value } : { as: 'literal', text: item.value },
        rank: RANK,
        detail: msg`from ${other}`,
      },
    ];
  });
}
