import { withUtc } from './utc';
import { withExportedGlobal, withFunctions } from './wasm-code';

/** The relevant part of a module loader of the engine. */
interface ModuleLoader {
  instantiate(source: unknown, imports: unknown): Promise<{ readonly instance?: ModuleInstance }>;
}

interface ModuleInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** The global variable of a WebAssembly module that has the address of the end of its stack. */
export interface StackPointer {
  value: number;
}

/** The export name and the index of the stack pointer, which the engine does not export by default. */
const STACK_POINTER = { name: 'stackPointer', index: 0 };

/**
 * Thrown by the engine if there is not enough memory for an error: a number, since `null` could be thrown by an
 * author.
 */
export const OUT_OF_MEMORY = 0x6f6f6d21;

/**
 * Constants in the code of QuickJS that determine how long an evaluation can run without an interrupt check, and what
 * it throws. There are no settings for them, so the code is patched before compilation. Each is unique together with
 * the instructions after it. The build accepts one version of the code only (`scripts/lib/known-engine.mjs`).
 */
const CONSTANTS: readonly { readonly built: readonly number[]; readonly wanted: readonly number[] }[] = [
  // Asks at each 5th call or repetition whether time is up, not at each 10,000th: a single one may take 0.2 s.
  // i32.const 10000, i32.store offset=232
  { built: [0x41, 0x90, 0xce, 0x00, 0x36, 0x02, 0xe8, 0x01], wanted: [0x41, 0x85, 0x80, 0x00] },
  // Integers (`BigInt`) have at most 2,048 parts of 32 bits, not 32,768: one operator takes ms, not seconds.
  // i32.const 32769, i32.ge_s
  { built: [0x41, 0x81, 0x80, 0x02, 0x4e], wanted: [0x41, 0x81, 0x90, 0x00] },
  // Throws `OUT_OF_MEMORY` instead of null.
  // i64.const 2 << 32, local.set 5, br 1, end, local.get 0, local.get 5, i32.const 54
  {
    built: [
      0x42, 0x80, 0x80, 0x80, 0x80, 0x20, 0x21, 0x05, 0x0c, 0x01, 0x0b, 0x20, 0x00, 0x20, 0x05, 0x41, 0x36,
    ],
    wanted: [0x42, 0xa1, 0xda, 0xbd, 0xfb, 0x06],
  },
];

/** A function that reserves a frame on the stack of the engine when it begins. */
interface Frame {
  /** In bytes, at most 48 as built, and at least 64 as patched. */
  readonly built: number;
  readonly wanted: number;
  /** The instructions after `global.get 0, i32.const <built>` that identify the function. */
  readonly start: readonly number[];
}

/**
 * Functions of QuickJS that recurse for each level of nested code or JSON. QuickJS only measures its own stack, of
 * which they use little, while they use much of the stack of the surrounding JavaScript engine, which is smaller than
 * 500 kB in some browsers. If that one overflows first, the sandbox cannot be used any more. Larger frames prevent
 * this.
 */
const FRAMES: readonly Frame[] = [
  // js_parse_assign_expr2
  { built: 32, wanted: 304, start: [0x6b, 0x22, 0x04, 0x24, 0x00, 0x02, 0x40, 0x02] },
  // js_parse_postfix_expr
  { built: 16, wanted: 304, start: [0x6b, 0x22, 0x06, 0x24, 0x00, 0x41] },
  // js_parse_unary
  {
    built: 16,
    wanted: 64,
    start: [0x6b, 0x22, 0x04, 0x24, 0x00, 0x02, 0x40, 0x02, 0x40, 0x02, 0x40, 0x02, 0x40, 0x02, 0x40, 0x02],
  },
  // js_parse_function_decl2
  { built: 16, wanted: 144, start: [0x6b, 0x22, 0x0f, 0x24, 0x00, 0x20, 0x00] },
  // js_json_to_str
  { built: 16, wanted: 80, start: [0x6b, 0x22, 0x0f, 0x24, 0x00, 0x20, 0x0f] },
];

/**
 * Loads a module of the engine with these limits.
 *
 * @throws {Error} if the code is unknown: without the limits, an expression could run for ever
 */
export async function withEngineLimits<T>(
  load: () => Promise<T>,
): Promise<{ readonly loaded: T; readonly stackPointer: StackPointer }> {
  const { WebAssembly: loader } = globalThis as unknown as { WebAssembly: ModuleLoader };
  const { instantiate } = loader;
  let stackPointer: StackPointer | undefined;
  loader.instantiate = async (source, imports) => {
    const code = source instanceof Uint8Array ? limited(source) : source;
    const result = await instantiate.call(loader, code, withUtc(imports));
    if (code !== source)
      stackPointer = result.instance?.exports[STACK_POINTER.name] as StackPointer | undefined;
    return result;
  };
  try {
    const loaded = await load();
    if (stackPointer === undefined) throw new Error('The limits do not fit this version of QuickJS.');
    return { loaded, stackPointer };
  } finally {
    loader.instantiate = instantiate;
  }
}

/** Returns the code unchanged if it is unknown, such as that of another module. */
function limited(code: Uint8Array): Uint8Array {
  // Searching a text is native code, and this is a part of the start of each run.
  const text = textOf(code);
  const places = CONSTANTS.map(({ built }) => placeOf(text, built));
  const frames = FRAMES.map((frame) => ({ ...frame, at: placeOf(text, frameStart(frame)) ?? -1 }));
  if (places.includes(undefined) || frames.some(({ at }) => at < 0)) return code;
  const changed = code.slice();
  for (const [index, { wanted }] of CONSTANTS.entries()) changed.set(wanted, places[index]);
  const framed = withFunctions(changed, (body, start) => {
    for (const frame of frames)
      if (frame.at > start && frame.at < start + body.length) return withFrame(body, frame, frame.at - start);
    return body;
  });
  return withExportedGlobal(framed, STACK_POINTER.name, STACK_POINTER.index);
}

const decoder = new TextDecoder('latin1');

/** One character for each byte. */
function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Undefined if it is not there exactly once. */
function placeOf(text: string, searched: readonly number[]): number | undefined {
  const part = textOf(Uint8Array.from(searched));
  const found = text.indexOf(part);
  return found < 0 || text.includes(part, found + 1) ? undefined : found;
}

/** global.get 0, i32.const <built> */
function frameStart({ built, start }: Frame): number[] {
  return [0x23, 0x00, 0x41, built, ...start];
}

/** A function ends with `i32.const <built>, i32.add, global.set 0`, or the same with a result after it. */
function withFrame(body: Uint8Array, { built, wanted }: Frame, start: number): Uint8Array {
  const end = placeOf(textOf(body), [0x41, built, 0x6a, 0x24, 0x00]);
  if (end === undefined) throw new Error('The end of a function of QuickJS was not found.');
  const size = [(wanted % 128) + 128, Math.floor(wanted / 128)];
  const changed = new Uint8Array(body.length + 2);
  changed.set(body.subarray(0, start + 3));
  changed.set(size, start + 3);
  changed.set(body.subarray(start + 4, end + 1), start + 5);
  changed.set(size, end + 2);
  changed.set(body.subarray(end + 2), end + 4);
  return changed;
}
