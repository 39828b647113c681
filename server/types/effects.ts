import type { AnyNode, AssignmentExpression, CallExpression, Expression, UpdateExpression } from 'acorn';
import { childNodes } from '../expression/walk';
import { append } from '../text/append';
import { compactMap, compactSet } from '../text/compact';
import { mapMemberTypes, unionOfTypes } from './union';
import {
  ARRAY_TYPE,
  instanceType,
  type MemberType,
  type ObjectType,
  objectType,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** The side effects of an expression. Their order and exact objects are not tracked. */
export interface Effects {
  /** Assigned variables and their assignments; undefined if not all assignments determine the value. */
  readonly assigned: ReadonlyMap<string, readonly (AssignmentExpression | UpdateExpression)[] | undefined>;
  /** Names of members that are assigned or deleted. */
  readonly members: ReadonlySet<string>;
  /** A member with an unknown name is assigned or deleted. */
  readonly anyMember: boolean;
  /** A method is called that mutates a list, map or set. */
  readonly lists: boolean;
}

/** Methods that mutate their object. */
const MUTATING_METHODS = new Set(
  'add clear copyWithin delete fill pop push reverse set shift sort splice unshift getOrInsert getOrInsertComputed'.split(
    ' ',
  ),
);
/** Functions of `Object` and `Reflect` that mutate their argument. */
const MUTATING_FUNCTIONS = new Set(
  'assign defineProperties defineProperty deleteProperty set setPrototypeOf apply call bind'.split(' '),
);

/** Whether evaluating an expression may change an object that is not its own. */
export function mayMutate(ast: Expression): boolean {
  return setsMember(ast) || !hasNoSideEffects(effectsOf(ast));
}

/** Collects the effects before the outermost assignment to a member, which comes last. */
export function effectsOf(ast: Expression): Effects {
  const collector = new Collector();
  const stack: AnyNode[] = setsMember(ast) ? [ast.right, ast.left] : [ast];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    collector.visit(node);
    append(stack, childNodes(node));
  }
  const { assigned, members, anyMember, lists } = collector;
  if (assigned.size === 0 && members.size === 0 && !anyMember && !lists) return NO_EFFECTS;
  return { assigned: compactMap(assigned), members: compactSet(members), anyMember, lists };
}

function setsMember(ast: Expression): ast is AssignmentExpression {
  return ast.type === 'AssignmentExpression' && ast.operator === '=' && ast.left.type === 'MemberExpression';
}

/** The effects of most expressions. */
const NO_EFFECTS: Effects = { assigned: new Map(), members: new Set(), anyMember: false, lists: false };

class Collector implements Effects {
  readonly assigned = new Map<string, (AssignmentExpression | UpdateExpression)[] | undefined>();
  readonly members = new Set<string>();
  anyMember = false;
  lists = false;
  private readonly declared = new Set<string>();

