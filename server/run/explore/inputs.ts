import type { ResultType } from '../../format/result-type';
import { append, maxOf, minOf } from '../../text/append';
import {
  type ChatMessage,
  CLIENT_HANDLED_EVENTS,
  type ConversationEvent,
  type FormField,
  type FormOpened,
  type Json,
  type MessageButton,
} from '../conversation/events';
import {
  isChatInput,
  LIST_TYPES,
  NUMBER_TYPES,
  numberAt,
  TEXT_TYPES,
  validateField,
  validations,
} from '../conversation/forms';
import { type Program, programScopeAt } from '../conversation/program';
import type { SourceValue } from '../conversation/source-value';
import { exampleOf, type ResultSpec, resultTypeOfParameter, type TaskCall } from '../conversation/tasks';
import { jsonMember } from '../sandbox/json';
import {
  type Combination,
  combinationsOf,
  combinationsOfGroups,
  cutValues,
  type NamedValues,
  type Tried,
} from './combinations';
import {
  type Dataflow,
  type Decision,
  hasName,
  MAX_TRIED_VALUES,
  type NameSet,
  USUAL_TEXT,
} from './dataflow';
import { keyOfTask } from './player';

/** Limit of the length of lists and texts that are tried because conditions compare lengths. */
const MAX_TRIED_LENGTH = 100;
/** Longer lists and texts are not tried in forms, whatever a validation requires. */
const MAX_FORM_LENGTH = 1000;
/** Limit of messages that are tried at one place. */
const MAX_MESSAGES = 32;
/** Limit of combinations of values that are tried for a form, a result, or the results of a turn. */
export const MAX_COMBINATIONS = 64;

/**
 * The user inputs and results of tasks that an exploration tries. Values that the conditions of one transition depend
 * on are combined with each other; others are changed one at a time.
 */
export class TriedInputs {
  private messages: Tried<ConversationEvent> | undefined;
  private readonly guesses: ReadonlyMap<Decision, Guesses>;
  private readonly results = new Map<string, Tried<Json>>();
  private readonly control: NameSet;

  /** @param combinesAll whether all values that affect conditions are combined, also for different transitions */
  constructor(
    private readonly program: Program,
    { decisions, control }: Dataflow,
    private readonly combinesAll = false,
  ) {
    this.control = control;
    this.guesses = new Map(decisions.map((decision) => [decision, guessesFor(decision)]));
  }

  /** Possible user events at a message: each button, and messages if they are handled. */
  eventsAt({ buttons, canChat }: ChatMessage): Tried<ConversationEvent> {
    const clicks = buttons
      .filter(({ event }) => event === undefined || !CLIENT_HANDLED_EVENTS.has(event))
      .map((button) => buttonClick(button, buttons));
    if (canChat) this.messages ??= this.messagesToTry();
    const said = canChat ? this.messages : undefined;
    return { values: [...unique(clicks), ...(said?.values ?? [])], isCut: said?.isCut ?? false };
  }

  /** An ordinary message, and those that conditions compare with. */
  private messagesToTry(): Tried<ConversationEvent> {
    const names = [...this.program.scopes.values()].flatMap(({ source }) =>
      source
        .get('inputs')
        .entries()
        .flatMap(([name, input]) => (isChatInput(input) ? [name] : [])),
    );
    const guesses = [...new Set(names)].flatMap((name) => this.guessesAbout(name));
    const texts = guesses.flatMap((one) => [...one.texts, ...one.numbers.map(String)]);
    const said = cutValues([USUAL_TEXT, ...texts], MAX_MESSAGES);
    return {
      values: said.values.map((say) => ({ say })),
      isCut: said.isCut || guesses.some((one) => one.hasMoreTexts || one.hasMoreNumbers),
    };
  }

  /** Values for a form, the usual ones first. */
  formsAt(form: FormOpened): Tried<ConversationEvent> {
    const inputs = programScopeAt(this.program, form.state)?.source.get('inputs');
    const fields = form.fields.map(
      (field) => new TriedField(field, inputs?.get(field.name), this.guessesAbout(field.name)),
    );
    if (this.combinesAll) return this.allForms(fields);
    const together = [...this.guesses].map(([{ variables }, guesses]) =>
      fields
        .filter(({ name }) => hasName(variables, name))
        .map((field): NamedValues<Json | undefined> => [field.name, field.valuesFor(guesses)]),
    );
    const combined = combinationsOfGroups(uniqueGroups(together), MAX_COMBINATIONS);
    const deciding = cutValues(
      combined.values.map((one) => filledIn(fields, one)),
      MAX_COMBINATIONS,
    );
    // Other values may cause faults, but do not affect conditions.
    const others = fields.flatMap((field) => [...combinationsOf([[field.name, field.values]])]);
    return {
      values: unique([...deciding.values, ...others.map((one) => filledIn(fields, one))]),
      isCut: combined.isCut || deciding.isCut || fields.some((field) => field.isCut),
    };
  }

