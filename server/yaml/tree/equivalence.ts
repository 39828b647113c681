import { Lexer } from 'yaml';
import type { Node } from './tree';

/** Whether two YAML texts, given with their trees, have the same data for every reader, and the same comments. */
export function isEquivalentYaml(
  a: { readonly text: string; readonly root: Node | undefined },
  b: { readonly text: string; readonly root: Node | undefined },
): boolean {
  if (a.root === undefined || b.root === undefined) {
    if (a.root !== b.root) return false;
  } else if (!sameData(a.root, b.root)) return false;
  if (!a.text.includes('#') && !b.text.includes('#')) return true;
  return commentTexts(a.text).join('\n') === commentTexts(b.text).join('\n');
}

/**
 * Whether two trees have the same data: kinds, keys and their order, values with their types, tags, anchors, aliases.
 */
export function sameData(a: Node, b: Node): boolean {
  if (a.anchor !== b.anchor || a.tag?.name !== b.tag?.name) return false;
  if (a.kind === 'scalar') {
    return b.kind === 'scalar' && a.value === b.value && a.type === b.type && a.empty === b.empty;
  }
  if (a.kind === 'alias') return b.kind === 'alias' && a.name === b.name;
  if (a.kind === 'seq') {
    if (b.kind !== 'seq' || a.items.length !== b.items.length) return false;
    return a.items.every((item, index) => {
      const other = b.items[index];
      return other !== undefined && sameData(item, other);
    });
  }
  if (b.kind !== 'map' || a.pairs.length !== b.pairs.length) return false;
  return a.pairs.every((pair, index) => {
    const other = b.pairs[index];
    return other !== undefined && sameData(pair.key, other.key) && sameData(pair.value, other.value);
  });
}

/** The lexer emits this before the text of a block or plain scalar. */
const SCALAR_FOLLOWS = '\u001f';

/**
 * The comments of a YAML text, each from its `#` to the end of its line, in the order of the text. Read from the
 * text alone, as a comparison of layouts must not rely on the trees.
 */
export function commentTexts(text: string): string[] {
  const found: string[] = [];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && token.startsWith('#')) found.push(token.trimEnd());
    isScalar = token === SCALAR_FOLLOWS;
  }
  return found;
}
