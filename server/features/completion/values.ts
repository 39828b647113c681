import type { Catalog } from '../../format/catalog';
import type { Module } from '../../format/modules';
import { specOf } from '../../format/objects';
import { resultTypeMarkdown } from '../../format/result-type';
import type { EnumValue, Field, ObjectRef, Type } from '../../format/types';
import { append } from '../../text/append';
import { type Message, msg } from '../../text/message';
import { pairOf, resolveAlias } from '../../yaml/tree/tree';
import { type MapTemplate, NEW_MAP, type ValueTemplate } from '../../yaml/write/values';
import { fieldSummary, sourceNote } from '../describe';
import { boldName, bulletList, inlineCode, paragraphs } from '../markdown';
import { choiceCandidates } from './choices';
import { type CompletionContext, enclosingScope, fieldsOfValue, possibleTypes } from './completion-context';
import { eventCandidates } from './events';
import { hasCompletions, valueTemplate } from './fields';
import type { CompletionCandidate } from './item';
import {
  automataCandidates,
  buttonCandidates,
  formFieldCandidates,
  raisedEventCandidates,
  statePathCandidates,
} from './scenarios';
import { undefinedNames } from './scopes';
import { expressionPlaceholder, placeholder } from './snippet';
import { initialCandidates, targetCandidates } from './targets';
import { usedValues } from './used-values';

/** Values: enumerations, booleans, suggestions, and names of the kind that the format expects. */

const RANK = 0;
const DEPRECATED = 1;

/** The possible values at the cursor, except for maps and lists. */
export function valueCandidates(context: CompletionContext): CompletionCandidate[] {
  const { cursor, step } = context;
  const fields = fieldsOfValue(context);
  // The map around it may be of a kind that only further keys would decide.
  const isOpen = fields.length > 1 || (fields.length === 1 && step.field === undefined);
  const types = isOpen
    ? fields.flatMap(({ type }) => possibleTypes({ ...step, declared: type }, undefined))
    : possibleTypes(step, undefined);
  const candidates = types.flatMap((type) => candidatesOf(type, context));
  if (step.field?.name === 'contains' && step.parent?.field?.name === 'buttons')
    append(candidates, buttonCandidates(context));
  if (cursor.role === 'value' || cursor.role === 'either')
    append(candidates, [...literalCandidates(context), ...choiceCandidates(context)]);
  return candidates;
}

function candidatesOf(type: Type, context: CompletionContext): CompletionCandidate[] {
  switch (type.kind) {
    case 'enum':
      return type.values.flatMap((value) => enumCandidate(value, context));
    case 'boolean':
      return [
        ...(type.literalText ? expressionCandidate(context) : []),
        ...['true', 'false'].map((word) => ({
          label: word,
          kind: 'value' as const,
          insert: { as: 'literal', text: word } as const,
          rank: RANK,
          detail: isDefault(context, word) ? msg('default') : undefined,
        })),
      ];
    case 'string':
      return [
        ...suggestionCandidates(type.suggestions ?? [], context),
        ...roleCandidates(type.role, context),
      ];
    default:
      return [];
  }
}

/** Braces with the quotes that they need, if nothing is written yet. */
function expressionCandidate({ cursor }: CompletionContext): CompletionCandidate[] {
  if (cursor.role !== 'value' || cursor.quote !== 'none' || cursor.partial || cursor.prefix !== '') return [];
  return [
    {
      label: 'expression',
      kind: 'snippet',
      insert: { as: 'nested', value: expressionPlaceholder() },
      rank: RANK,
      detail: '{{ }}',
      retrigger: true,
    },
  ];
}

function roleCandidates(role: string | undefined, context: CompletionContext): CompletionCandidate[] {
  switch (role) {
    case 'target':
      return targetCandidates(context);
    case 'initial':
      return initialCandidates(context);
    case 'event':
      return eventCandidates(context);
    case 'result':
      return resultCandidates(context);
    case 'state-path':
      return statePathCandidates(context);
    case 'raised':
      return raisedEventCandidates(context);
    case 'button':
      return buttonCandidates(context);
    case 'form-field':
      return formFieldCandidates(context);
    case 'automata':
      return automataCandidates(context);
    default:
      return [];
  }
}

