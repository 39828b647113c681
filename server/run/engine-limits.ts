/** What a module of the engine is loaded with, as far as it matters here. */
interface ModuleLoader {
  instantiate(source: unknown, imports: unknown): unknown;
}

/**
 * Constants in the code of QuickJS that decide how long an evaluation can go on without being interrupted. There is no
 * setting for them, so the code is changed before it is compiled. Each is unique together with the instruction after it.
 */
const CONSTANTS: readonly { readonly built: readonly number[]; readonly wanted: readonly number[] }[] = [
  // Asks at each 25th call or repetition whether time is up, not at each 10,000th: a single one may take long.
  // i32.const 10000, i32.store offset=232
  { built: [0x41, 0x90, 0xce, 0x00, 0x36, 0x02, 0xe8, 0x01], wanted: [0x41, 0x99, 0x80, 0x00] },
  // Integers (`BigInt`) have at most 2,048 parts of 32 bits, not 32,768: one operator takes ms, not seconds.
  // i32.const 32769, i32.ge_s
  { built: [0x41, 0x81, 0x80, 0x02, 0x4e], wanted: [0x41, 0x81, 0x90, 0x00] },
];

/** Loads a module of the engine with constants that keep it interruptible. */
export async function withEngineLimits<T>(load: () => Promise<T>): Promise<T> {
  const { WebAssembly: loader } = globalThis as unknown as { WebAssembly: ModuleLoader };
  const { instantiate } = loader;
  loader.instantiate = (source, imports) =>
    instantiate.call(loader, source instanceof Uint8Array ? limited(source) : source, imports);
  try {
    return await load();
  } finally {
    loader.instantiate = instantiate;
  }
}

/** The same code if it is not the one that is expected, such as that of another module that is loaded meanwhile. */
function limited(code: Uint8Array): Uint8Array {
  const places = CONSTANTS.map(({ built }) => placeOf(code, built));
  if (places.includes(undefined)) return code;
  const changed = code.slice();
  for (const [index, { wanted }] of CONSTANTS.entries()) changed.set(wanted, places[index]);
  return changed;
}

/** Undefined if it is not there exactly once. */
function placeOf(code: Uint8Array, searched: readonly number[]): number | undefined {
  const found: number[] = [];
  for (let at = code.indexOf(searched[0] ?? 0); at >= 0; at = code.indexOf(searched[0] ?? 0, at + 1))
    if (searched.every((byte, index) => code[at + index] === byte)) found.push(at);
  return found.length === 1 ? found[0] : undefined;
}