  visit(node: AnyNode): void {
    switch (node.type) {
      case 'AssignmentExpression':
        this.write(node.left, node);
        break;
      case 'UpdateExpression':
        this.write(node.argument, node);
        break;
      case 'VariableDeclarator':
        this.declare(node.id);
        break;
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node.left.type !== 'VariableDeclaration') this.write(node.left, undefined);
        break;
      case 'UnaryExpression':
        if (node.operator === 'delete') this.write(node.argument, undefined);
        break;
      case 'CallExpression':
        this.call(node);
        break;
    }
  }

  /** Redeclaring a variable counts as an assignment; a name in two functions is treated the same. */
  private declare(target: AnyNode): void {
    if (target.type !== 'Identifier') return;
    if (this.declared.has(target.name)) this.write(target, undefined);
    this.declared.add(target.name);
  }

  /** `source` determines the value of a variable that is assigned as a whole. */
  private write(target: AnyNode, source: AssignmentExpression | UpdateExpression | undefined): void {
    switch (target.type) {
      case 'Identifier': {
        const known = this.assigned.has(target.name) ? this.assigned.get(target.name) : [];
        this.assigned.set(target.name, known && source ? [...known, source] : undefined);
        break;
      }
      case 'MemberExpression': {
        const name = staticName(target.property, target.computed);
        if (name === undefined) this.anyMember = true;
        else this.members.add(name);
        break;
      }
      case 'ChainExpression':
        this.write(target.expression, undefined);
        break;
      case 'ObjectPattern':
        for (const each of target.properties)
          this.write(each.type === 'Property' ? each.value : each, undefined);
        break;
      case 'ArrayPattern':
        for (const each of target.elements) if (each) this.write(each, undefined);
        break;
      case 'RestElement':
        this.write(target.argument, undefined);
        break;
      case 'AssignmentPattern':
        this.write(target.left, undefined);
        break;
    }
  }

  private call({ callee, arguments: given }: CallExpression): void {
    if (callee.type !== 'MemberExpression') return;
    const name = staticName(callee.property, callee.computed);
    if (name === undefined || (MUTATING_METHODS.has(name) && !isFresh(callee.object))) this.lists = true;
    if (name === undefined || (MUTATING_FUNCTIONS.has(name) && given[0]?.type !== 'ObjectExpression')) {
      this.anyMember = true;
    }
  }
}

/** Methods that create a list. */
const CREATING_METHODS = new Set(
  'concat entries filter flat flatMap from keys map of slice split toReversed toSorted values'.split(' '),
);

/** Whether the node creates a list or object, so that mutating it affects nothing else. */
function isFresh(node: AnyNode): boolean {
  let at = node;
  for (;;) {
    if (at.type === 'ArrayExpression' || at.type === 'ObjectExpression' || at.type === 'NewExpression')
      return true;
    if (at.type !== 'CallExpression' || at.callee.type !== 'MemberExpression') return false;
    const name = staticName(at.callee.property, at.callee.computed);
    if (name !== undefined && CREATING_METHODS.has(name)) return true;
    if (name === undefined || !CHAINABLE_METHODS.has(name)) return false;
    at = at.callee.object;
  }
}

/** Methods that return their object. */
const CHAINABLE_METHODS = new Set('add copyWithin fill reverse set sort'.split(' '));

/** The statically known name of a member or key: `.name`, `["name"]`, `[0]`. */
export function staticName(key: AnyNode, isComputed: boolean): string | undefined {
  if (!isComputed && key.type === 'Identifier') return key.name;
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')) {
    return String(key.value);
  }
  if (key.type !== 'TemplateLiteral' || key.expressions.length > 0) return undefined;
  return key.quasis[0]?.value.cooked ?? undefined;
}

/** Whether only variables are changed. */
export function hasNoSideEffects({ members, anyMember, lists }: Effects): boolean {
  return members.size === 0 && !anyMember && !lists;
}

/** The type of a value that these effects may have changed before it is read. */
export function afterEffects(type: ValueType, effects: Effects): ValueType {
  switch (type.kind) {
    case 'array':
    case 'instance':
    case 'function':
      if (effects.anyMember || effects.members.size > 0) return UNKNOWN;
      if (!effects.lists || type.kind === 'function') return type;
      return type.kind === 'array'
        ? ARRAY_TYPE
        : instanceType(
            type.name,
            type.of.map(() => UNKNOWN),
          );
    case 'object':
      return objectAfter(type, effects);
    case 'union':
      return unionOfTypes(type.of.map((one) => afterEffects(one, effects)));
    default:
      return type;
  }
}

function objectAfter({ members, complete }: ObjectType, effects: Effects): ObjectType {
  if (effects.anyMember) {
    const changed = [...members].map(([name, { origins }]): [string, MemberType] => [
      name,
      { type: UNKNOWN, optional: true, origins },
    ]);
    return objectType(new Map(changed), false);
  }
  const after = mapMemberTypes(members, (type) => afterEffects(type, effects));
  for (const name of effects.members) {
    after.set(name, { type: UNKNOWN, optional: true, origins: members.get(name)?.origins ?? [] });
  }
  return objectType(after, complete);
}