  /** All combinations of the values of the fields that affect conditions. */
  private allForms(fields: readonly TriedField[]): Tried<ConversationEvent> {
    const deciding = fields.filter(({ name }) => hasName(this.control, name));
    const group = deciding.map(({ name, values }): NamedValues<Json | undefined> => [name, values]);
    const combined = combinationsOfGroups([group], MAX_COMBINATIONS);
    const tried = cutValues(
      combined.values.map((one) => filledIn(fields, one)),
      MAX_COMBINATIONS,
    );
    const isCut = combined.isCut || tried.isCut || deciding.some((field) => field.isCut);
    return { values: tried.values, isCut };
  }

  /** Results to try for a task: one if no condition depends on it. */
  resultsFor(call: TaskCall): Tried<Json> {
    const key = keyOfTask(call);
    const known = this.results.get(key) ?? this.resultsToTry(call);
    this.results.set(key, known);
    return known;
  }

  private resultsToTry(call: TaskCall): Tried<Json> {
    const example = exampleOf(call);
    const { name, parameters, type } = call.result;
    if (parameters.length > 0) return this.resultsOfParameters(example, call.result);
    const tried = (name === undefined ? [] : this.guessesAbout(name)).map((guesses) => {
      // A text may contain a number, such as the answer of a model.
      const numbers = typeof example === 'string' ? guesses.numbers.map(String) : [];
      const { values, isCut } = valuesOfType(type, example, guesses);
      return {
        values: [...values, ...numbers],
        isCut: isCut || (numbers.length > 0 && guesses.hasMoreNumbers),
      };
    });
    return joined([{ values: [example], isCut: false }, ...tried]);
  }

  private resultsOfParameters(example: Json, { name, parameters }: ResultSpec): Tried<Json> {
    const groups: NamedValues<Json>[][] = [];
    let isCut = false;
    for (const [{ variables }, guesses] of this.guesses) {
      const isWhole = name !== undefined && hasName(variables, name);
      if (this.combinesAll && !isWhole) continue;
      const named = parameters.filter(
        (one) => hasName(variables, one.name) || (isWhole && guesses.words.has(one.name)),
      );
      const valuesOf = (one: (typeof parameters)[number]): NamedValues<Json> => {
        const tried = valuesOfType(
          resultTypeOfParameter(one.type),
          jsonMember(example, one.name) ?? null,
          guesses,
        );
        isCut ||= tried.isCut;
        return [one.name, tried.values];
      };
      groups.push(named.map(valuesOf));
      // It may also read members whose names are not written.
      if (isWhole && named.length === 0) groups.push(parameters.map(valuesOf));
      else if (isWhole)
        append(
          groups,
          parameters.map((one) => [valuesOf(one)]),
        );
    }
    if (this.combinesAll) {
      const deciding = parameters.filter((one) => hasName(this.control, one.name));
      groups.push(
        deciding.map((one): NamedValues<Json> => {
          const usual = jsonMember(example, one.name) ?? null;
          const tried = this.guessesAbout(one.name).map((guesses) =>
            valuesOfType(resultTypeOfParameter(one.type), usual, guesses),
          );
          isCut ||= tried.some((values) => values.isCut);
          return [one.name, unique(tried.flatMap(({ values }) => values))];
        }),
      );
    }
    const combinations = combinationsOfGroups(uniqueGroups(groups), MAX_COMBINATIONS);
    const tried = cutValues(
      [example, ...combinations.values.map((one) => withMembers(example, one))],
      MAX_COMBINATIONS,
    );
    return { values: tried.values, isCut: isCut || combinations.isCut || tried.isCut };
  }

  /** The guesses for the conditions that depend on a variable. */
  private guessesAbout(name: string): readonly Guesses[] {
    return [...this.guesses].flatMap(([{ variables }, guesses]) =>
      hasName(variables, name) ? [guesses] : [],
    );
  }
}

/** The click of a button among the buttons of its message. */
export function buttonClick(
  { content, event, payload }: MessageButton,
  buttons: readonly MessageButton[],
): ConversationEvent {
  const isOnly = buttons.filter((one) => one.content === content).length === 1;
  if (isOnly || event === undefined) return { click: content };
  return { click: payload === undefined ? { event } : { event, payload } };
}

