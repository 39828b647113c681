import { engine } from '../engine/engine';
import type { NameUse } from '../expression/names';
import type { ExpressionFacts, ExpressionPart, ExpressionPlace, ScopeFacts, UnitFacts } from '../facts/facts';
import { isTagged } from '../format/walk';
import { isAssigned, isVisible, placeIn } from '../project/names/scope';
import type { VariableEntry } from '../project/names/symbols';
import { compactSet } from '../text/compact';
import { groupBy } from '../text/group-by';
import { type Node, pairOf, resolveAlias, type ScalarNode } from '../yaml/tree/tree';
import { expressionsOf } from './node-types';

/**
 * The context variables that an expression reads; undefined if it may read any: `context[name]`, `{ ...context }`.
 */
export function contextNamesIn(uses: readonly NameUse[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { name, members } of uses) {
    if (name !== 'context') continue;
    const [first] = members;
    if (first === undefined) return undefined;
    names.add(first.name);
  }
  return compactSet(names);
}

/**
 * The context variables that the evaluation of one value of a context variable may read; undefined if it may read
 * any. These are the variables in the value itself, and in the inputs and outputs of its state that it reads. Text
 * around an expression, and an expression that does not parse, read nothing.
 */
export function contextReadsOf(
  facts: UnitFacts,
  { scope, node, output }: Pick<VariableEntry, 'scope' | 'node' | 'output'>,
): readonly string[] | undefined {
  const collector = new ReadsCollector(facts);
  collector.add({ scope, node, place: output ? placeIn('output', output.index) : placeIn('context') });
  return collector.collect();
}

/** A value with the place of its evaluation. */
interface PlacedValue {
  readonly scope: ScopeFacts;
  readonly node: Node;
  readonly place: ExpressionPlace;
}

/**
 * Follows names from value to value, each value once. `payload` is ignored: only transitions can read it, and they
 * contain no values.
 */
class ReadsCollector {
  private readonly names = new Set<string>();
  private readonly values: PlacedValue[] = [];
  private readonly added = new Map<ScopeFacts, Set<Node>>();

  constructor(private readonly facts: UnitFacts) {}

  add(value: PlacedValue): void {
    const nodes = this.added.get(value.scope) ?? new Set();
    if (nodes.has(value.node)) return;
    this.added.set(value.scope, nodes.add(value.node));
    this.values.push(value);
  }

  collect(): readonly string[] | undefined {
    // The loop includes the values that it adds.
    for (const value of this.values) {
      for (const { uses } of this.partsOf(value.node)) {
        const names = contextNamesIn(uses);
        if (names === undefined) return undefined;
        for (const name of names) this.readVariable(name, value);
        for (const { name } of uses) this.readLocal(name, value);
      }
    }
    return [...this.names];
  }

  /** An assignment before it in the same state replaces the values that the variable may have elsewhere. */
  private readVariable(name: string, { scope, place }: PlacedValue): void {
    this.names.add(name);
    for (const output of scope.outputs)
      if (output.context?.text === name && isAssigned(output, place)) this.addOutput(scope, output);
  }

  private readLocal(name: string, { scope, place }: PlacedValue): void {
    for (const one of scopesAt(this.facts, scope.path)) {
      one.inputs.forEach((input, index) => {
        if (input.name.text !== name || !isVisible({ kind: 'input', index }, place)) return;
        const node = writtenValue(input.node);
        if (node) this.add({ scope: one, node, place: placeIn('input', index) });
      });
      for (const output of one.outputs) {
        if (output.context || output.name.text !== name) continue;
        if (isVisible({ kind: 'output', index: output.index }, place)) this.addOutput(one, output);
      }
    }
  }

  private addOutput(scope: ScopeFacts, { node, index }: ScopeFacts['outputs'][number]): void {
    this.add({ scope, node, place: placeIn('output', index) });
  }

  private *partsOf(node: Node): Iterable<ExpressionPart> {
    const expressions = expressionsOf(this.facts);
    for (const scalar of evaluatedScalars(node, false, new Set())) {
      const expression = expressions.get(scalar);
      const part = expression && inferredPart(expression);
      if (part) yield part;
    }
  }
}

/** The scalars of a value, as `typeOfNode` visits them; the target of several aliases is visited once. */
function* evaluatedScalars(written: Node, inAlias: boolean, seen: Set<Node>): Iterable<ScalarNode> {
  const isAlias = written.kind === 'alias';
  const node = isAlias && inAlias ? undefined : resolveAlias(written);
  if (node === undefined || seen.has(node) || isTagged(node)) return;
  seen.add(node);
  const within = inAlias || isAlias;
  if (node.kind === 'scalar') yield node;
  else if (node.kind === 'seq') for (const item of node.items) yield* evaluatedScalars(item, within, seen);
  else if (node.kind === 'map')
    for (const { value } of node.pairs) yield* evaluatedScalars(value, within, seen);
}

/** The expression that is the whole value of a scalar; undefined for text, and if the value is unknown. */
function inferredPart({ parts: [only], whole }: ExpressionFacts): ExpressionPart | undefined {
  return whole && only?.closed && only.problem === undefined ? only : undefined;
}

/** The value that is written for an input; undefined if there is none. */
function writtenValue(written: Node): Node | undefined {
  const node = resolveAlias(written);
  return node?.kind === 'map' ? pairOf(node, 'value')?.value : node;
}

function scopesAt(facts: UnitFacts, path: readonly string[]): readonly ScopeFacts[] {
  return scopesByPath(facts).get(path.join('\n')) ?? [];
}

const scopesByPath = engine.query('scopes by path', ({ scopes }: UnitFacts) =>
  groupBy(scopes, (scope) => scope.path.join('\n')),
);
