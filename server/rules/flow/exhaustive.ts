import type { AstNode } from '../../expression/parse';

/** Longer conditions are not compared. In UTF-16 code units. */
const MAX_LENGTH = 1_000;
/** Limit of value combinations to try. */
const MAX_COMBINATIONS = 2_000;

/**
 * Whether at least one of these conditions is always true, as with `x` and `!x`, or `a > 3` and `a <= 3`. A value
 * that is compared with a number is treated as a number, and one that is compared with `true` or `false` as a
 * boolean.
 */
export function isExhaustive(conditions: readonly AstNode[]): boolean {
  if (conditions.some(({ start, end }) => end - start > MAX_LENGTH)) return false;
  const reader = new Reader();
  const formulas = conditions.map((node) => reader.read(node));
  const domains = [...reader.subjects].map(([key, subject]) => [key, domainOf(subject)] as const);
  const combinations = domains.reduce((count, [, domain]) => count * domain.length, 1);
  if (combinations > MAX_COMBINATIONS) return false;
  for (let index = 0; index < combinations; index++) {
    const values = new Map<string, Value>();
    let rest = index;
    for (const [key, domain] of domains) {
      const value = domain[rest % domain.length];
      if (value !== undefined) values.set(key, value);
      rest = Math.floor(rest / domain.length);
    }
    if (!formulas.some((formula) => holds(formula, values))) return false;
  }
  return true;
}

/** A value to try: a literal, or a representative of all values that no condition names. */
type Value = number | string | boolean | typeof OTHER_TRUE | typeof OTHER_FALSE | null;
const OTHER_TRUE: unique symbol = Symbol('another value that counts as true');
const OTHER_FALSE: unique symbol = Symbol('another value that counts as false');

type Formula =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Formula[] }
  | { readonly kind: 'not'; readonly of: Formula }
  | { readonly kind: 'truth'; readonly key: string }
  | {
      readonly kind: 'compare';
      readonly key: string;
      readonly comparison: '<' | '>' | '=';
      readonly with: Value;
    };

/** How conditions use an expression. */
interface TestedSubject {
  readonly values: Set<Value>;
  /** It is tested for truthiness. */
  isTruth: boolean;
  /** It is a count. */
  readonly isCount: boolean;
}

class Reader {
  readonly subjects = new Map<string, TestedSubject>();

  read(node: AstNode): Formula {
    switch (node.type) {
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.read(node.expression);
      case 'UnaryExpression':
        return node.operator === '!' ? { kind: 'not', of: this.read(node.argument) } : this.truth(node);
      case 'LogicalExpression':
        if (node.operator === '??') return this.truth(node);
        return {
          kind: node.operator === '&&' ? 'and' : 'or',
          of: [this.read(node.left), this.read(node.right)],
        };
      case 'BinaryExpression':
        return this.comparison(node.operator, node.left, node.right) ?? this.truth(node);
      default:
        return this.truth(node);
    }
  }

  private truth(node: AstNode): Formula {
    const key = this.keyOf(node);
    this.subject(key, node).isTruth = true;
    return { kind: 'truth', key };
  }

  private comparison(operator: string, left: AstNode, right: AstNode): Formula | undefined {
    const [comparison, isNegated] = COMPARISONS.get(operator) ?? [];
    if (comparison === undefined) return undefined;
    const a = writtenValue(left);
    const b = writtenValue(right);
    const swapped = comparison === '=' ? '=' : comparison === '<' ? '>' : '<';
    const compared =
      b !== undefined
        ? this.compare(left, comparison, b)
        : a !== undefined
          ? this.compare(right, swapped, a)
          : this.compareBoth(left, comparison, swapped, right);
    return isNegated ? { kind: 'not', of: compared } : compared;
  }

  private compare(node: AstNode, comparison: '<' | '>' | '=', value: Value): Formula {
    const key = this.keyOf(node);
    this.subject(key, node).values.add(value);
    return { kind: 'compare', key, comparison, with: value };
  }

