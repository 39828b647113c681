import { freeNames } from '../../../server/expression/names';
import type { AstNode } from '../../../server/expression/parse';
import { childNodes } from '../../../server/expression/walk';
import type { Workspace } from '../../../server/project/workspace';
import { evaluatedExpressions, TypeChecker } from '../../../server/rules/data/inferred';
import { subjectOf } from '../../../server/rules/run';
import type { SavedGraph, SavedValue } from '../../../server/run/sandbox/sandbox';
import { alternativesOf, type NonUnionType, type ValueType } from '../../../server/types/value-type';
import type { Observed } from './observe';

/** A part of an expression whose value can be looked at, with the type that is inferred for it. */
export interface TypedPart {
  /** JavaScript of the part. */
  readonly source: string;
  readonly type: ValueType;
  readonly isWhole: boolean;
  /** Whether it is a variable or a member. */
  readonly isRead: boolean;
  /** The variables that it reads. */
  readonly names: readonly string[];
}

/** What the analysis says of all expressions of a workspace, by file and offset of their braces. */
export function typedParts(workspace: Workspace): ReadonlyMap<string, readonly TypedPart[]> {
  const all = new Map<string, readonly TypedPart[]>();
  for (const project of workspace.allProjects) {
    for (const { source } of project.members) {
      for (const unit of source.document.units) {
        const subject = subjectOf(workspace, project, source, unit, {});
        const base = source.document.startOf(unit);
        const checker = new TypeChecker(subject, ({ expression, part, inference }) => {
          const { ast, valueStart } = part;
          if (ast === undefined) return true;
          // The tree is that of the value, which has no escapes and folds.
          const text = expression.node.value.slice(valueStart);
          const parts = membersOf(ast).map((node) => ({
            source: text.slice(node.start, node.end),
            type: inference.at(node),
            isWhole: false,
            isRead: true,
            names: [],
          }));
          const names = freeNames(ast).map(({ name }) => name);
          const whole = {
            source: text.slice(0, ast.end),
            type: inference.type,
            isWhole: true,
            isRead: isPlain(ast),
            names,
          };
          all.set(`${source.address} ${base + part.start}`, [whole, ...parts]);
          return true;
        });
        const { contextReaders: readingContext, others } = evaluatedExpressions(subject.facts.expressions);
        for (const one of [...readingContext, ...others]) checker.check(one);
      }
    }
  }
  return all;
}

/**
 * Variables and their members, which can be evaluated again without changing anything; within functions, which have
 * variables of their own, only those of the context.
 */
function membersOf(ast: AstNode): AstNode[] {
  const found: AstNode[] = [];
  const inFunctions = new Set<AstNode>();
  const stack: AstNode[] = [ast];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const isInFunction = inFunctions.has(node) || /Function/.test(node.type);
    if (isInFunction) for (const child of childNodes(node)) inFunctions.add(child);
    if (isInFunction && rootOf(node) !== 'context') {
      for (const child of childNodes(node)) stack.push(child);
      continue;
    }
    if (node.type === 'MemberExpression' && isPlain(node)) found.push(node);
    for (const child of childNodes(node)) stack.push(child);
  }
  return found;
}

function rootOf(node: AstNode): string | undefined {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node.name : undefined;
}

function isPlain(node: AstNode): boolean {
  if (node.type === 'Identifier' || node.type === 'Literal') return true;
  if (node.type !== 'MemberExpression') return false;
  return isPlain(node.object) && (!node.computed || isPlain(node.property));
}

/** How a type admits a value. `missing`: only if what is missing, or was computed from it, is left out. */
export type Admission = 'whole' | 'missing' | 'none';

export function admissionOf(
  { type, source }: Pick<TypedPart, 'type' | 'source'>,
  { value, graph }: Observed,
): Admission {
  if (new Admitter(graph, 'nothing').admits(type, value)) return 'whole';
  // An event carries its payload as JSON, in which `NaN` and items that are undefined are null.
  const missing = /^payload\b/.test(source) ? 'undefined, NaN and null' : 'undefined and NaN';
  return new Admitter(graph, missing).admits(type, value) ? 'missing' : 'none';
}

class Admitter {
  constructor(
    private readonly graph: SavedGraph,
    private readonly missing: 'nothing' | 'undefined and NaN' | 'undefined, NaN and null',
  ) {}

  admits(type: ValueType, value: SavedValue, depth = 0): boolean {
    // Of a value that contains itself, the outer levels are enough.
    if (depth > 10) return true;
    const isMissing = Array.isArray(value) && (value[0] === 'undefined' || value[1] === 'NaN');
    if (isMissing && this.missing !== 'nothing') return true;
    if (value === null && this.missing === 'undefined, NaN and null') return true;
    return alternativesOf(type).some((one) => this.admitsOne(one, value, depth));
  }

  private admitsOne(type: NonUnionType, value: SavedValue, depth: number): boolean {
    if (type.kind === 'unknown') return true;
    const [kind, ...parts] = partsOf(value, this.graph);
    // What is more than data is known by its kind only.
    if (kind === 'opaque')
      return type.kind !== 'literal' && !['string', 'number', 'boolean'].includes(type.kind);
    if (kind === 'date') return type.kind === 'instance';
    switch (type.kind) {
      case 'literal':
        return kind === 'primitive' && Object.is(primitiveOf(value), type.value);
      case 'string':
      case 'number':
      case 'boolean':
        return kind === 'primitive' && typeof primitiveOf(value) === type.kind;
      case 'array': {
        if (kind !== 'array') return false;
        const { items, element } = type;
        if (items && items.length !== parts.length) return false;
        return parts.every((part, index) => this.admits(items?.[index] ?? element, part, depth + 1));
      }
      case 'object': {
        if (kind !== 'object') return false;
        const members = new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1]]] : [])));
        for (const [name, member] of type.members) {
          const part = members.get(name);
          if (part === undefined ? !member.optional : !this.admits(member.type, part, depth + 1))
            return false;
        }
        return !type.complete || [...members.keys()].every((name) => type.members.has(String(name)));
      }
      case 'instance':
        return kind !== 'primitive';
      default:
        return false;
    }
  }
}

function partsOf(
  value: SavedValue,
  graph: SavedGraph,
): readonly [kind: 'array' | 'object' | 'date' | 'opaque' | 'primitive', ...parts: SavedValue[]] {
  if (!Array.isArray(value)) return ['primitive'];
  const [first] = value as readonly [string | number];
  if (typeof first === 'number') return graph.objects[first] ?? ['opaque'];
  return first === 'opaque' ? ['opaque'] : ['primitive'];
}

function primitiveOf(value: SavedValue): unknown {
  if (!Array.isArray(value)) return value;
  const [kind, text] = value as readonly [string, string?];
  if (kind === 'number') return Number(text);
  return kind === 'bigint' ? BigInt(text ?? 0) : undefined;
}
