/** Whether a text takes more bytes in UTF-8 than a limit; stops reading where the limit is exceeded. */
export function exceeds(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  if (text.length * 3 <= bytes) return false;
  let sum = 0;
  for (let at = 0; at < text.length && sum <= bytes; at++) {
    const code = text.charCodeAt(at);
    // Each half of a character beyond the BMP counts for half of its four bytes.
    sum += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return sum > bytes;
}
