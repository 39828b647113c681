/** How other languages call members of texts and lists; the names that JavaScript has are tried in their order. */
const OTHER_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['append', ['concat']],
  ['add', ['concat']],
  ['contains', ['includes']],
  ['count', ['length']],
  ['len', ['length']],
  ['size', ['length']],
  ['lower', ['toLowerCase']],
  ['upper', ['toUpperCase']],
  ['strip', ['trim']],
  ['startswith', ['startsWith']],
  ['endswith', ['endsWith']],
]);

/** The members of a value that may be meant by what another language calls otherwise. */
export function inOtherLanguages(name: string, members: readonly string[]): readonly string[] {
  return (OTHER_MEMBERS.get(name) ?? []).filter((one) => members.includes(one));
}
