import type { AnyNode, Expression, MemberExpression, ObjectPattern, Pattern } from 'acorn';
import { append } from '../text/append';
import type { Range } from '../text/range';
import { bindingsOf, isBound } from './bindings';
import { childNodes } from './walk';

/** A statically known member: `.name`, `?.name`, `["name"]`. The range is that of the name, without quotes. */
export interface MemberName extends Range {
  readonly name: string;
  /** Written in brackets. */
  readonly computed: boolean;
  /** Destructured into a variable of that name: `const { name } = …`. */
  readonly shorthand?: true;
}

export type Access = 'read' | 'write' | 'readwrite';

/** A free name in an expression. The range is that of the name. */
export interface NameUse extends Range {
  readonly name: string;
  /** The member chain after the name, up to its end or the first member that is only known at run time. */
  readonly members: readonly MemberName[];
  /**
   * How the name with its members is used. Assigning below a dynamic member (`list[i] = 1`) changes a part of the
   * chain's value, which is `readwrite`; `delete` is `write`.
   */
  readonly access: Access;
  /** The chain is the operand of `typeof`, which accepts an unknown *name* (but no member of one). */
  readonly guarded: boolean;
  /** The name need not exist: `typeof name` tests it, or the code is not strict and may have it from elsewhere. */
  readonly asked?: true;
  /** The chain as a whole is called, constructed or used as a template's tag. */
  readonly called: boolean;
  /** The same place is already listed with another member that a pattern destructures. */
  readonly repeated?: true;
  /** The name is also the name of a property: `{ name }`. */
  readonly shorthand?: true;
}

interface Visit {
  readonly node: AnyNode;
  readonly access: Access;
  readonly guarded?: boolean;
  readonly called?: boolean;
  readonly shorthand?: boolean;
  /** The pattern that destructures the value. */
  readonly pattern?: ObjectPattern;
}

/**
 * The free names of an expression in the order of the text. Offsets are UTF-16 offsets into the text that was
 * parsed. Does not recurse, so any tree that could be parsed is fine.
 */
export function freeNames(ast: Expression): NameUse[] {
  const bound = bindingsOf(ast);
  const uses: NameUse[] = [];
  const sloppy: Sloppy = { withBodies: [], isSloppy: false };
  const stack: Visit[] = [{ node: ast, access: 'read' }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const chain = unwind(visit.node);
    if (chain.root.type === 'Identifier') {
      const { name, start, end } = chain.root;
      if (!isBound(bound, name, start)) {
        const use = useOf(name, start, end, chain, visit);
        append(uses, visit.pattern ? destructuredUses(use, chain, visit.pattern) : [use]);
      }
    } else if (chain.links > 0) {
      stack.push(read(chain.root));
    } else {
      noteSloppy(chain.root, sloppy);
      for (const below of inside({ ...visit, node: chain.root })) stack.push(below);
    }
    for (const key of chain.computed) stack.push(read(key));
  }
  return withExistenceTests(withSloppyNames(uses, sloppy)).sort((a, b) => a.start - b.start);
}

/** What only code that is not strict may contain; such an expression is evaluated without strict mode. */
interface Sloppy {
  readonly withBodies: Range[];
  isSloppy: boolean;
}

function noteSloppy(node: AnyNode, found: Sloppy): void {
  const isWith = node.type === 'WithStatement';
  if (isWith) found.withBodies.push(node.body);
  if (isWith || (node.type === 'Literal' && isOctal(node.raw))) found.isSloppy = true;
}

