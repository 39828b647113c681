import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Engine, Inputs } from '../../server/engine/engine';
import { TestInput } from './input';

/**
 * Random queries that read inputs and other queries: after any changes, their results equal those computed from scratch,
 * and queries with unchanged inputs are not executed.
 */

const INPUTS = 6;
const QUERIES = 12;

interface Node {
  /** The inputs and previous queries that it reads, by position. */
  readonly reads: readonly number[];
  /** It stops reading when the sum of the read values is a multiple of this. */
  readonly stop: number;
  /** Its result is the sum, modulo this: few results, so that many are equal. */
  readonly modulus: number;
}

const nodes: fc.Arbitrary<Node[]> = fc.tuple(
  ...Array.from({ length: QUERIES }, (_, index) =>
    fc.record({
      reads: fc.array(fc.nat(INPUTS + index - 1), { minLength: 1, maxLength: 4 }),
      stop: fc.integer({ min: 2, max: 5 }),
      modulus: fc.integer({ min: 1, max: 4 }),
    }),
  ),
);

/** The group of each input: more groups than an engine distinguishes. */
const groups = fc.array(fc.nat(69), { minLength: INPUTS, maxLength: INPUTS });

/** Whether each input belongs to the first of two owners. */
const owners = fc.array(fc.boolean(), { minLength: INPUTS, maxLength: INPUTS });

interface Step {
  readonly changes: readonly (readonly [number, number])[];
  readonly pending: number | undefined;
  readonly asked: readonly number[];
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    changes: fc.array(fc.tuple(fc.nat(INPUTS - 1), fc.nat(5)), { maxLength: 3 }),
    pending: fc.option(fc.nat(INPUTS - 1), { nil: undefined }),
    asked: fc.array(fc.nat(QUERIES - 1), { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** The result of a query, given a function that reads a dependency. */
function evaluate({ reads, stop, modulus }: Node, read: (position: number) => number): number {
  let sum = 0;
  for (const [index, position] of reads.entries()) {
    sum += read(position) * (index + 1);
    if (sum % stop === 0) break;
  }
  return sum % modulus;
}

class Scratch {
  /** The inputs that the queries have read, directly or indirectly. */
  readonly read = new Set<number>();

  constructor(
    private readonly all: readonly Node[],
    private readonly inputs: readonly number[],
  ) {}

  valueOf(position: number): number {
    if (position < INPUTS) {
      this.read.add(position);
      return this.inputs[position] ?? 0;
    }
    const node = this.all[position - INPUTS];
    if (node === undefined) throw new Error('no such query');
    return evaluate(node, (one) => this.valueOf(one));
  }
}

it('cached results equal results from scratch, and only queries with changed inputs are executed', () => {
  fc.assert(
    fc.property(nodes, steps, groups, owners, (all, taken, groupOf, ownerOf) => {
      const engine = new Engine();
      const [first, second] = [new Inputs(), new Inputs()];
      for (let group = 0; group < 70; group++) engine.group(`group ${group}`);
      const values = Array.from({ length: INPUTS }, () => 0);
      const pending = new Set<number>();
      const inputs = values.map((value, index) => {
        const group = engine.group(`group ${groupOf[index]}`);
        return new TestInput(engine, `input ${index}`, value, group, ownerOf[index] ? first : second);
      });
      /** Inputs that have changed since a query was last executed or verified, by query. */
      const stale = all.map(() => new Set<number>());
      const readBy = all.map((): ReadonlySet<number> | undefined => undefined);
      const executed: number[] = [];
      engine.onExecute = (_, [key]) => executed.push(Number(key));
      const query: (index: number) => number = engine.query('query', (index: number) => {
        const node = all[index];
        if (node === undefined) throw new Error('no such query');
        return evaluate(node, (position) =>
          position < INPUTS ? (inputs[position]?.get() ?? 0) : query(position - INPUTS),
        );
      });
      const change = (index: number) => {
        for (const changed of stale) changed.add(index);
      };
      for (const step of taken) {
        for (const [index, value] of step.changes) {
          if (values[index] !== value) change(index);
          values[index] = value;
          inputs[index]?.set(value);
        }
        if (step.pending !== undefined) {
          const cell = inputs[step.pending]?.cell;
          const isPending = !pending.delete(step.pending);
          if (isPending) pending.add(step.pending);
          if (cell) engine.setPending(cell, isPending);
          change(step.pending);
        }
        for (const index of step.asked) {
          executed.length = 0;
          const scratch = new Scratch(all, values);
          const value = scratch.valueOf(index + INPUTS);
          const isPending = [...scratch.read].some((input) => pending.has(input));
          expect(engine.observe(() => query(index))).toEqual({ value, isPending });
          expect(new Set(executed).size).toBe(executed.length);
          for (const one of executed) {
            const before = readBy[one];
            if (before) expect([...before].some((input) => stale[one]?.has(input))).toBe(true);
            const now = new Scratch(all, values);
            now.valueOf(one + INPUTS);
            readBy[one] = now.read;
            stale[one]?.clear();
          }
          // If it is called again immediately, nothing is executed.
          executed.length = 0;
          query(index);
          expect(executed).toEqual([]);
        }
      }
    }),
    { numRuns: 500 },
  );
});
