import type { ResultType } from '../format/result-type';
import { maxOf, minOf } from '../text/append';
import type { Dataflow } from './dataflow';
import { hasName, MAX_TRIED_VALUES } from './dataflow';
import {
  type ChatMessage,
  CLIENT_HANDLED_EVENTS,
  type ConversationEvent,
  type FormField,
  type FormOpened,
  type Json,
} from './events';
import { isChatInput, validateField } from './forms';
import { type Program, programScopeAt } from './program';
import { exampleOf, jsonMember, resultTypeOfParameter, type TaskCall } from './tasks';

/** Limit of the length of lists that are tried because conditions compare lengths. */
const MAX_TRIED_LENGTH = 100;

/** Possible user events at a message: each button, and messages if they are handled. */
export function eventsAt(
  { buttons, canChat }: ChatMessage,
  program: Program,
  flow: Dataflow,
): readonly ConversationEvent[] {
  const clicks = buttons
    .filter(({ event }) => event === undefined || !CLIENT_HANDLED_EVENTS.has(event))
    .map(({ content, event, payload }): ConversationEvent => {
      const isOnly = buttons.filter((one) => one.content === content).length === 1;
      if (isOnly || event === undefined) return { click: content };
      return { click: payload === undefined ? { event } : { event, payload } };
    });
  return [...unique(clicks), ...(canChat ? sayings(program, flow).map((say) => ({ say })) : [])];
}

/** Messages to try: an ordinary one, and those that conditions compare with. */
function sayings({ scopes }: Program, { texts, numbers, control }: Dataflow): readonly string[] {
  const decides = [...scopes.values()].some(({ source }) =>
    source
      .get('inputs')
      .entries()
      .some(([name, input]) => isChatInput(input) && hasName(control, name)),
  );
  if (!decides) return ['Hello'];
  return unique(['Hello', ...texts.slice(0, MAX_TRIED_VALUES), ...around(numbers).map(String)]);
}

/** Values for a form: each field with its first value, and each other value while the other fields keep their first. */
export function formsAt(form: FormOpened, program: Program, flow: Dataflow): readonly ConversationEvent[] {
  const inputs = programScopeAt(program, form.state)?.source.get('inputs');
  const fields = form.fields.map((field) => {
    const input = inputs?.get(field.name);
    const rules = input?.get('validations');
    const written = rules?.isMap ? [rules] : (rules?.items() ?? []);
    const limits = (name: string) => written.flatMap((rule) => numberOf(rule.get(name).text));
    const tried = valuesOf(field, limits, flow);
    const values = input
      ? tried.filter((value) => validateField(field, input, value).problem === undefined)
      : [];
    const fitting = values.length > 0 ? values : tried;
    return { name: field.name, values: field.isRequired ? fitting : [...fitting, undefined] };
  });
  const first = fields.map(({ name, values }) => [name, values[0]] as const);
  const forms = fields.flatMap(({ name, values }, index) =>
    values.slice(index === 0 ? 0 : 1).map((value) =>
      // `undefined` leaves a field out.
      first.flatMap(([field, usual]) => entryOf(field, field === name ? value : usual)),
    ),
  );
  return unique(forms.map((entries) => ({ form: Object.fromEntries(entries) })));
}

function entryOf(name: string, value: Json | undefined): [string, Json][] {
  return value === undefined ? [] : [[name, value]];
}

/** Longer lists are not tried, whatever a validation requires. */
const MAX_ITEMS = 1000;

