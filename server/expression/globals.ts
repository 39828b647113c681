/** A name that JavaScript itself defines. */
interface GlobalName {
  readonly name: string;
  /** The signature, or the type of the value. */
  readonly detail: string;
  /** One or two sentences, as Markdown. */
  readonly documentation: string;
  readonly kind: 'function' | 'object' | 'class' | 'constant';
  /** Suggested by completion. The others are only known, so that they are not reported. */
  readonly suggested: boolean;
}

/** A keyword that can begin or connect expressions. */
interface Keyword {
  readonly name: string;
  readonly documentation: string;
}

type Row = readonly [name: string, detail: string, documentation: string];

const FUNCTIONS: readonly Row[] = [
  ['parseInt', 'parseInt(text, radix?): number', 'The whole number at the start of a text, or `NaN`.'],
  ['parseFloat', 'parseFloat(text): number', 'The decimal number at the start of a text, or `NaN`.'],
  ['isNaN', 'isNaN(value): boolean', 'Whether a value, turned into a number, is not one.'],
  ['isFinite', 'isFinite(value): boolean', 'Whether a value, turned into a number, is one and not infinite.'],
  [
    'encodeURIComponent',
    'encodeURIComponent(text): string',
    'A text as part of an address: everything but letters, digits and a few marks is escaped.',
  ],
  ['decodeURIComponent', 'decodeURIComponent(text): string', 'Undoes `encodeURIComponent`.'],
  [
    'encodeURI',
    'encodeURI(text): string',
    'Escapes the characters of a complete address that it must not contain.',
  ],
  ['decodeURI', 'decodeURI(text): string', 'Undoes `encodeURI`.'],
];

const OBJECTS: readonly Row[] = [
  [
    'JSON',
    'JSON',
    'Reads values from JSON text (`JSON.parse`) and writes them as such (`JSON.stringify`). A file taken in by `!oneline` is text until it is parsed.',
  ],
  ['Math', 'Math', 'Mathematics: `Math.round`, `Math.floor`, `Math.max`, `Math.random` and others.'],
];

const CLASSES: readonly Row[] = [
  ['Array', 'Array', 'Lists. `Array.isArray(x)` tells whether a value is one; `Array.from(x)` makes one.'],
  ['Boolean', 'Boolean(value): boolean', 'Whether a value counts as true.'],
  ['Date', 'new Date(value?): Date', 'A moment in time. `Date.now()` is the present one in milliseconds.'],
  ['Map', 'new Map(entries?): Map', 'A table from keys of any kind to values.'],
  ['Number', 'Number(value): number', 'A value as a number, or `NaN`.'],
  ['Object', 'Object', 'Objects. `Object.keys`, `Object.values` and `Object.entries` list what one holds.'],
  ['RegExp', 'new RegExp(pattern, flags?): RegExp', 'A regular expression made from text.'],
  ['Set', 'new Set(values?): Set', 'A collection in which each value occurs once.'],
  ['String', 'String(value): string', 'A value as text.'],
];

const CONSTANTS: readonly Row[] = [
  ['undefined', 'undefined', 'The value of what has none.'],
  [
    'NaN',
    'number',
    '“Not a number”: the result of arithmetic that has none. It equals nothing, not even itself.',
  ],
  ['Infinity', 'number', 'The number greater than all others.'],
];

/** Rarely useful in expressions, or not among the features that the format lists as supported. */
const UNSUGGESTED: Readonly<Record<Exclude<GlobalName['kind'], 'constant'>, string>> = {
  function: 'escape eval unescape',
  object: 'Atomics Intl Reflect arguments globalThis',
  class: [
    'AggregateError ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array DataView DisposableStack',
    'Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Int16Array Int32Array',
    'Int8Array Iterator Promise Proxy RangeError ReferenceError SharedArrayBuffer SuppressedError Symbol',
    'SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet',
  ].join(' '),
};

/**
 * The built-ins of ECMAScript. An expression has no others: the format defines no host objects (no `window`,
 * `console`, `process`, `require`, `fetch`, `setTimeout`).
 */
export const GLOBALS: readonly GlobalName[] = [
  ...suggested('function', FUNCTIONS),
  ...suggested('object', OBJECTS),
  ...suggested('class', CLASSES),
  ...suggested('constant', CONSTANTS),
  ...known('function'),
  ...known('object'),
  ...known('class'),
];

export const KEYWORDS: readonly Keyword[] = [
  { name: 'true', documentation: 'The boolean value *true*.' },
  { name: 'false', documentation: 'The boolean value *false*.' },
  {
    name: 'null',
    documentation:
      'An intentionally missing value. If there is other text around the expression, the service shows the expression unchanged.',
  },
  { name: 'new', documentation: 'Creates an instance of a class: `new Date()`.' },
  { name: 'typeof', documentation: 'The type of a value as a string: `"string"`, `"number"`, `"object"`, …' },
  { name: 'instanceof', documentation: 'Whether an object is an instance of a class.' },
  { name: 'in', documentation: 'Whether an object has a property of this name: `"name" in context.user`.' },
  {
    name: 'function',
    documentation:
      'A function whose body is a list of statements. An arrow function `x => …` is usually shorter.',
  },
];

const NAMES: ReadonlySet<string> = new Set(GLOBALS.map(({ name }) => name));

/** Whether JavaScript defines the name by itself. */
export function isGlobal(name: string): boolean {
  return NAMES.has(name);
}

function suggested(kind: GlobalName['kind'], rows: readonly Row[]): GlobalName[] {
  return rows.map(([name, detail, documentation]) => ({
    name,
    detail,
    documentation,
    kind,
    suggested: true,
  }));
}

function known(kind: keyof typeof UNSUGGESTED): GlobalName[] {
  return UNSUGGESTED[kind].split(' ').map((name) => ({
    name,
    detail: name,
    documentation: 'Built into JavaScript.',
    kind,
    suggested: false,
  }));
}