/** Whether a literal is a number such as `010`, or a text with an escape such as `\07`. */
function isOctal(literal = ''): boolean {
  return /^0\d/.test(literal) || /^['"](?:[^\\]|\\(?:\D|0(?!\d)))*\\(?:[1-9]|0\d)/.test(literal);
}

/** In `with (object)`, a name may be a member of the object; without strict mode, assigning an unknown name is no error. */
function withSloppyNames(uses: NameUse[], { withBodies, isSloppy }: Sloppy): NameUse[] {
  if (!isSloppy) return uses;
  return uses.map((use) => {
    const isInside = withBodies.some(({ start, end }) => start <= use.start && use.end <= end);
    return isInside || (use.access === 'write' && use.members.length === 0) ? { ...use, asked: true } : use;
  });
}

/** `typeof name === 'undefined' ? '' : name` is valid whether the name exists or not. */
function withExistenceTests(uses: NameUse[]): NameUse[] {
  const asked = uses.filter(({ guarded, members }) => guarded && members.length === 0);
  if (asked.length === 0) return uses;
  const names = new Set(asked.map(({ name }) => name));
  return uses.map((use) => (names.has(use.name) ? { ...use, asked: true } : use));
}

interface Chain {
  /** The object of the first member. */
  readonly root: AnyNode;
  /** The number of members. */
  readonly links: number;
  readonly members: readonly MemberName[];
  /** Expressions in brackets that are not plain strings. */
  readonly computed: readonly AnyNode[];
}

function unwind(node: AnyNode): Chain {
  const links: MemberExpression[] = [];
  let root = node;
  while (root.type === 'MemberExpression' || root.type === 'ChainExpression') {
    if (root.type === 'MemberExpression') links.push(root);
    root = root.type === 'MemberExpression' ? root.object : root.expression;
  }
  links.reverse();
  const members = links.map(staticMember);
  const dynamic = members.indexOf(undefined);
  return {
    root,
    links: links.length,
    members: members.slice(0, dynamic < 0 ? undefined : dynamic).filter((member) => member !== undefined),
    computed: links
      .filter((link, i) => link.computed && members[i] === undefined)
      .map((link) => link.property),
  };
}

function staticMember({ property, computed }: MemberExpression): MemberName | undefined {
  const { start, end } = property;
  if (!computed)
    return property.type === 'Identifier' ? { name: property.name, start, end, computed } : undefined;
  const name = staticString(property);
  return name === undefined ? undefined : { name, start: start + 1, end: end - 1, computed };
}

function staticString(node: AnyNode): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

/** One use for each member that a pattern destructures, and the whole value if the pattern has a rest element. */
function destructuredUses(use: NameUse, chain: Chain, { properties }: ObjectPattern): NameUse[] {
  const members = properties.map((property) => {
    return property.type === 'Property' ? patternMember(property) : undefined;
  });
  const known = members.filter((member) => member !== undefined);
  if (chain.members.length < chain.links || known.length === 0) return [use];
  const parts: NameUse[] = known.map((member) => ({ ...use, members: [...use.members, member] }));
  const all = known.length < members.length ? [use, ...parts] : parts;
  return all.map((one, index) => (index > 0 ? { ...one, repeated: true } : one));
}

function patternMember(property: {
  key: AnyNode;
  computed: boolean;
  shorthand: boolean;
}): MemberName | undefined {
  const { key, computed, shorthand } = property;
  const { start, end } = key;
  if (!computed && key.type === 'Identifier')
    return { name: key.name, start, end, computed, ...(shorthand ? { shorthand } : {}) };
  const name = staticString(key);
  return name === undefined ? undefined : { name, start: start + 1, end: end - 1, computed: true };
}

function useOf(name: string, start: number, end: number, chain: Chain, visit: Visit): NameUse {
  const whole = chain.members.length === chain.links;
  const use = {
    name,
    start,
    end,
    members: chain.members,
    access: whole || visit.access === 'read' ? visit.access : 'readwrite',
    guarded: whole && visit.guarded === true,
    called: whole && visit.called === true,
  };
  return visit.shorthand && chain.links === 0 ? { ...use, shorthand: true } : use;
}

const read = (node: AnyNode): Visit => ({ node, access: 'read' });

const taken = (node: AnyNode, into: Pattern): Visit => {
  return into.type === 'ObjectPattern' ? { ...read(node), pattern: into } : read(node);
};

/**
 * The children to visit of a node that is not a chain. Declared names (parameters, variables, functions) are visited
 * too: they are inside the range of their own binding and therefore never free.
 */
function inside({ node, access, shorthand }: Visit): Visit[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return [
        { node: node.left, access: node.operator === '=' ? 'write' : 'readwrite' },
        taken(node.right, node.left),
      ];
    case 'VariableDeclarator':
      return [read(node.id), ...(node.init ? [taken(node.init, node.id)] : [])];
    case 'UpdateExpression':
      return [{ node: node.argument, access: 'readwrite' }];
    case 'ForInStatement':
    case 'ForOfStatement':
      return [{ node: node.left, access: 'write' }, read(node.right), read(node.body)];
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return childNodes(node).map((child) => ({ node: child, access }));
    case 'AssignmentPattern':
      return [{ node: node.left, access, ...(shorthand ? { shorthand } : {}) }, read(node.right)];
    case 'Property':
      return [
        ...(node.computed ? [read(node.key)] : []),
        { node: node.value, access, shorthand: node.shorthand },
      ];
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return childNodes(node)
        .filter((child) => node.computed || child !== node.key)
        .map(read);
    case 'UnaryExpression':
      return [
        {
          node: node.argument,
          access: node.operator === 'delete' ? 'write' : 'read',
          guarded: node.operator === 'typeof',
        },
      ];
    case 'CallExpression':
    case 'NewExpression':
      return [{ node: node.callee, access: 'read', called: true }, ...node.arguments.map(read)];
    case 'TaggedTemplateExpression':
      return [{ node: node.tag, access: 'read', called: true }, read(node.quasi)];
    case 'LabeledStatement':
      return [read(node.body)];
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return [];
    default:
      return childNodes(node).map(read);
  }
}
