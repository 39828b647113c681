/** Edits of a binary WebAssembly module, before it is compiled. */

const EXPORTS_SECTION = 7;
const CODE_SECTION = 10;
/** The length of the magic number and the version. */
const HEADER_LENGTH = 8;
const GLOBAL_EXPORT = 3;

/** The module with each function body, at its offset in the module, replaced by what `change` makes of it. */
export function withFunctions(
  code: Uint8Array,
  change: (body: Uint8Array, offset: number) => Uint8Array,
): Uint8Array {
  return withSection(code, CODE_SECTION, (content, offset) => {
    const count = readNumber(content, 0);
    const parts = [content.subarray(0, count.end)];
    for (let at = count.end; at < content.length; ) {
      const size = readNumber(content, at);
      const body = change(content.subarray(size.end, size.end + size.value), offset + size.end);
      parts.push(numberBytes(body.length), body);
      at = size.end + size.value;
    }
    return joined(parts);
  });
}

/** The module with a global variable as an additional export. */
export function withExportedGlobal(code: Uint8Array, name: string, index: number): Uint8Array {
  return withSection(code, EXPORTS_SECTION, (content) => {
    const count = readNumber(content, 0);
    const nameBytes = new TextEncoder().encode(name);
    const entry = [
      numberBytes(nameBytes.length),
      nameBytes,
      Uint8Array.of(GLOBAL_EXPORT),
      numberBytes(index),
    ];
    return joined([numberBytes(count.value + 1), content.subarray(count.end), ...entry]);
  });
}

function withSection(
  code: Uint8Array,
  id: number,
  change: (content: Uint8Array, offset: number) => Uint8Array,
): Uint8Array {
  const parts = [code.subarray(0, HEADER_LENGTH)];
  for (let at = HEADER_LENGTH; at < code.length; ) {
    const size = readNumber(code, at + 1);
    const end = size.end + size.value;
    if (code[at] === id) {
      const content = change(code.subarray(size.end, end), size.end);
      parts.push(Uint8Array.of(id), numberBytes(content.length), content);
    } else parts.push(code.subarray(at, end));
    at = end;
  }
  return joined(parts);
}

/** An unsigned number in LEB128, and the offset after it. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start, factor = 1; ; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128) return { value, end: at + 1 };
  }
}

function numberBytes(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Uint8Array.of(...bytes, left);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
