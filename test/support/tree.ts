import type { ParseResult, Problem } from '../../server/yaml/read/problem';
import type { Node } from '../../server/yaml/tree/tree';

/** A short form of a tree: maps as objects, lists as arrays, scalars as their text, missing values as null. */
export function treeDigest(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.kind === 'map')
    return Object.fromEntries(node.pairs.map((pair) => [pair.name, treeDigest(pair.value)]));
  if (node.kind === 'seq') return node.items.map(treeDigest);
  if (node.kind === 'alias') return `*${node.name}`;
  return node.empty ? null : node.value;
}

/** A short form of problems: kind, marked text, and `!` if a part of the tree may be missing. */
export function problemDigest(text: string, parsed: ParseResult): string[] {
  return parsed.problems.map(
    ({ kind, recovered, start, end }) => `${kind}${recovered ? '' : '!'} ${text.slice(start, end)}`,
  );
}

/** A text after the fixes of all problems. */
export function remedied(text: string, found: readonly Problem[]): string {
  const all = found.flatMap((problem) => problem.remedy?.edits ?? []);
  // One fix replaces all tabs.
  const edits = new Map(all.map((edit) => [edit.range.start, edit])).values();
  let result = text;
  for (const { range, text: inserted } of [...edits].sort((a, b) => b.range.start - a.range.start))
    result = result.slice(0, range.start) + inserted + result.slice(range.end);
  return result;
}