  /** Compares two unknown values by comparing their difference with 0. */
  private compareBoth(
    left: AstNode,
    comparison: '<' | '>' | '=',
    swapped: '<' | '>' | '=',
    right: AstNode,
  ): Formula {
    const [a, b] = [this.keyOf(left), this.keyOf(right)];
    const key = a < b ? `${a} - ${b}` : `${b} - ${a}`;
    this.subject(key, left, false).values.add(0);
    return { kind: 'compare', key, comparison: a < b ? comparison : swapped, with: 0 };
  }

  private subject(key: string, node: AstNode, isCount = isLength(node)): TestedSubject {
    const known = this.subjects.get(key) ?? { values: new Set(), isTruth: false, isCount };
    this.subjects.set(key, known);
    return known;
  }

  /** The key of an expression: equal for the same code, apart from layout and quotes. */
  private keyOf(node: AstNode): string {
    const key = JSON.stringify(node, (name, value: unknown) => {
      if (name === 'start' || name === 'end' || name === 'raw') return undefined;
      return typeof value === 'bigint' ? `${value}n` : value;
    });
    // These return a different value on each call.
    return /"(?:random|now|Date)"/.test(key) ? `${key} ${node.start} ${this.subjects.size}` : key;
  }
}

const COMPARISONS: ReadonlyMap<string, readonly [comparison: '<' | '>' | '=', isNegated: boolean]> = new Map([
  ['<', ['<', false]],
  ['>=', ['<', true]],
  ['>', ['>', false]],
  ['<=', ['>', true]],
  ['==', ['=', false]],
  ['===', ['=', false]],
  ['!=', ['=', true]],
  ['!==', ['=', true]],
]);

/** The value of a literal. */
function writtenValue(node: AstNode): Value | undefined {
  if (node.type === 'ParenthesizedExpression') return writtenValue(node.expression);
  if (node.type === 'UnaryExpression' && node.operator === '-') {
    const value = writtenValue(node.argument);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.type === 'Identifier') return node.name === 'undefined' ? null : undefined;
  if (node.type !== 'Literal' || node.regex || typeof node.value === 'bigint') return undefined;
  const { value } = node;
  return value === null || typeof value !== 'object' ? value : undefined;
}

function isLength(node: AstNode): boolean {
  if (node.type === 'ChainExpression') return isLength(node.expression);
  return (
    node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'length'
  );
}

/** The values to try: all named ones, one between each two and beyond both ends, and representatives of the others. */
function domainOf({ values, isTruth, isCount }: TestedSubject): readonly Value[] {
  const all = [...values];
  const numbers = all.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const named = all.filter((value) => typeof value !== 'number');
  const tried: Value[] = [];
  for (const [index, number] of numbers.entries()) {
    const previous = numbers[index - 1] ?? number - 2;
    tried.push(isCount ? previous + 1 : (previous + number) / 2, number);
  }
  const last = numbers.at(-1);
  if (last !== undefined) tried.push(last + 1);
  const counted = isCount ? tried.filter((value) => typeof value !== 'number' || value >= 0) : tried;
  if (named.length > 0 && numbers.length === 0 && named.every((value) => typeof value === 'boolean'))
    return [true, false];
  const others: readonly Value[] = isTruth || named.length > 0 ? [OTHER_TRUE, OTHER_FALSE] : [];
  return [...counted, ...named, ...others];
}

function holds(formula: Formula, values: ReadonlyMap<string, Value>): boolean {
  switch (formula.kind) {
    case 'and':
      return formula.of.every((one) => holds(one, values));
    case 'or':
      return formula.of.some((one) => holds(one, values));
    case 'not':
      return !holds(formula.of, values);
    case 'truth': {
      const value = values.get(formula.key);
      return value === OTHER_TRUE || (value !== OTHER_FALSE && Boolean(value));
    }
    case 'compare': {
      const value = values.get(formula.key);
      if (formula.comparison === '=') return value === formula.with;
      if (typeof value !== 'number' || typeof formula.with !== 'number') return false;
      return formula.comparison === '<' ? value < formula.with : value > formula.with;
    }
  }
}
