import { specOf } from '../../format/objects';
import type { Type } from '../../format/types';
import { stepOfSlot } from '../../format/walk';
import { formatMessage, msg } from '../../text/message';
import { slotOf } from '../../yaml/cursor/cursor';
import { NEW_MAP, type ValueTemplate } from '../../yaml/write/values';
import { typeName } from '../describe';
import { type CompletionContext, possibleTypes } from './completion-context';
import { hasCompletions, objectTemplate, valueTemplate } from './fields';
import type { CompletionCandidate } from './item';

/** Items of lists with their dashes, and maps and lists as the values of keys. */

/** Before deprecated fields. */
const RANK = 5;

/** An item with its dash, where a list is expected or continues; without one right after a written dash. */
export function listItemCandidates(context: CompletionContext): CompletionCandidate[] {
  const { at, cursor, step } = context;
  if (cursor.flow || cursor.quote !== 'none' || cursor.prefix.startsWith('!')) return [];
  if (cursor.role === 'either' && step.index >= 0) {
    const object = possibleTypes(step, undefined).find(({ kind }) => kind === 'object');
    // A single field is also offered by its name.
    const isMore = object?.kind === 'object' && objectTemplate(object.object).size > 1;
    return isMore ? [itemCandidate(object, 'nested')] : [];
  }
  const holder = cursor.list ? stepOfSlot(at.root, slotOf(cursor.list)) : step;
  if (cursor.role === 'key' && cursor.list === undefined) return [];
  const lists = possibleTypes(holder, undefined).flatMap((type) => (type.kind === 'list' ? [type] : []));
  return lists.slice(0, 1).map(({ item }) => itemCandidate(item, 'item'));
}

function itemCandidate(type: Type, as: 'item' | 'nested'): CompletionCandidate {
  const { name, template, retrigger } = itemOf(type);
  const insert = { as, value: template };
  return { label: `- ${name}`, kind: 'snippet', insert, rank: RANK, detail: msg('new list item'), retrigger };
}

/** Objects, maps and lists as a value, where other values are possible as well. */
export function collectionCandidates(context: CompletionContext): CompletionCandidate[] {
  const { cursor, step } = context;
  if (cursor.role !== 'value' || cursor.quote !== 'none' || cursor.partial || /^[!{[]/.test(cursor.prefix))
    return [];
  if (step.index >= 0 && !cursor.flow) return [];
  return possibleTypes(step, undefined).flatMap((type): CompletionCandidate[] => {
    const nested = nestedOf(type);
    if (nested === undefined) return [];
    return [
      {
        label: formatMessage(typeName(type)),
        kind: 'snippet',
        insert: { as: 'nested', value: nested.template },
        rank: RANK,
        detail: cursor.flow ? msg('in brackets') : msg('on separate lines'),
        retrigger: nested.retrigger,
      },
    ];
  });
}

/** Valid, but not suggested: the older form of tasks, and an unused form of names. */
function isRare(type: Type): boolean {
  return (
    (type.kind === 'map' && type.keys === 'task') || (type.kind === 'object' && type.object === 'output-name')
  );
}

interface Nested {
  readonly template: ValueTemplate;
  readonly retrigger: boolean;
}

function nestedOf(type: Type): Nested | undefined {
  if (isRare(type)) return undefined;
  if (type.kind === 'object') {
    const template = objectTemplate(type.object);
    const isNew = template.size === 0;
    return { template: isNew ? NEW_MAP : template, retrigger: isNew || startsWithChoice(type) };
  }
  if (type.kind === 'map') return { template: NEW_MAP, retrigger: hasCompletions(type) };
  if (type.kind !== 'list') return undefined;
  const item = itemOf(type.item);
  return { template: [item.template], retrigger: item.retrigger };
}

function itemOf(type: Type): Nested & { readonly name: string } {
  const first = type.kind === 'union' ? (type.of[0] ?? type) : type;
  const nested = first.kind === 'object' ? nestedOf(first) : undefined;
  const name = first.kind === 'object' ? formatMessage(typeName(first)) : 'item';
  return { name, ...(nested ?? { template: valueTemplate(first), retrigger: hasCompletions(first) }) };
}

/** Whether the first placeholder of a new object has completions. */
function startsWithChoice(type: Extract<Type, { kind: 'object' }>): boolean {
  const [first] = objectTemplate(type.object).keys();
  const field = specOf(type.object).fields.find(({ name }) => name === first);
  return field !== undefined && hasCompletions(field.type);
}
