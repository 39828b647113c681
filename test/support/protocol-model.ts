import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/**
 * The Language Server Protocol as data, read from the type declarations of the library: which methods there are, and
 * which values their parameters and results may have. The library's package does not contain `metaModel.json`.
 */

/** A node of the syntax tree of a declaration, with the used members. */
interface Syntax {
  readonly type: string;
  readonly [name: string]: unknown;
}

interface Method {
  readonly params: Syntax | undefined;
  /** Undefined for a notification. */
  readonly result: Syntax | undefined;
}

const LIBRARIES = ['vscode-languageserver-protocol/lib/common', 'vscode-languageserver-types/lib/esm'].map(
  (path) => join(import.meta.dirname, '../../node_modules', path),
);

const declarations = new Map<string, Syntax>();
const constants = new Map<string, Syntax>();
const methods = new Map<string, Method>();

for (const folder of LIBRARIES)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts')))
    declare(parseAst(readFileSync(join(folder, file), 'utf8'), { lang: 'dts' }));

/** Why a result of a method is invalid in the protocol; empty if it is valid. */
export function problemsOfResult(method: string, result: unknown): readonly string[] {
  const known = methods.get(method);
  return known?.result ? problemsOf(result, known.result, 'result') : [`unknown request ${method}`];
}

/** Why the parameters of a request or notification are invalid; empty if they are valid. */
export function problemsOfParams(method: string, params: unknown): readonly string[] {
  const known = methods.get(method);
  if (known === undefined) return [`unknown method ${method}`];
  return known.params ? problemsOf(params, known.params, 'params') : [];
}

/** Why a value does not have a type of the protocol, given by its name; empty if it has. */
export function problemsOfType(name: string, value: unknown): readonly string[] {
  const declared = declarations.get(name);
  if (declared === undefined) throw new Error(`The protocol has no type ${name}.`);
  return problemsOf(value, declared, name);
}

function declare(program: unknown): void {
  for (const statement of nodes((program as Syntax).body)) {
    const found = node(statement.declaration) ?? statement;
    if (found.type === 'TSInterfaceDeclaration' || found.type === 'TSTypeAliasDeclaration')
      declarations.set(nameOf(found), found);
    else if (found.type === 'TSModuleDeclaration') declareNamespace(found);
  }
}

/** A namespace contains the constants of an enumeration, or describes a method. */
function declareNamespace(namespace: Syntax): void {
  let method: string | undefined;
  let type: Syntax | undefined;
  for (const statement of nodes(node(namespace.body)?.body)) {
    const variables = node(statement.declaration) ?? statement;
    for (const { id } of nodes(variables.declarations)) {
      const annotation = node(node((id as Syntax).typeAnnotation)?.typeAnnotation);
      if (annotation === undefined) continue;
      const name = String((id as Syntax).name);
      constants.set(`${nameOf(namespace)}.${name}`, annotation);
      if (name === 'method') method = String(literalOf(node(annotation.literal)));
      if (name === 'type') type = annotation;
    }
  }
  if (method !== undefined && type !== undefined) methods.set(method, methodOf(type));
}

function methodOf(type: Syntax): Method {
  const parts = nodes(node(type.typeArguments)?.params);
  switch (nameOf({ ...type, id: type.typeName })) {
    case 'ProtocolRequestType':
      return { params: parts[0], result: parts[1] };
    case 'ProtocolRequestType0':
      return { params: undefined, result: parts[0] };
    case 'ProtocolNotificationType':
      return { params: parts[0], result: undefined };
    default:
      return { params: undefined, result: undefined };
  }
}

/** Number types that TypeScript does not have. */
const NUMBERS: Readonly<Record<string, (value: number) => boolean>> = {
  integer: Number.isInteger,
  uinteger: (value) => Number.isInteger(value) && value >= 0,
};

function problemsOf(value: unknown, type: Syntax, path: string): readonly string[] {
  const isA = (name: string) => (typeof value === name ? [] : [`${path}: ${brief(value)} is not a ${name}`]);
  switch (type.type) {
    case 'TSStringKeyword':
      return isA('string');
    case 'TSNumberKeyword':
      return isA('number');
    case 'TSBooleanKeyword':
      return isA('boolean');
    case 'TSObjectKeyword':
      return isA('object');
    // JSON-RPC represents a missing result as null.
    case 'TSNullKeyword':
    case 'TSVoidKeyword':
      return value === null ? [] : [`${path}: ${brief(value)} is not null`];
    case 'TSUndefinedKeyword':
    case 'TSNeverKeyword':
      return [`${path}: ${brief(value)} is not expected`];
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
    case 'TSTypeOperator':
      return [];
    case 'TSLiteralType': {
      const wanted = literalOf(node(type.literal));
      return value === wanted ? [] : [`${path}: ${brief(value)} is not ${brief(wanted)}`];
    }
    case 'TSTypeQuery': {
      const constant = constants.get(textOf(node(type.exprName)));
      return constant ? problemsOf(value, constant, path) : [];
    }
    case 'TSParenthesizedType':
      return problemsOf(value, node(type.typeAnnotation) ?? type, path);
    case 'TSTypeAliasDeclaration':
      return problemsOf(value, node(type.typeAnnotation) ?? type, path);
    case 'TSUnionType': {
      const all = nodes(type.types).map((one) => problemsOf(value, one, path));
      const nearest = all.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? [];
      return all.some((problems) => problems.length === 0) ? [] : nearest;
    }
    case 'TSArrayType': {
      const element = node(type.elementType);
      if (!Array.isArray(value) || element === undefined) return [`${path}: ${brief(value)} is not a list`];
      return value.flatMap((one, index) => problemsOf(one, element, `${path}[${index}]`));
    }
    case 'TSTupleType': {
      const elements = nodes(type.elementTypes);
      if (!Array.isArray(value) || value.length !== elements.length)
        return [`${path}: ${brief(value)} is not a list of ${elements.length}`];
      return elements.flatMap((one, index) => problemsOf(value[index], one, `${path}[${index}]`));
    }
    case 'TSTypeReference': {
      const name = textOf(node(type.typeName));
      const isNumber = NUMBERS[name];
      if (isNumber)
        return typeof value === 'number' && isNumber(value)
          ? []
          : [`${path}: ${brief(value)} is not a ${name}`];
      const declared = declarations.get(name);
      // A type parameter, for which any type is allowed.
      return declared ? problemsOf(value, declared, path) : [];
    }
    default:
      return problemsOfObject(value, type, path);
  }
}

