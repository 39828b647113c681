import { engine } from '../../server/engine/engine';
import type { Key } from '../../server/engine/memo-store';

export interface Execution {
  readonly query: string;
  readonly keys: readonly Key[];
}

/** The executions of queries during a function, in order. */
export function executionsOf(run: () => void): readonly Execution[] {
  const executions: Execution[] = [];
  const outer = engine.onExecute;
  engine.onExecute = (query, keys) => {
    outer?.(query, keys);
    executions.push({ query, keys });
  };
  try {
    run();
  } finally {
    engine.onExecute = outer;
  }
  return executions;
}

/** The number of executions of each query during a function, by its name. */
export function countExecutions(run: () => void): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { query } of executionsOf(run)) counts.set(query, (counts.get(query) ?? 0) + 1);
  return counts;
}

/** The number of objects of a class for which a query is executed during a function, such as checked units. */
export function countKeys(
  query: string,
  type: abstract new (...given: never[]) => object,
  run: () => void,
): number {
  const keys = executionsOf(run).flatMap((one) => (one.query === query ? one.keys : []));
  return new Set(keys.filter((key) => key instanceof type)).size;
}
