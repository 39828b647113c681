/**
 * The members of the outputs of two versions that only one of them has, as lines such as `task.config.model: "gpt-4"`: what
 * differs if the lines for people are equal, such as a prompt or a payload.
 */
export function differingDetails(
  before: readonly object[],
  after: readonly object[],
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const [old, now] = [before, after].map((outputs) => outputs.flatMap((one) => membersOf(one, [])));
  const without = (lines: readonly string[] = [], others: readonly string[] = []) =>
    lines.filter((line) => !others.includes(line));
  return { before: without(old, now), after: without(now, old) };
}

function membersOf(value: unknown, path: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return value === undefined ? [] : [`${path.join('.')}: ${JSON.stringify(value)}`];
  return Object.entries(value)
    .filter(([name]) => path.length > 0 || name !== 'context')
    .flatMap(([name, member]) => membersOf(member, [...path, name]));
}