function problemsOfObject(value: unknown, type: Syntax, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path}: ${brief(value)} is not an object`];
  const members = membersOf(type);
  const entries = new Map(Object.entries(value));
  const problems: string[] = [];
  for (const [name, { type: wanted, isOptional }] of members.named) {
    const given = entries.get(name);
    entries.delete(name);
    if (given !== undefined) problems.push(...problemsOf(given, wanted, `${path}.${name}`));
    else if (!isOptional) problems.push(`${path}: ${name} is missing`);
  }
  for (const [name, given] of entries)
    if (given === undefined) continue;
    else if (members.others) problems.push(...problemsOf(given, members.others, `${path}.${name}`));
    else problems.push(`${path}: ${name} is not known`);
  return problems;
}

interface Members {
  readonly named: ReadonlyMap<string, { readonly type: Syntax; readonly isOptional: boolean }>;
  /** The type of properties of any other name, if there may be some. */
  readonly others: Syntax | undefined;
}

const ANYTHING: Syntax = { type: 'TSAnyKeyword' };
const cached = new Map<Syntax, Members>();

function membersOf(type: Syntax): Members {
  let members = cached.get(type);
  if (members === undefined) {
    members = readMembers(type);
    cached.set(type, members);
  }
  return members;
}

function readMembers(type: Syntax): Members {
  switch (type.type) {
    case 'TSInterfaceDeclaration': {
      const inherited = nodes(type.extends).map(({ expression }) => textOf(node(expression)));
      return together([...inherited.map(membersOfName), ownMembers(nodes(node(type.body)?.body))]);
    }
    case 'TSTypeAliasDeclaration':
    case 'TSParenthesizedType':
      return membersOf(node(type.typeAnnotation) ?? ANYTHING);
    case 'TSIntersectionType':
      return together(nodes(type.types).map(membersOf));
    case 'TSTypeLiteral':
      return ownMembers(nodes(type.members));
    case 'TSTypeReference':
      return membersOfName(textOf(node(type.typeName)));
    default:
      return { named: new Map(), others: ANYTHING };
  }
}

function membersOfName(name: string): Members {
  return membersOf(declarations.get(name) ?? ANYTHING);
}

function ownMembers(members: readonly Syntax[]): Members {
  const named = new Map<string, { type: Syntax; isOptional: boolean }>();
  let others: Syntax | undefined;
  for (const member of members) {
    const annotation = node(node(member.typeAnnotation)?.typeAnnotation) ?? ANYTHING;
    if (member.type === 'TSIndexSignature') others = annotation;
    else if (member.type === 'TSPropertySignature') {
      const key = node(member.key);
      named.set(String(key?.name ?? key?.value), { type: annotation, isOptional: member.optional === true });
    }
  }
  return { named, others };
}

function together(all: readonly Members[]): Members {
  return {
    named: new Map(all.flatMap(({ named }) => [...named])),
    others: all.find(({ others }) => others)?.others,
  };
}

/** The depth of the deepest problem: the intended alternative matches the furthest. */
function depth(problems: readonly string[]): number {
  return Math.max(0, ...problems.map((one) => one.split(':')[0]?.split(/[.[]/).length ?? 0));
}

function literalOf(literal: Syntax | undefined): unknown {
  // The library writes some constants as templates without places.
  if (literal?.type === 'TemplateLiteral')
    return Reflect.get(Object(nodes(literal.quasis)[0]?.value), 'cooked');
  if (literal?.type !== 'UnaryExpression') return literal?.value;
  return -Number(node(literal.argument)?.value);
}

function nameOf(declaration: Syntax): string {
  return textOf(node(declaration.id));
}

function textOf(name: Syntax | undefined): string {
  return name?.type === 'TSQualifiedName'
    ? `${textOf(node(name.left))}.${textOf(node(name.right))}`
    : String(name?.name);
}

function node(value: unknown): Syntax | undefined {
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Syntax) : undefined;
}

function nodes(value: unknown): readonly Syntax[] {
  return Array.isArray(value) ? value.flatMap((one) => node(one) ?? []) : [];
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 80);
}
