import type { AstNode } from '../../expression/parse';
import { childNodes } from '../../expression/walk';
import { addToGroup } from '../../text/group-by';
import { numberIn, variableOf } from './counters';
import { type Flow, hasName, isTest, type NameSet } from './dataflow';

/** A value of a user or task. An exploration tries some of its values. */
export interface FreeValue {
  /** `finite`: all of its values are tried. `other`: it is not known how conditions tell its values apart. */
  readonly kind: 'finite' | 'text' | 'number' | 'integer' | 'other';
  /** The text that is tried besides those that conditions compare with. */
  readonly usual: string;
}

/**
 * The variables of users and tasks whose values are only sampled: conditions and observed values do more
 * with them than to compare them with literals, which are all tried, with the values between them. May name too many,
 * but never too few.
 */
export function sampledNames(flows: readonly Flow[], control: NameSet): ReadonlySet<string> {
  const free = new Map<string, FreeValue[]>();
  for (const { target, free: value } of flows) if (value) addToGroup(free, target, value);
  const deciding = flows.filter(({ target }) => isTest(target) || hasName(control, target));
  const sampled = new Set<string>();
  for (const [name, values] of free) {
    if (!hasName(control, name) || values.every(({ kind }) => kind === 'finite')) continue;
    const tests = testsOf(name, deciding);
    if (tests === undefined || !values.every((value) => areAllTried(value, tests))) sampled.add(name);
  }
  return sampled;
}

/** What a variable is compared with, wherever its value goes. */
interface Tests {
  readonly equal: (string | number)[];
  /** Numbers that it is compared with by order. */
  readonly ordered: number[];
  isTruth: boolean;
}

/** Undefined if something else is done with its value. */
function testsOf(name: string, deciding: readonly Flow[]): Tests | undefined {
  const tests: Tests = { equal: [], ordered: [], isTruth: false };
  const names = new Set([name]);
  // Iterates over the names that are added meanwhile as well.
  for (const one of names)
    for (const flow of deciding) {
      // Results of tasks are tried whatever their configuration is.
      if (flow.kind === 'task' || !(flow.sources.has(one) || flow.sources.has('*'))) continue;
      if (flow.sources.has('*') || flow.kind !== 'value' || flow.expressions.length === 0) return undefined;
      for (const { ast, names: read, isWhole } of flow.expressions) {
        if (!read.has(one)) continue;
        if (isWhole && nameOf(ast) === one && !isTest(flow.target)) names.add(flow.target);
        else if (!isWhole && !flow.isCondition) return undefined;
        else if (!addTests(ast, one, flow.isCondition, tests)) return undefined;
      }
    }
  return tests;
}

const EQUALITIES = new Set(['===', '!==', '==', '!=']);
const ORDERS = new Set(['<', '<=', '>', '>=']);

/** False if an expression does more with a variable than to compare it. */
function addTests(ast: AstNode, name: string, isCondition: boolean, tests: Tests): boolean {
  const stack = [{ node: ast, isTested: isCondition }];
  const push = (isTested: boolean, ...nodes: readonly AstNode[]) => {
    for (const node of nodes) stack.push({ node, isTested });
  };
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { node, isTested } = at;
    if (nameOf(node) === name) {
      if (!isTested) return false;
      tests.isTruth = true;
    } else if (node.type === 'BinaryExpression') {
      const sides = [node.left, node.right] as readonly AstNode[];
      const at = sides.findIndex((side) => nameOf(side) === name);
      const other = sides[1 - at];
      if (at < 0) push(false, ...sides);
      else if (other === undefined || !addComparison(node.operator, other, tests)) return false;
    } else if (node.type === 'UnaryExpression' && node.operator === '!') push(true, node.argument);
    else if (node.type === 'LogicalExpression' && node.operator !== '??')
      push(isTested, node.left, node.right);
    else if (node.type === 'ConditionalExpression') {
      push(true, node.test);
      push(isTested, node.consequent, node.alternate);
    } else if (node.type === 'MemberExpression' && !node.computed) push(false, node.object as AstNode);
    else if (node.type === 'Property' && !node.computed) push(false, node.value as AstNode);
    else push(false, ...(childNodes(node) as readonly AstNode[]));
  }
  return true;
}

function addComparison(operator: string, other: AstNode, tests: Tests): boolean {
  const number = numberIn(other);
  if (ORDERS.has(operator)) {
    if (number !== undefined) tests.ordered.push(number);
    return number !== undefined;
  }
  if (!EQUALITIES.has(operator)) return false;
  if (number !== undefined) tests.equal.push(number);
  else if (other.type === 'Literal' && typeof other.value === 'string') tests.equal.push(other.value);
  // A value that may be missing is also left out.
  else if (other.type === 'Identifier') return other.name === 'undefined';
  else return other.type === 'Literal' && (other.value === null || typeof other.value === 'boolean');
  return true;
}

/** Whether the tried values include one for each way in which the tests can come out. */
function areAllTried({ kind, usual }: FreeValue, { equal, ordered, isTruth }: Tests): boolean {
  switch (kind) {
    case 'finite':
      return true;
    case 'text':
      // No text other than the compared ones is tried if the usual one, or what a limit of its length leaves, is one.
      return (
        ordered.length === 0 &&
        equal.every((one) => typeof one === 'string' && (one === '' || !usual.startsWith(one)))
      );
    case 'number':
    case 'integer': {
      const numbers = [...new Set([...ordered, ...equal.map(Number)])].toSorted((a, b) => a - b);
      if (equal.some((one) => typeof one !== 'number')) return false;
      if (isTruth && numbers.length > 0 && !numbers.includes(0)) return false;
      if (kind === 'integer') return numbers.every(Number.isInteger);
      // The neighbours of a number are tried.
      return numbers.every((one, index) => index === 0 || one - (numbers[index - 1] ?? one) > 1);
    }
    default:
      return false;
  }
}

/** The name of the variable that a node consists of, as in flows. */
function nameOf(node: AstNode): string | undefined {
  const isPayload =
    node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'payload';
  if (isPayload)
    return !node.computed && node.property.type === 'Identifier'
      ? `payload.${node.property.name}`
      : undefined;
  return variableOf(node);
}
