import { Cell, Engine, Inputs } from '../../server/engine/engine';

const owners = new WeakMap<Engine, Inputs>();

/** The inputs of the only owner in a test. */
export function inputsOf(engine: Engine): Inputs {
  const known = owners.get(engine) ?? new Inputs();
  owners.set(engine, known);
  return known;
}

/** An input with its value. */
export class TestInput<Value> {
  readonly cell: Cell;

  constructor(
    private readonly engine: Engine,
    name: string,
    private value: Value,
    group?: number,
    inputs = inputsOf(engine),
  ) {
    this.cell = new Cell(inputs, name, group);
  }

  get(): Value {
    this.engine.read(this.cell);
    return this.value;
  }

  set(value: Value): void {
    if (Object.is(value, this.value)) return;
    this.engine.change(this.cell);
    this.value = value;
  }
}

/** An engine, and its executions since the last call. */
export function recordingEngine(): { readonly engine: Engine; readonly log: () => string[] } {
  const engine = new Engine();
  const executed: string[] = [];
  engine.onExecute = (query, keys) =>
    executed.push([query, ...keys.filter((key) => typeof key !== 'object')].join(' '));
  return { engine, log: () => executed.splice(0) };
}
