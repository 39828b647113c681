import { freeNames, type NameUse } from '../expression/names';
import type { Ast, AstNode } from '../expression/parse';
import type { Form, FormReference } from './form';

/** The references of a free name: to itself, and to its first member. */
export interface NameReferences {
  readonly own: FormReference | undefined;
  readonly member: FormReference | undefined;
}

/** References by the offsets of their names. */
interface References {
  readonly names: ReadonlyMap<number, FormReference>;
  /** Those of keys that are also the name of a variable: `const { score } = context`. */
  readonly shorthandKeys: ReadonlyMap<number, FormReference>;
}

/** Positions, and the ways to write the same. */
const IGNORED: ReadonlySet<string> = new Set(['type', 'start', 'end', 'raw', 'shorthand']);

/** The form of an expression is that of its syntax tree: blanks, comments and quotes have no meaning. */
export function expressionForm(ast: Ast, resolve: (use: NameUse) => NameReferences): Form {
  const names = new Map<number, FormReference>();
  const shorthandKeys = new Map<number, FormReference>();
  for (const use of freeNames(ast)) {
    const { own, member } = resolve(use);
    const [first] = use.members;
    if (own) names.set(use.start, own);
    if (member && first) (first.shorthand ? shorthandKeys : names).set(first.start, member);
  }
  return nodeForm(ast, { names, shorthandKeys });
}

function nodeForm(node: AstNode, references: References): Form {
  // The name in a text is after its quote.
  const nameStart = node.type === 'Identifier' ? node.start : node.start + 1;
  const isName = node.type === 'Identifier' || node.type === 'Literal' || node.type === 'TemplateLiteral';
  const reference = isName ? references.names.get(nameStart) : undefined;
  if (reference) return reference;
  if (node.type === 'Literal') return `${typeof node.value} ${literalText(node)}`;
  const isShorthand = node.type === 'Property' && node.shorthand;
  const members = Object.entries(node)
    .filter(([name]) => !IGNORED.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    forms: [
      node.type,
      ...members.flatMap(([name, value]): Form[] => [
        name,
        isShorthand && name === 'key' ? shorthandKey(node, references) : valueForm(value, references),
      ]),
    ],
  };
}

/** The key of `{ name }` is not renamed with the variable in its value. */
function shorthandKey({ key }: Extract<AstNode, { type: 'Property' }>, references: References): Form {
  return references.shorthandKeys.get(key.start) ?? valueForm(key, { ...references, names: new Map() });
}

function literalText({ value, raw }: Extract<AstNode, { type: 'Literal' }>): string {
  const isWritten = value === null || typeof value === 'object' || typeof value === 'bigint';
  return isWritten ? String(raw) : String(value);
}

function valueForm(value: unknown, references: References): Form {
  if (Array.isArray(value)) return { forms: value.map((item) => valueForm(item, references)) };
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`;
  if (isNode(value)) return nodeForm(value, references);
  return {
    forms: Object.entries(value).flatMap(([name, one]): Form[] => [name, valueForm(one, references)]),
  };
}

function isNode(value: object): value is AstNode {
  return 'type' in value && typeof value.type === 'string';
}