function enumCandidate(value: EnumValue, context: CompletionContext): CompletionCandidate[] {
  if (value.hidden) return [];
  const module =
    context.step.field?.name === 'module_type' ? context.step.catalog.moduleOf(value.value) : undefined;
  const isWritten = context.cursor.prefix === value.value;
  return [
    {
      label: value.value,
      kind: module ? 'module' : 'value',
      insert: {
        as: 'text',
        text: value.value,
        after: isWritten ? undefined : module && configOf(module.config, context),
      },
      rank: value.deprecated ? DEPRECATED : RANK,
      detail: module
        ? msg(specOf(module.config).title)
        : isDefault(context, value.value)
          ? msg('default')
          : undefined,
      documentation: () => (module ? moduleCard(module) : msg(value.doc)),
      deprecated: value.deprecated,
      retrigger: module && !isWritten && needsConfig(context) && startsWithChoice(module.config),
    },
  ];
}

function moduleCard({ doc, result, source }: Module): Message {
  return paragraphs(msg(doc), result && msg`Result: ${resultTypeMarkdown(result)}.`, sourceNote(source));
}

function isDefault(context: CompletionContext, value: string): boolean {
  return context.step.field?.default === value;
}

function needsConfig({ step }: CompletionContext): boolean {
  const task = step.pair?.parent;
  return task !== undefined && pairOf(task, 'module_config') === undefined;
}

/** The configuration that a module needs, for a task without one. */
function configOf(config: ObjectRef, context: CompletionContext): MapTemplate | undefined {
  if (!needsConfig(context)) return undefined;
  const fields = skeletonOf(config).map((field) => [field.name, firstValue(field)] as const);
  return { module_config: fields.length === 0 ? NEW_MAP : new Map(fields) };
}

/** A default is used as the initial value, as it is a good name for the result. */
function firstValue(field: Field): ValueTemplate {
  return field.default === undefined ? valueTemplate(field.type) : placeholder(field.default);
}

/** The required fields, and the name of the result. */
function skeletonOf(config: ObjectRef): readonly Field[] {
  const { fields, oneOf } = specOf(config);
  return fields.filter(
    (field) => field.required || field.name === oneOf?.[0] || (field.name === 'output_name' && !field.hidden),
  );
}

function startsWithChoice(config: ObjectRef): boolean {
  const [first] = skeletonOf(config);
  return first !== undefined && hasCompletions(first.type);
}

/** The values of the field elsewhere in the project, then other suggestions of the format. */
function suggestionCandidates(
  suggestions: readonly EnumValue[],
  context: CompletionContext,
): CompletionCandidate[] {
  const { catalog } = context.step;
  const used = usedValues(context);
  const byValue = new Map(suggestions.map((one) => [one.value, one]));
  const again = used.map((value) => {
    const one = suggestion(byValue.get(value) ?? { value }, catalog);
    return { ...one, detail: one.detail ?? msg('used in other places') };
  });
  const others = suggestions.filter(({ value }) => !used.includes(value));
  return [...again, ...others.map((one) => suggestion(one, catalog))];
}

/** A value that the format suggests and does not enforce; widgets are labelled by their names. */
function suggestion(
  { value, doc }: Pick<EnumValue, 'value'> & Partial<EnumValue>,
  catalog: Catalog,
): CompletionCandidate {
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
        msg`${boldName(widget.name)} · ${inlineCode(widget.id)}`,
        msg(widget.doc),
        msg`Result: ${msg(widget.result.doc)}`,
        bulletList(...fields),
        sourceNote(widget.source),
      ),
  };
}

/** Names for a result that the state already uses. */
function resultCandidates(context: CompletionContext): CompletionCandidate[] {
  const scope = enclosingScope(context);
  if (scope === undefined) return [];
  const { unit, project } = context.at;
  return undefinedNames(project, scope, { unit, start: context.cursor.replace.start }).map((name) => ({
    label: name,
    kind: 'result',
    insert: { as: 'text', text: name },
    rank: RANK,
    detail: msg('used here but not defined'),
  }));
}

/** `choices` and `default_value` of an input contain each other's values. */
function literalCandidates({ step }: CompletionContext): CompletionCandidate[] {
  const field = step.field?.name ?? step.parent?.field?.name;
  const input = field === 'choices' && step.index >= 0 ? step.parent?.pair?.parent : step.pair?.parent;
  const owner = field === 'choices' && step.index >= 0 ? step.parent?.parent : step.parent;
  if (input === undefined || owner?.type.kind !== 'object' || owner.type.object !== 'input') return [];
  const other = field === 'choices' ? 'default_value' : field === 'default_value' ? 'choices' : undefined;
  const pair = other === undefined ? undefined : pairOf(input, other);
  const node = pair && resolveAlias(pair.value);
  const nodes = node?.kind === 'seq' ? node.items : node ? [node] : [];
  return nodes.flatMap((item): CompletionCandidate[] => {
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
