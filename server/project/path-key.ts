/** A path as a key; names contain no line breaks. The key of a state with an empty name differs from that of the root. */
export function pathKey(path: readonly string[]): string {
  const key = path.join('\n');
  return path[0] === '' ? `""${key}` : key;
}