/** Values that some conditions may distinguish. */
interface Guesses {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly words: ReadonlySet<string>;
  /** Whether the conditions compare with more of them. */
  readonly hasMoreTexts: boolean;
  readonly hasMoreNumbers: boolean;
}

function guessesFor({ texts, numbers, words }: Decision): Guesses {
  return {
    texts: texts.slice(0, MAX_TRIED_VALUES),
    // Each number and its neighbours.
    numbers: unique(
      numbers
        .slice(0, MAX_TRIED_VALUES)
        .toSorted((a, b) => a - b)
        .flatMap((one) => [one, one - 1, one + 1]),
    ),
    words,
    hasMoreTexts: texts.length > MAX_TRIED_VALUES,
    hasMoreNumbers: numbers.length > MAX_TRIED_VALUES,
  };
}

/** A field of a form with the values that are tried in it. */
class TriedField {
  readonly name: string;
  /** All values; undefined leaves the field out. */
  readonly values: readonly (Json | undefined)[];
  /** Whether conditions may distinguish more values. */
  readonly isCut: boolean;
  private readonly choices: readonly Json[] | undefined;

  /** @param guesses those for the conditions that depend on it */
  constructor(
    private readonly field: FormField,
    private readonly input: SourceValue | undefined,
    guesses: readonly Guesses[],
  ) {
    this.name = field.name;
    const { choices, default: usual } = field;
    const all = choices && unique([...(usual === undefined ? [] : [usual]), ...choices]);
    this.choices = all?.slice(0, MAX_TRIED_VALUES);
    this.values = this.fitting([...this.ordinary(), ...guesses.flatMap((one) => this.guessed(one))]);
    this.isCut = guesses.some((one) => this.hasMoreValues(one, all?.length ?? 0));
  }

  private hasMoreValues({ hasMoreTexts, hasMoreNumbers, words }: Guesses, choices: number): boolean {
    if (this.choices) return choices > this.choices.length;
    const { type } = this.field;
    if (NUMBER_TYPES.has(type)) return hasMoreNumbers;
    const hasMoreLengths = words.has('length') && hasMoreNumbers;
    if (LIST_TYPES.has(type)) return hasMoreLengths;
    return TEXT_TYPES.has(type) && (hasMoreTexts || hasMoreLengths);
  }

  /** The usual value, and those that some conditions may distinguish. */
  valuesFor(guesses: Guesses): readonly (Json | undefined)[] {
    // If none of the guesses is valid, they are not among the values.
    const known = new Set(this.values.map((value) => JSON.stringify(value)));
    const fitting = this.fitting(this.guessed(guesses)).filter((value) => known.has(JSON.stringify(value)));
    return unique([this.values[0], ...fitting]);
  }

  /** The values that are valid, or all if none of them is. */
  private fitting(values: readonly Json[]): readonly (Json | undefined)[] {
    const { field, input } = this;
    const valid = input
      ? values.filter((value) => validateField(field, input, value).problem === undefined)
      : [];
    const fitting = valid.length > 0 ? valid : values;
    return unique(field.isRequired ? fitting : [...fitting, undefined]);
  }

  private guessed({ texts, numbers, words }: Guesses): readonly Json[] {
    if (this.choices) return this.choices;
    const { type } = this.field;
    if (type === 'boolean') return [true, false];
    if (NUMBER_TYPES.has(type)) return [0, ...numbers];
    const lengths = words.has('length') ? numbers.filter(isTriedLength) : [];
    if (LIST_TYPES.has(type)) return [[], ...this.longest(listOf), ...lengths.map(listOf)];
    if (!TEXT_TYPES.has(type)) return [];
    // A text can only be empty if it is optional.
    return [...texts, '', ...this.longest(textOfLength), ...lengths.map(textOfLength)];
  }

  /** The longest value that the validations allow, if they have a limit. */
  private longest(valueOfLength: (length: number) => Json): readonly Json[] {
    const limits = this.limits(LIST_TYPES.has(this.field.type) ? 'max_items' : 'max_length');
    const length = minOf(limits, Number.POSITIVE_INFINITY);
    return Number.isInteger(length) && length > 0 && length <= MAX_FORM_LENGTH ? [valueOfLength(length)] : [];
  }

