import type { Project } from '../project/project';
import { unitFacts } from '../project/source';
import type { ContextValueEntry } from '../project/symbols';
import type { Workspace } from '../project/workspace';
import { type Shape, UNKNOWN } from '../shapes/shape';
import type { SharedShapes } from '../shapes/shared';
import { contextReadsOf } from './context-reads';
import { NameReader } from './names';
import { RememberedShapes } from './remembered-shapes';

/** What variables of the context hold, as far as it is known when a value is looked at. */
export interface ShapesSoFar {
  readonly shapes: Pick<ReadonlyMap<string, Shape>, 'get' | 'keys'>;
  /** Variables that are changed in ways which no assignment shows. */
  readonly changed: ReadonlySet<string>;
}

/** A value that a variable may hold. */
export interface Value {
  readonly entry: ContextValueEntry;
  /** What is remembered of it; undefined for one that is out of sight. */
  readonly known: KnownValue | undefined;
}

interface KnownValue {
  /** The context variables that it may read; undefined for all. */
  readonly reads: readonly string[] | undefined;
  /** What it came to each time that it was made from other shapes. */
  readonly results: RememberedShapes;
  /** What was looked up for that, and the moment as of which it is known to be unchanged. */
  keys: ReadonlySet<string>;
  time: number;
}

/** What the values of a project's variables come to. Each is worked out once for the shapes that it is made from. */
export class RememberedValues {
  /** By the very entry: what it came to names the text that it stands in. */
  private known = new WeakMap<ContextValueEntry, KnownValue>();

  /** @param most how many results of each value are remembered */
  constructor(
    private readonly workspace: Workspace,
    private readonly project: Project,
    private readonly shared: SharedShapes,
    private readonly most: number,
  ) {}

  /** Forgets all of it. */
  clear(): void {
    this.known = new WeakMap();
  }

  /** A value with what is remembered of it, as far as that is still good. */
  valueOf(entry: ContextValueEntry): Value {
    const { table } = this.project;
    const source = this.project.source(entry.source);
    if (source === undefined) return { entry, known: undefined };
    const known = this.known.get(entry);
    if (known && table.isUnchanged(known.keys, known.time)) {
      known.time = table.time;
      table.noteAll(known.keys);
      return { entry, known };
    }
    const reads = contextReadsOf(unitFacts(source, entry.unit), entry);
    const results = new RememberedShapes(this.most);
    const made: KnownValue = { reads, results, keys: new Set(), time: table.time };
    this.known.set(entry, made);
    return { entry, known: made };
  }

  /** What a value comes to. */
  shapeOf({ entry, known }: Value, { shapes, changed }: ShapesSoFar): Shape {
    if (known === undefined) return UNKNOWN;
    const names = known.reads ?? [...shapes.keys()];
    const from = names.map((name) => shapes.get(name) ?? UNKNOWN);
    const besides = changed.size === 0 ? '' : names.filter((name) => changed.has(name)).join('\n');
    const before = known.results.get(from, besides);
    if (before) return before;
    const reader = new NameReader(this.workspace, this.project, {
      shapeOf: (name) => shapes.get(name) ?? UNKNOWN,
      isChanged: (name) => changed.has(name),
      names: () => names,
    });
    const { result, keys } = this.project.table.track(() =>
      reader.contextValueShape(entry, entry.node, entry.output),
    );
    // Who reads it need not be worked out anew if it is what it was.
    const shape = this.shared.share(result);
    known.keys = known.keys.size === 0 ? keys : new Set([...known.keys, ...keys]);
    known.results.add({ from, besides, shape });
    return shape;
  }

  /** Whether a value comes to the same shapes as the one that it takes the place of, from all that this was made from. */
  isLike(before: ContextValueEntry, entry: ContextValueEntry): boolean {
    const was = this.known.get(before);
    const value = this.valueOf(entry);
    const { known } = value;
    if (was === undefined || known === undefined) return false;
    const { reads } = known;
    if (reads === undefined || reads.join('\n') !== was.reads?.join('\n')) return false;
    return was.results.all.every(({ from, besides, shape }) => {
      const shapes = new Map(reads.map((name, index) => [name, from[index] ?? UNKNOWN]));
      const changed = new Set(besides === '' ? [] : besides.split('\n'));
      return this.shapeOf(value, { shapes, changed }) === shape;
    });
  }
}
