/**
 * The members of the outputs of two versions that only one of them has, as lines such as `task.config.model: "gpt-4"`: what
 * differs if the lines for people are equal, such as a prompt or a payload.
 */
export function differingDetails(
  before: readonly object[],
  after: readonly object[],
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const linesOf = (outputs: readonly object[]) => outputs.flatMap((one) => membersOf(one, []));
  const [old, now] = [linesOf(before), linesOf(after)];
  const [inOld, inNow] = [new Set(old), new Set(now)];
  return { before: old.filter((line) => !inNow.has(line)), after: now.filter((line) => !inOld.has(line)) };
}

function membersOf(value: unknown, path: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return value === undefined ? [] : [`${path.join('.')}: ${JSON.stringify(value)}`];
  return Object.entries(value)
    .filter(([name]) => path.length > 0 || name !== 'context')
    .flatMap(([name, member]) => membersOf(member, [...path, name]));
}
