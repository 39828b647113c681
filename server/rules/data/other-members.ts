/** Names of string and list members in other languages; the JavaScript names are tried in order. */
const FOREIGN_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
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

/** The members that an author may mean by a name from another language. */
export function membersForForeignName(name: string, members: readonly string[]): readonly string[] {
  return (FOREIGN_MEMBERS.get(name) ?? []).filter((one) => members.includes(one));
}
