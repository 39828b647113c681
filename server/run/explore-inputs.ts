import { WIDGETS } from '../format/widgets';
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
import { isChatInput } from './forms';
import { type Program, programScopeAt } from './program';
import { exampleOf, type TaskCall, widgetId } from './tasks';

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
    const rules = inputs?.get(field.name).get('validations');
    const written = rules?.isMap ? [rules] : (rules?.items() ?? []);
    const bounds = ['min_number', 'max_number'].flatMap((name) =>
      written.flatMap((rule) => numberOf(rule.get(name).text)),
    );
    const items = written.flatMap((rule) => numberOf(rule.get('min_items').text))[0] ?? 0;
    const values = valuesOf(field, bounds, items, flow);
    return { name: field.name, values: field.isRequired ? values : [...values, undefined] };
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

function valuesOf(field: FormField, bounds: readonly number[], items: number, flow: Dataflow): Json[] {
  const usual = field.default === undefined ? [] : [field.default];
  const decides = hasName(flow.control, field.name);
  if (field.choices) return unique([...usual, ...field.choices]).slice(0, MAX_TRIED_VALUES);
  switch (field.type) {
    case 'boolean':
      return unique([...usual, true, false]);
    case 'number':
    case 'integer':
      return unique([...usual, ...bounds, 1, 0, ...(decides ? around(flow.numbers) : [])]);
    case 'text':
    case 'string':
      return unique([...usual, 'Hello', ...(decides ? flow.texts.slice(0, MAX_TRIED_VALUES) : [])]);
    case 'list':
    case 'array':
      return unique([
        ...usual,
        Array.from({ length: Math.max(1, items) }, (_, index) => `item ${index + 1}`),
      ]);
    default:
      return unique([...usual, 'https://example.com/file']);
  }
}

/** Results to try for a task: one if no condition depends on it. */
export function resultsToTry(call: TaskCall, flow: Dataflow): readonly Json[] {
  const example = exampleOf(call);
  const { name, parameters } = call.result;
  const relevant = parameters.filter((one) => hasName(flow.control, one.name));
  const isWholeRelevant = name !== undefined && hasName(flow.control, name);
  if (!isWholeRelevant && relevant.length === 0) return [example];
  if (parameters.length > 0 && typeof example === 'object' && example !== null) {
    const varied = isWholeRelevant ? parameters : relevant;
    const others = varied.flatMap((one) =>
      valuesOfType(one.type, flow).map((value) => ({ ...example, [one.name]: value })),
    );
    return unique<Json>([example, ...others]);
  }
  if (typeof example === 'object') return [example];
  // A text of a model, or of a widget with an unknown type of result.
  const texts = [example, ...flow.texts.slice(0, MAX_TRIED_VALUES), ...around(flow.numbers).map(String), ''];
  const widget = WIDGETS.find(({ id }) => id === widgetId(call.config));
  const isText = call.moduleType !== 'AnyWidgetModule' || widget?.result.type === 'string';
  return unique<Json>(isText ? texts : [...texts, true, false]);
}

function valuesOfType(type: string, flow: Dataflow): readonly Json[] {
  if (type === 'number' || type === 'integer') return [0, ...around(flow.numbers)];
  if (type === 'boolean') return [false];
  if (type === 'list' || type === 'array') return [[]];
  return flow.texts.slice(0, MAX_TRIED_VALUES);
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
