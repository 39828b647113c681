import { isRecord } from '../../text/own-value';

/** The value of an argument of a tool. */
type Kind = 'text' | 'texts' | 'number' | 'flag' | 'object' | 'objects';

/** An argument of a tool. */
export interface Argument {
  readonly kind: Kind;
  readonly description: string;
  readonly required?: true;
  /** The allowed texts. */
  readonly values?: readonly string[];
  /** The least allowed number. */
  readonly least?: number;
}

export type Arguments = Readonly<Record<string, Argument>>;

/** The arguments as JSON Schema. */
export function schemaOf(args: Arguments): {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
} {
  const properties = Object.fromEntries(
    Object.entries(args).map(([name, { kind, description, values, least }]) => [
      name,
      {
        ...TYPES[kind],
        description,
        ...(values ? { enum: values } : {}),
        ...(least === undefined ? {} : { minimum: least }),
      },
    ]),
  );
  const required = Object.keys(args).filter((name) => args[name]?.required);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

const TYPES: Readonly<Record<Kind, object>> = {
  text: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
  number: { type: 'integer' },
  flag: { type: 'boolean' },
  object: { type: 'object' },
  objects: { type: 'array', items: { type: 'object' } },
};

const NAMES: Readonly<Record<Kind, string>> = {
  text: 'a text',
  texts: 'a list of texts',
  number: 'a whole number',
  flag: 'true or false',
  object: 'an object',
  objects: 'a list of objects',
};

/** What is wrong with the arguments of a call, as one sentence that names the argument; undefined if nothing is. */
export function faultOf(args: Arguments, given: unknown): string | undefined {
  if (!isRecord(given)) return 'The arguments must be an object.';
  for (const name of Object.keys(given))
    if (!Object.hasOwn(args, name))
      return `There is no argument \`${name}\`. Expected ${Object.keys(args).join(', ')}.`;
  for (const [name, { kind, required, values, least }] of Object.entries(args)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (required) return `The argument \`${name}\` is missing.`;
      continue;
    }
    if (!IS_OF[kind](value)) return `The argument \`${name}\` must be ${NAMES[kind]}.`;
    if (values && !values.some((one) => one === value))
      return `The argument \`${name}\` must be one of ${values.join(', ')}.`;
    if (least !== undefined && Number(value) < least)
      return `The argument \`${name}\` must be at least ${least}.`;
  }
  return undefined;
}

const IS_OF: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  texts: (value) => Array.isArray(value) && value.every(isText),
  number: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === 'boolean',
  object: isRecord,
  objects: (value) => Array.isArray(value) && value.every(isRecord),
};

/** A null character is in no path and in no text that is read. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
