import { formatMessage, type Message, msg, type TextOrMessage } from '../text/message';
import { isRecord } from '../text/own-value';

/** What an argument may be. Names of members that may be missing or null end with `?`. */
type Shape = keyof typeof TYPES | readonly [Shape] | Shapes;

interface Shapes {
  readonly [name: string]: Shape;
}

const TYPES = {
  text: { name: msg('a string'), has: (value: unknown) => typeof value === 'string' },
  number: { name: msg('a whole number'), has: Number.isSafeInteger },
  boolean: { name: msg('true or false'), has: (value: unknown) => typeof value === 'boolean' },
  /** The request checks it itself. */
  any: { name: '', has: () => true },
} as const;

interface TypeOf {
  readonly text: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly any: unknown;
}

type ValueOf<S> = S extends keyof TypeOf
  ? TypeOf[S]
  : S extends readonly [infer Item]
    ? readonly ValueOf<Item>[]
    : ArgumentsOf<S>;

/** The type of arguments with a shape. */
type ArgumentsOf<S> = {
  readonly [Name in keyof S as Name extends `${string}?` ? never : Name]: ValueOf<S[Name]>;
} & { readonly [Name in keyof S as Name extends `${infer Known}?` ? Known : never]?: ValueOf<S[Name]> };

/** One kind of request. */
export interface DebugRequest {
  readonly shape: Shapes;
  /** The body of the answer, or a promise of it. Throws `Refusal`. */
  readonly answer: (args: object) => unknown;
}

/** @param shape the arguments that `answer` reads */
export function answered<const S extends Shapes>(
  shape: S,
  answer: (args: ArgumentsOf<S>) => unknown,
): DebugRequest {
  return { shape, answer: (args) => answer(args as ArgumentsOf<S>) };
}

/** Why a request cannot be answered. */
export class Refusal extends Error {
  /** @param isShown whether the client should show the reason by itself */
  constructor(
    readonly reason: TextOrMessage,
    readonly isShown = false,
  ) {
    super(formatMessage(reason));
  }
}

const NO_GOTO = msg('A conversation cannot jump to a line. Step back, or launch with a `state` to begin in.');

/** Requests of the protocol that cannot be answered, with the reason. */
const REFUSED: ReadonlyMap<string, Message> = new Map([
  [
    'attach',
    msg('Nothing runs that could be attached to. Use `launch` with the path of an automata as `program`.'),
  ],
  ['gotoTargets', NO_GOTO],
  ['goto', NO_GOTO],
]);

/** The body of the answer to a request, or a promise of it. Throws `Refusal`. */
export function answerTo(
  requests: ReadonlyMap<string, DebugRequest>,
  command: unknown,
  given: unknown,
): unknown {
  const name = typeof command === 'string' ? command : JSON.stringify(command ?? null);
  const refusal = REFUSED.get(name);
  if (refusal !== undefined) throw new Refusal(refusal, true);
  const known = requests.get(name);
  if (known === undefined) throw new Refusal(msg`\`${name}\` is not a known request.`);
  return known.answer(checkedObject(name, given ?? {}, known.shape, ''));
}

/** Members that are null are removed, as if they were missing. */
function checkedObject(request: string, given: unknown, shapes: Shapes, path: string): object {
  if (!isRecord(given)) throw wrongType(request, path || 'arguments', msg('an object'));
  const checked = new Map(Object.entries(given));
  for (const [written, shape] of Object.entries(shapes)) {
    const name = written.replace(/\?$/, '');
    const at = path === '' ? name : `${path}.${name}`;
    const value = checked.get(name) ?? undefined;
    if (value !== undefined) checked.set(name, checkedValue(request, value, shape, at));
    else if (written !== name) checked.delete(name);
    else throw new Refusal(msg`The request \`${request}\` must have \`${at}\`.`);
  }
  return Object.fromEntries(checked);
}

function checkedValue(request: string, given: unknown, shape: Shape, path: string): unknown {
  if (typeof shape === 'string') {
    if (TYPES[shape].has(given)) return given;
    throw wrongType(request, path, TYPES[shape].name);
  }
  if (!isList(shape)) return checkedObject(request, given, shape, path);
  if (!Array.isArray(given)) throw wrongType(request, path, msg('a list'));
  return given.map((item, index) => checkedValue(request, item, shape[0], `${path}[${index}]`));
}

function wrongType(request: string, path: string, expected: TextOrMessage): Refusal {
  return new Refusal(msg`\`${path}\` of the request \`${request}\` must be ${expected}.`);
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
