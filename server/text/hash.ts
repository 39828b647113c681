/** Equal for equal texts, and practically never for others; starts with the length of the text. */
export function hashOf(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 13);
  }
  return `${lengthPart(text.length)}${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}`;
}

/** Whether a text of this length may have a hash. */
export function isHashOfLength(hash: string, length: number): boolean {
  return hash.startsWith(lengthPart(length));
}

/** The length of a text with this hash. */
export function lengthOfHash(hash: string): number {
  return Number.parseInt(hash, 36);
}

function lengthPart(length: number): string {
  return `${length.toString(36)}-`;
}