  private ordinary(): readonly Json[] {
    if (this.choices) return this.choices;
    const usual = this.field.default === undefined ? [] : [this.field.default];
    switch (this.field.type) {
      case 'boolean':
        return [...usual, true, false];
      case 'number':
      case 'integer': {
        const limits = [...this.limits('min_number'), ...this.limits('max_number')];
        return [...usual, ...limits.flatMap((one) => [one, Math.ceil(one), Math.floor(one)]), 1, 0];
      }
      case 'text':
      case 'string':
        return [
          ...usual,
          textOfLength(Math.max(0, minOf(this.limits('max_length'), USUAL_TEXT.length))),
          '',
          ...this.longest(textOfLength),
        ];
      case 'list':
      case 'array': {
        const length = Math.min(maxOf(this.limits('min_items'), 1), MAX_FORM_LENGTH);
        return [...usual, listOf(length), [], ...this.longest(listOf)];
      }
      default:
        return [...usual, 'https://example.com/file'];
    }
  }

  /** The numbers of a kind of validation. */
  private limits(name: string): readonly number[] {
    const rules = this.input ? validations(this.input) : [];
    return rules.flatMap((rule) => numberAt(rule, name) ?? []);
  }
}

/** Values of a type, starting with the example. */
function valuesOfType(type: ResultType | undefined, example: Json, guesses: Guesses): Tried<Json> {
  const { texts, numbers, words, hasMoreTexts, hasMoreNumbers } = guesses;
  switch (type?.kind) {
    case 'number':
      return { values: unique([example, 0, ...numbers]), isCut: hasMoreNumbers };
    case 'boolean':
      return { values: [true, false], isCut: false };
    case 'string':
      return { values: unique([example, ...texts, '']), isCut: hasMoreTexts };
    case 'list': {
      const [item = 'item'] = Array.isArray(example) ? (example as readonly Json[]) : [];
      const items = valuesOfType(type.item, item, guesses);
      const lengths = words.has('length') ? numbers.filter(isTriedLength) : [];
      const values = [
        example,
        [],
        ...items.values.map((one) => [one]),
        ...lengths.map((length) => Array.from({ length }, () => item)),
      ];
      return {
        values: unique(values),
        isCut: items.isCut || (words.has('length') && hasMoreNumbers),
      };
    }
    case 'object': {
      const members = [...type.members].map(
        ([name, member]) => [name, valuesOfType(member, jsonMember(example, name) ?? null, guesses)] as const,
      );
      const named = members.filter(([name]) => words.has(name));
      // Without a known member, a condition may read all of them.
      const read = named.length > 0 ? named : members;
      const combinations = combinationsOf(
        read.map(([name, { values }]): NamedValues<Json> => [name, values]),
      );
      const tried = cutValues(objectsWith(example, combinations), MAX_COMBINATIONS);
      return { values: tried.values, isCut: tried.isCut || read.some(([, one]) => one.isCut) };
    }
    default:
      return { values: unique([example, ...texts, true, false]), isCut: hasMoreTexts };
  }
}

/** The usual values of some fields, except those of a combination. */
function filledIn(
  fields: readonly TriedField[],
  { entries }: Combination<Json | undefined>,
): ConversationEvent {
  const usual = fields.map(({ name, values }): [string, Json | undefined] => [name, values[0]]);
  const given = new Map([...usual, ...entries]);
  return {
    form: Object.fromEntries(
      [...given].flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

function* objectsWith(example: Json, combinations: Iterable<Combination<Json>>): Generator<Json> {
  for (const combination of combinations) yield withMembers(example, combination);
}

function withMembers(example: Json, { entries }: Combination<Json>): Json {
  return { ...(example as { readonly [name: string]: Json }), ...Object.fromEntries(entries) };
}

function listOf(length: number): Json {
  return Array.from({ length }, (_, index) => `item ${index + 1}`);
}

function textOfLength(length: number): string {
  return USUAL_TEXT.repeat(Math.ceil(length / USUAL_TEXT.length)).slice(0, length);
}

function isTriedLength(number: number): boolean {
  return Number.isInteger(number) && number > 1 && number <= MAX_TRIED_LENGTH;
}

function joined(all: readonly Tried<Json>[]): Tried<Json> {
  const tried = cutValues(
    all.flatMap(({ values }) => values),
    MAX_COMBINATIONS,
  );
  return { values: tried.values, isCut: tried.isCut || all.some(({ isCut }) => isCut) };
}

/** Removes values with equal JSON. */
function unique<Value>(values: readonly Value[]): readonly Value[] {
  return cutValues(values, values.length).values;
}

function uniqueGroups<Value>(groups: readonly (readonly NamedValues<Value>[])[]) {
  return unique(groups.filter((group) => group.length > 0));
}
