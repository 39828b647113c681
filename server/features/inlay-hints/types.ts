import type { AstNode } from '../../expression/parse';
import { childNodes } from '../../expression/walk';
import type { UnitFacts } from '../../facts/facts';
import { contextOf, currentNames } from '../../inference/context';
import type { Address } from '../../project/files/paths';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Workspace } from '../../project/workspace';
import type { Range } from '../../text/range';
import { admitSameValues } from '../../types/subtyping';
import { typeText } from '../../types/type-text';
import { widen } from '../../types/union';
import { isNever, type ValueType } from '../../types/value-type';
import { type Node, resolveAlias, valueAt } from '../../yaml/tree/tree';
import { type InlayHint, offsetAfterName, scopesIn } from './index';

/** Longer types are cut. In characters. */
const MAX_TYPE = 60;

/**
 * The types of context variables in a range of a document: `: number` after their names where they are declared or
 * assigned. None if the type is unknown or obvious from the value.
 */
export function contextTypeHints(workspace: Workspace, address: Address, range: Range): readonly InlayHint[] {
  const [project] = workspace.projectsOf(address);
  if (project === undefined) return [];
  const context = contextOf(workspace, project);
  const reader = currentNames(workspace, project);
  const hints: InlayHint[] = [];
  for (const { facts, start, entry } of scopesIn(workspace, address, range)) {
    for (const { key, name, node } of namesIn(entry)) {
      const offset = start + offsetAfterName(entry.unit, key);
      if (offset < range.start || offset > range.end) continue;
      const type = widened(context.typeOf(name));
      const place = { scope: -1, phase: 'context', index: -1, event: undefined } as const;
      const isObvious =
        isLiteral(facts, node) && admitSameValues(widened(reader.typeOfValue(entry, node, place)), type);
      if (type.kind === 'unknown' || isNever(type) || isObvious) continue;
      hints.push({ offset, parts: [{ text: `: ${shortened(typeText(type))}` }] });
    }
  }
  return hints.sort((a, b) => a.offset - b.offset);
}

/** The context variables that are declared or assigned in a scope, with the ranges of their names and their values. */
function namesIn({
  scope,
}: ScopeEntry): { readonly key: Range; readonly name: string; readonly node: Node }[] {
  const declared = scope.context.map(({ name, node }) => ({
    key: name,
    name: name.text,
    node: valueIn(node),
  }));
  const assigned = scope.outputs.flatMap(({ name, context, node }) =>
    context ? [{ key: name, name: context.text, node: valueIn(node) }] : [],
  );
  return [...declared, ...assigned];
}

/** The value of a variable, which may be written together with its type. */
function valueIn(written: Node): Node {
  const node = resolveAlias(written);
  return (node?.kind === 'map' && valueAt(node, 'type') && valueAt(node, 'value')) || written;
}

/** A list with the types of its elements combined. */
function widened(type: ValueType): ValueType {
  const wide = widen(type);
  return isNever(wide) ? type : wide;
}

/** Whether the type is obvious: the value is a literal, or a string with expressions in it. */
function isLiteral({ expressions }: UnitFacts, written: Node): boolean {
  const node = resolveAlias(written);
  if (node === undefined) return false;
  const inside = expressions.filter((one) => node.start <= one.node.start && one.node.end <= node.end);
  return inside.every(({ whole, parts }) => !whole || parts.every(({ ast }) => ast && isWrittenOut(ast)));
}

function isWrittenOut(node: AstNode): boolean {
  if (node.type === 'Property') return !node.computed && isWrittenOut(node.value);
  return WRITTEN_OUT.has(node.type) && childNodes(node).every((child) => isWrittenOut(child));
}

const WRITTEN_OUT: ReadonlySet<AstNode['type']> = new Set([
  'Literal',
  'TemplateLiteral',
  'TemplateElement',
  'UnaryExpression',
  'ArrayExpression',
  'ObjectExpression',
] satisfies AstNode['type'][]);

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > MAX_TYPE ? `${characters.slice(0, MAX_TYPE - 1).join('')}…` : text;
}
