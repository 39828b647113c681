/** A path as a key; names contain no line breaks. A state without a name yet is not the root. */
export function pathKey(path: readonly string[]): string {
  const key = path.join('\n');
  return path[0] === '' ? `""${key}` : key;
}