/** @param limits the numbers of a kind of validation of the field */
function valuesOf(field: FormField, limits: (name: string) => readonly number[], flow: Dataflow): Json[] {
  const usual = field.default === undefined ? [] : [field.default];
  const decides = hasName(flow.control, field.name);
  if (field.choices) return unique([...usual, ...field.choices]).slice(0, MAX_TRIED_VALUES);
  switch (field.type) {
    case 'boolean':
      return unique([...usual, true, false]);
    case 'number':
    case 'integer':
      return unique([
        ...usual,
        ...[...limits('min_number'), ...limits('max_number')].flatMap((one) => [
          one,
          Math.ceil(one),
          Math.floor(one),
        ]),
        ...[1, 0, ...(decides ? around(flow.numbers) : [])],
      ]);
    case 'text':
    case 'string':
      return unique([
        ...usual,
        'Hello'.slice(0, Math.max(0, minOf(limits('max_length'), 5))),
        ...(decides ? flow.texts.slice(0, MAX_TRIED_VALUES) : []),
      ]);
    case 'list':
    case 'array':
      return unique([
        ...usual,
        Array.from(
          { length: Math.min(maxOf(limits('min_items'), 1), MAX_ITEMS) },
          (_, index) => `item ${index + 1}`,
        ),
      ]);
    default:
      return unique([...usual, 'https://example.com/file']);
  }
}

/** Results to try for a task: one if no condition depends on it. */
export function resultsToTry(call: TaskCall, flow: Dataflow): readonly Json[] {
  const example = exampleOf(call);
  const { name, parameters, type } = call.result;
  const isWholeRelevant = name !== undefined && hasName(flow.control, name);
  if (parameters.length > 0) {
    const varied = parameters.filter((one) => isWholeRelevant || hasName(flow.control, one.name));
    const members = varied.map((one) => [one.name, resultTypeOfParameter(one.type)] as const);
    return unique([example, ...withMembers(example, members, flow)]);
  }
  if (!isWholeRelevant) return [example];
  // A text may contain a number, such as the answer of a model.
  const numbers = typeof example === 'string' ? around(flow.numbers).map(String) : [];
  return unique([...valuesOfType(type, example, flow), ...numbers]);
}

/** Values of a type, starting with the example. */
function valuesOfType(type: ResultType | undefined, example: Json, flow: Dataflow): readonly Json[] {
  const texts = [...flow.texts.slice(0, MAX_TRIED_VALUES), ''];
  switch (type?.kind) {
    case 'number':
      return [example, 0, ...around(flow.numbers)];
    case 'boolean':
      return [true, false];
    case 'string':
      return [example, ...texts];
    case 'list': {
      const [item = 'item'] = Array.isArray(example) ? (example as readonly Json[]) : [];
      const lengths = flow.words.has('length') ? around(flow.numbers) : [];
      return [
        example,
        [],
        ...valuesOfType(type.item, item, flow).map((one) => [one]),
        ...lengths.filter(isLength).map((length) => Array.from({ length }, () => item)),
      ];
    }
    case 'object': {
      const members = [...type.members];
      const named = members.filter(([name]) => flow.words.has(name));
      // Without a known member, a condition may read all of them.
      return [example, ...withMembers(example, named.length > 0 ? named : members, flow)];
    }
    default:
      return [example, ...texts, true, false];
  }
}

/** Each value of each of some members, while the other members keep that of the example. */
function withMembers(
  example: Json,
  members: readonly (readonly [name: string, type: ResultType])[],
  flow: Dataflow,
): readonly Json[] {
  return members.flatMap(([name, type]) =>
    valuesOfType(type, jsonMember(example, name) ?? null, flow).map((value) => ({
      ...(example as { readonly [name: string]: Json }),
      [name]: value,
    })),
  );
}

function isLength(number: number): boolean {
  return Number.isInteger(number) && number > 1 && number <= MAX_TRIED_LENGTH;
}

/** Each number and its neighbours. */
function around(numbers: readonly number[]): number[] {
  const near = numbers.slice(0, MAX_TRIED_VALUES).flatMap((one) => [one, one - 1, one + 1]);
  return unique(near).slice(0, MAX_TRIED_VALUES);
}

function numberOf(text: string | undefined): number[] {
  const number = Number(text ?? Number.NaN);
  return Number.isFinite(number) ? [number] : [];
}

/** Removes values with equal JSON. */
function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
