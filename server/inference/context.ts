import type { UnitFacts } from '../facts/facts';
import type { ContextValueEntry } from '../project/context-values';
import { Kept } from '../project/kept';
import type { Project } from '../project/project';
import { unitFacts } from '../project/source';
import type { Workspace } from '../project/workspace';
import { sameShape } from '../shapes/covers';
import { digestOf } from '../shapes/digest';
import { alternatives, NEVER, type Shape, UNDEFINED, UNKNOWN } from '../shapes/shape';
import { union, widen } from '../shapes/union';
import type { Node } from '../yaml/tree';
import { type ContextReader, NameReader } from './names';
import { shapeOfVariable } from './written';

/**
 * What the variables of `context` may hold: the first value and everything that is assigned anywhere. Each may
 * depend on others, so that all are worked out together, from nothing upwards, until nothing more is added.
 */
export interface ContextShapes {
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Variables that are changed in ways which no assignment shows. */
  readonly changed: ReadonlySet<string>;
}

/** After so many rounds, what still grows is unknown. */
const MOST_ROUNDS = 8;

const keptByProject = new WeakMap<Project, Kept<ContextShapes>>();

/** The context of a project as of now, for questions whose answers nobody keeps. */
export function currentContext(workspace: Workspace, project: Project): ContextReader {
  return readerOf(keptFor(workspace, project).value, () => undefined);
}

/**
 * The context of a project as the expressions of a unit name it. What is made from it is good until just those shapes
 * change that were asked for.
 */
export function trackedContext(workspace: Workspace, project: Project, facts: UnitFacts): ContextReader {
  const kept = keptFor(workspace, project);
  const reader = readerOf(kept.value, (name) => kept.noting(name));
  const names = namesRead(facts);
  return names ? { ...reader, names: () => names } : reader;
}

function readerOf({ shapes, changed }: ContextShapes, note: (name: string) => void): ContextReader {
  return {
    shapeOf(name) {
      note(name);
      return shapes.get(name) ?? UNKNOWN;
    },
    isChanged(name) {
      note(name);
      return changed.has(name);
    },
    names: () => shapes.keys(),
  };
}

function keptFor(workspace: Workspace, project: Project): Kept<ContextShapes> {
  const known = keptByProject.get(project);
  if (known) return known;
  const fixpoint = new Fixpoint(workspace, project);
  const make = () => {
    const value = fixpoint.run();
    const parts = new Map(
      [...value.shapes].map(([name, shape]) => [name, `${value.changed.has(name)} ${digestOf(shape)}`]),
    );
    return { value, parts };
  };
  const kept = new Kept(project.table, make, isWatched, 'shape/');
  keptByProject.set(project, kept);
  return kept;
}

/** Every value is in the one entry of all of them, with the text around it; the rest follows from it. */
function isWatched(key: string): boolean {
  return /^(?:contextValue|contextChange|incomplete|target|emitter|outside)\//.test(key);
}

/** What an assignment came to, and what it was made from. */
interface Remembered {
  readonly reads: readonly (readonly [string, Shape])[];
  readonly shape: Shape;
}

class Fixpoint {
  private remembered = new WeakMap<Node, Remembered>();
  private dataTime = -1;

  constructor(
    private readonly workspace: Workspace,
    private readonly project: Project,
  ) {}

  run(): ContextShapes {
    const { table } = this.project;
    if (this.dataTime !== this.workspace.dataTime) this.remembered = new WeakMap();
    this.dataTime = this.workspace.dataTime;
    const byName = new Map<string, ContextValueEntry[]>();
    for (const value of this.project.sorted(table.get('contextValue', ''))) {
      const others = byName.get(value.name.text);
      if (others) others.push(value);
      else byName.set(value.name.text, [value]);
    }
    const changed = new Set(table.get('contextChange', '').map(({ name }) => name.text));
    if (changed.has('')) for (const name of byName.keys()) changed.add(name);
    const unknown = new Set(changed);
    let shapes = new Map([...byName.keys()].map((name): [string, Shape] => [name, NEVER]));
    for (let round = 0; ; round++) {
      const next = new Map<string, Shape>();
      const grown: string[] = [];
      for (const [name, values] of byName) {
        const before = shapes.get(name) ?? NEVER;
        const shape = unknown.has(name) ? UNKNOWN : this.shapeOf(values, { shapes, changed });
        const isSame = sameShape(before, shape);
        if (!isSame) grown.push(name);
        // What stays the same stays the same object, by which it is told that nothing has to be done anew.
        next.set(name, isSame ? before : shape);
      }
      shapes = next;
      if (grown.length === 0) return { shapes, changed };
      if (round >= MOST_ROUNDS) for (const name of grown) unknown.add(name);
    }
  }

  private shapeOf(values: readonly ContextValueEntry[], context: ContextShapes): Shape {
    const shape = union(...values.map((value) => this.valueShape(value, context)));
    const isAssigned = values.some(({ output }) => output !== undefined);
    // What nothing assigns keeps its first value; what nothing declares has none before it is assigned.
    if (!isAssigned) return shape;
    const isDeclared = values.some(({ output }) => output === undefined);
    return generalized(isDeclared ? shape : union(shape, UNDEFINED));
  }

  private valueShape(value: ContextValueEntry, context: ContextShapes): Shape {
    const shapeOf = (name: string) => context.shapes.get(name) ?? UNKNOWN;
    const known = this.remembered.get(value.node);
    if (known?.reads.every(([name, shape]) => shapeOf(name) === shape)) return known.shape;
    const source = this.project.source(value.source);
    if (source === undefined) return UNKNOWN;
    const names = namesRead(unitFacts(source, value.unit)) ?? [...context.shapes.keys()];
    const reader = new NameReader(this.workspace, this.project, {
      shapeOf,
      isChanged: (name) => context.changed.has(name),
      names: () => names,
    });
    const shape = this.infer(reader, value);
    this.remembered.set(value.node, { reads: names.map((name) => [name, shapeOf(name)]), shape });
    return shape;
  }

  private infer(reader: NameReader, value: ContextValueEntry): Shape {
    if (value.output) return reader.outputShape(value, value.output);
    const own = reader.readerOf(value);
    const place = { scope: -1, phase: 'context', index: -1, event: undefined } as const;
    return own ? shapeOfVariable(own, value.node, reader.namesAt(value, place)) : UNKNOWN;
  }
}

/** Widened, but for a list that is still empty: whatever comes into it is assigned, and so is known. */
function generalized(shape: Shape): Shape {
  const isEmpty = (one: Shape) => one.kind === 'array' && one.items?.length === 0;
  return union(...alternatives(shape).map((one) => (isEmpty(one) ? one : widen(one))));
}

const readNames = new WeakMap<UnitFacts, { readonly names: readonly string[] | undefined }>();

/** The variables of the context that any expression of a unit names; undefined where one may name any. */
function namesRead(facts: UnitFacts): readonly string[] | undefined {
  const known = readNames.get(facts);
  if (known) return known.names;
  const uses = facts.expressions
    .flatMap(({ parts }) => parts.flatMap((part) => part.uses))
    .filter(({ name }) => name === 'context');
  const names = uses.flatMap(({ members }) => members[0]?.name ?? []);
  const found = names.length < uses.length ? undefined : [...new Set(names)];
  readNames.set(facts, { names: found });
  return found;
}
