import { Cell, type Engine, type Inputs } from './engine';

/** Fewer names are never swept. */
const MIN_SWEEP_SIZE = 32;

/**
 * Inputs by name that exist only while a result depends on them, because any number of undefined names can be looked
 * up.
 */
export class NamedCells {
  private readonly cells = new Map<string, WeakRef<Cell>>();
  private sweepSize = MIN_SWEEP_SIZE;
  private readonly group: number;

  constructor(
    private readonly engine: Engine,
    private readonly inputs: Inputs,
    group = 'other inputs',
  ) {
    this.group = engine.group(group);
  }

  /** Records that a name is read. `isPending`: its value is not known yet. */
  read(name: string, isPending = false): void {
    if (!this.engine.isRecording) return;
    let cell = this.cells.get(name)?.deref();
    if (cell === undefined) {
      cell = new Cell(this.inputs, name, this.group);
      cell.isPending = isPending;
      this.add(cell);
    }
    this.engine.read(cell);
  }

  /** Records that the value of a name has changed. */
  change(name: string, isPending = false): void {
    const cell = this.cells.get(name)?.deref();
    if (cell === undefined) return;
    cell.isPending = isPending;
    this.engine.change(cell);
  }

  /** Records a change of all names. */
  changeAll(isPending: (name: string) => boolean = () => false): void {
    for (const name of this.cells.keys()) this.change(name, isPending(name));
  }

  /** Removes the input of a name and returns it, for a new owner. */
  take(name: string): Cell | undefined {
    const cell = this.cells.get(name)?.deref();
    this.cells.delete(name);
    return cell;
  }

  add(cell: Cell): void {
    if (this.cells.size >= this.sweepSize) this.sweep();
    this.cells.set(cell.label, new WeakRef(cell));
  }

  private sweep(): void {
    for (const [name, cell] of this.cells) if (cell.deref() === undefined) this.cells.delete(name);
    this.sweepSize = Math.max(MIN_SWEEP_SIZE, this.cells.size * 2);
  }
}
