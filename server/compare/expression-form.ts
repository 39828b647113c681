import { freeNames, type NameUse } from '../expression/names';
import type { Ast, AstNode } from '../expression/parse';
import { type Form, type FormReference, unknownName } from './form';

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
  if (node.type === 'Identifier') return references.names.get(node.start) ?? unknownName(node.name);
  if (node.type === 'Literal') return `${typeof node.value} ${literalText(node)}`;
  if (node.type === 'MemberExpression') return memberForm(node, references);
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

/** `object["name"]` is the same as `object.name`. */
function memberForm(node: Extract<AstNode, { type: 'MemberExpression' }>, references: References): Form {
  const { object, property, computed, optional } = node;
  const isQuoted = computed && property.type === 'Literal' && typeof property.value === 'string';
  const name = isQuoted
    ? (references.names.get(property.start + 1) ?? unknownName(String(property.value)))
    : nodeForm(property, references);
  const access = `${computed && !isQuoted ? 'computed' : ''} ${optional ? 'optional' : ''}`;
  return { forms: [node.type, access, nodeForm(object, references), name] };
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
