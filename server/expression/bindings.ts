import type { AnyNode, Expression, Pattern } from 'acorn';
import { countLeading } from '../text/binary-search';
import { compactMap } from '../text/compact';
import { addToGroup } from '../text/group-by';
import { outermostRanges, type Range } from '../text/range';
import { childNodes } from './walk';

/**
 * The names that functions, classes, blocks and loops inside an expression bind, each with the ranges of text in
 * which it is bound: disjoint and in order.
 */
export type Bindings = ReadonlyMap<string, readonly Range[]>;

/** Where declarations take effect: `let`, `const` and `class` in the block, `var` and functions in the body. */
interface Scope {
  readonly block: Range;
  readonly body: Range;
}

/** What declares a name. */
export type BindingKind = 'parameter' | 'const' | 'let' | 'var' | 'function' | 'class' | 'error';

type Bind = (name: string, range: Range, kind: BindingKind) => void;

/** The names that functions, classes and blocks of an expression bind, with the ranges in which they are bound. */
export function bindingsOf(ast: Expression): Bindings {
  const found = new Map<string, Range[]>();
  collect(ast, (name, { start, end }) => addToGroup(found, name, { start, end }));
  for (const [name, ranges] of found) found.set(name, outermostRanges(ranges));
  return compactMap(found);
}

/** The names that are bound at an offset, each with the kind of its innermost declaration. */
export function boundNamesAt(ast: Expression, offset: number): ReadonlyMap<string, BindingKind> {
  const found = new Map<string, { readonly range: Range; readonly kind: BindingKind }>();
  collect(ast, (name, range, kind) => {
    const outer = found.get(name)?.range;
    if (range.start > offset || range.end <= offset) return;
    if (outer === undefined || (range.start >= outer.start && range.end <= outer.end))
      found.set(name, { range, kind });
  });
  return new Map([...found].map(([name, { kind }]) => [name, kind]));
}

/** Collects the bindings of an expression. Does not recurse, so any tree that could be parsed is fine. */
function collect(ast: Expression, bind: Bind): void {
  const stack: { node: AnyNode; scope: Scope }[] = [{ node: ast, scope: { block: ast, body: ast } }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    declare(visit.node, visit.scope, bind);
    const scope = scopeInside(visit.node, visit.scope);
    for (const child of childNodes(visit.node)) stack.push({ node: child, scope });
  }
}

/** Whether `name` is bound at `offset`, so that it does not refer to a variable of the format. */
export function isBound(bindings: Bindings, name: string, offset: number): boolean {
  const ranges = bindings.get(name) ?? [];
  const next = countLeading(ranges, ({ end }) => end <= offset);
  return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= offset;
}

function declare(node: AnyNode, scope: Scope, bind: Bind): void {
  const bindAll = (pattern: Pattern | null | undefined, range: Range, kind: BindingKind) => {
    for (const name of pattern ? boundNames(pattern) : []) bind(name, range, kind);
  };
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      bindAll(node.id, node.type === 'FunctionDeclaration' ? scope.body : node, 'function');
      for (const parameter of node.params) bindAll(parameter, node, 'parameter');
      if (node.type !== 'ArrowFunctionExpression') bindAll(ARGUMENTS, node, 'parameter');
      break;
    case 'ClassDeclaration':
    case 'ClassExpression':
      bindAll(node.id, node.type === 'ClassDeclaration' ? scope.block : node, 'class');
      break;
    case 'VariableDeclaration':
      for (const { id } of node.declarations)
        bindAll(id, node.kind === 'var' ? scope.body : scope.block, variableKind(node.kind));
      break;
    case 'CatchClause':
      bindAll(node.param, node, 'error');
      break;
  }
}

function variableKind(kind: string): BindingKind {
  return kind === 'const' || kind === 'var' ? kind : 'let';
}

/** Every function except arrow functions has its own `arguments`. */
const ARGUMENTS: Pattern = { type: 'Identifier', name: 'arguments', start: 0, end: 0 };

function scopeInside(node: AnyNode, scope: Scope): Scope {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return { block: node.body, body: node.body };
    case 'StaticBlock':
      return { block: node, body: node };
    case 'BlockStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
      return { ...scope, block: node };
    case 'SwitchStatement':
      return { ...scope, block: { start: node.discriminant.end, end: node.end } };
    default:
      return scope;
  }
}

function boundNames(pattern: Pattern): string[] {
  const names: string[] = [];
  const stack: (Pattern | null)[] = [pattern];
  while (stack.length > 0) {
    const next = stack.pop();
    switch (next?.type) {
      case 'Identifier':
        names.push(next.name);
        break;
      case 'ObjectPattern':
        for (const item of next.properties) stack.push(item.type === 'Property' ? item.value : item);
        break;
      case 'ArrayPattern':
        for (const item of next.elements) stack.push(item);
        break;
      case 'RestElement':
        stack.push(next.argument);
        break;
      case 'AssignmentPattern':
        stack.push(next.left);
        break;
    }
  }
  return names;
}
