import { isMisspeltContext } from '../expression/misspelt-context';
import { nearestNames } from '../text/nearest';
import { valueOffsets } from '../yaml/tree/scalar-map';
import { type MapNode, type Node, resolveAlias, type ScalarNode } from '../yaml/tree/tree';
import type { TreeView } from '../yaml/tree/view';
import { toSource } from './expressions';
import type { NameNode, PayloadFacts } from './facts';

const CONTEXT_NAME = 'context';
const CONTEXT_PREFIX = `${CONTEXT_NAME}.`;

/**
 * A scalar as a name, or an alias of one as a key; undefined for an empty one or other nodes. In a block scalar, the name differs from the node only
 * with the text of the unit.
 */
export function nameOf(node: Node | undefined, text?: string): NameNode | undefined {
  if (node?.kind === 'alias' && node.parent?.kind === 'pair' && node.parent.key === node) {
    const target = resolveAlias(node);
    return target?.kind === 'scalar' ? { text: target.value, start: node.start, end: node.end } : undefined;
  }
  if (node?.kind !== 'scalar' || node.empty || node.type === 'null') return undefined;
  const isBlock = node.style === 'literal' || node.style === 'folded';
  if (isBlock && text !== undefined) return nameOfBlock(node, text);
  const quoted = node.style === 'single' || node.style === 'double';
  if (!quoted) return { text: node.value, start: node.start, end: node.end };
  // An unclosed quote has no closing quote to exclude.
  const end = Math.max(node.start + 1, node.end - (node.closed ? 1 : 0));
  return { text: node.value, start: node.start + 1, end };
}

/** Whether the content of a button can be its name: on one line, and not computed by an expression. */
export function isButtonName(content: string): boolean {
  const name = content.trim();
  return name !== '' && !/[\n\r]|\{\{/.test(name);
}

/** The name without the indicator that opens the block, its indentation and the line breaks after it. */
function nameOfBlock(node: ScalarNode, text: string): NameNode {
  const written = node.value.trimEnd();
  const range = toSource(text, { start: 0, end: written.length }, valueOffsets(text, node));
  return { text: node.value, start: range.start, end: range.end };
}

/** The keys of a map that are names, without `<<`. */
export function keyNames(map: MapNode, text: string, view: TreeView): NameNode[] {
  return namedPairs(map, text, view).map(({ name }) => name);
}

/** The context variable that a key of `outputs` assigns; undefined for one that assigns none. */
export function contextPart(key: Node, name: NameNode, text: string): NameNode | undefined {
  if (key.kind !== 'scalar' || !name.text.startsWith(CONTEXT_PREFIX)) return undefined;
  const range = { start: CONTEXT_PREFIX.length, end: name.text.length };
  return { text: name.text.slice(range.start), ...toSource(text, range, valueOffsets(text, key)) };
}

/**
 * The context variable that is meant by a key of `outputs` whose `context.` is misspelt: `contxt.score`,
 * `context_score`. Undefined for any other.
 */
export function misspeltContext(key: string): string | undefined {
  const [, joined] = /^context[_:/ -]+([a-z_$][\w$]*)$/i.exec(key) ?? [];
  if (joined !== undefined) return joined;
  const [, dollar, prefix = '', variable] = /^(\$?)([a-z]+)\.([a-z_$][\w$]*)$/i.exec(key) ?? [];
  const isMeant =
    (dollar === '$' && prefix === CONTEXT_NAME) ||
    isMisspeltContext(prefix) ||
    (prefix !== '' && nearestNames(prefix, [CONTEXT_NAME]).length > 0);
  return isMeant ? variable : undefined;
}

/** The values of a payload by name. */
export function payloadOf(map: MapNode, text: string, view: TreeView): PayloadFacts[] {
  return namedPairs(map, text, view).map(({ name, value }) => ({
    text: name.text,
    start: name.start,
    end: name.end,
    node: value,
  }));
}

function namedPairs(
  map: MapNode,
  text: string,
  view: TreeView,
): { readonly name: NameNode; readonly value: Node }[] {
  return view.pairs(map).flatMap((pair) => {
    const name = pair.name === '<<' ? undefined : nameOf(pair.key, text);
    return name ? [{ name, value: pair.value }] : [];
  });
}
