import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import type { Project } from '../project/project';
import { isEqualData } from '../text/equality';
import { contextValuesOf, readsOfValue } from './context-values';

/** The dependencies of context variables: the type of one may be computed from the types of others. */
interface ContextComponents {
  /**
   * Names of variables that depend on one another, or of a single variable. A component comes after those that it
   * depends on. Each string is a key of `componentTypes`.
   */
  readonly inOrder: readonly string[];
  /** The component of each variable. */
  readonly byName: ReadonlyMap<string, string>;
  /** Components at the end of too long a chain, whose types are unknown. */
  readonly tooDeep: ReadonlySet<string>;
}

/** Longer chains of variables that are computed from one another are not followed: authors do not write them. */
const MAX_CHAIN = 100;

/** The names of a component, which may contain any character. */
export function namesOfComponent(component: string): readonly string[] {
  return JSON.parse(component) as readonly string[];
}

/** The strongly connected components of the variables of a project, in O(variables and reads). */
export const contextComponents = engine.slicedQuery(
  'context components',
  function* (project: Project): Task<ContextComponents> {
    const names = [...project.table.namesOf('contextValue')].sort();
    return yield* new ComponentSearch(names, (name) => readsOfVariable(project, name)).run();
  },
  { equals: isEqualData },
);

/** The variables that the values of a variable may read; undefined for any. */
const readsOfVariable = engine.query(
  'reads of a variable',
  (project: Project, name: string): readonly string[] | undefined => {
    const reads = new Set<string>();
    for (const value of contextValuesOf(project, name)) {
      const own = readsOfValue(project, value);
      if (own === undefined) return undefined;
      for (const read of own) reads.add(read);
    }
    return [...reads].sort();
  },
  { equals: isEqualData },
);

/** A variable during the search. */
interface SearchedVariable {
  readonly name: string;
  readonly reads: readonly string[];
  /** The position of the next read to follow. */
  next: number;
  /** The position in the order of visits. */
  readonly index: number;
  /** The least `index` on the stack that is known to be reachable. */
  lowest: number;
  onStack: boolean;
}

/** Tarjan's algorithm, without recursion, because chains may be long. */
class ComponentSearch {
  private readonly inOrder: string[] = [];
  private readonly byName = new Map<string, string>();
  private readonly tooDeep = new Set<string>();
  private readonly visited = new Map<string, SearchedVariable>();
  private readonly stack: SearchedVariable[] = [];
  private readonly chainLengths = new Map<string, number>();
  private readonly known: ReadonlySet<string>;

  constructor(
    private readonly names: readonly string[],
    private readonly readsOf: (name: string) => readonly string[] | undefined,
  ) {
    this.known = new Set(names);
  }

  *run(): Task<ContextComponents> {
    for (const name of this.names) {
      if (!this.visited.has(name)) this.visit(name);
      yield;
    }
    const { inOrder, byName, tooDeep } = this;
    return { inOrder, byName, tooDeep };
  }

  private visit(start: string): void {
    const path = [this.enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const read = top.reads[top.next++];
      const known = read === undefined ? undefined : this.visited.get(read);
      if (read === undefined) {
        path.pop();
        if (top.lowest === top.index) this.close(top);
        const parent = path.at(-1);
        if (parent) parent.lowest = Math.min(parent.lowest, top.lowest);
      } else if (known === undefined) path.push(this.enter(read));
      else if (known.onStack) top.lowest = Math.min(top.lowest, known.index);
    }
  }

  private enter(name: string): SearchedVariable {
    const reads = this.readsOf(name)?.filter((read) => this.known.has(read)) ?? this.names;
    const index = this.visited.size;
    const variable = { name, reads, next: 0, index, lowest: index, onStack: true };
    this.visited.set(name, variable);
    this.stack.push(variable);
    return variable;
  }

  private close(root: SearchedVariable): void {
    const members: SearchedVariable[] = [];
    for (let member = this.stack.pop(); member !== undefined; member = this.stack.pop()) {
      members.push(member);
      if (member === root) break;
    }
    const component = JSON.stringify(members.map(({ name }) => name).sort());
    for (const member of members) {
      member.onStack = false;
      this.byName.set(member.name, component);
    }
    let length = 1;
    for (const { reads } of members) {
      for (const read of reads) {
        const other = this.byName.get(read);
        // The length of the chain of this component itself is not known yet.
        const before = other && this.chainLengths.get(other);
        if (before) length = Math.max(length, before + 1);
      }
    }
    this.chainLengths.set(component, length);
    if (length > MAX_CHAIN) this.tooDeep.add(component);
    this.inOrder.push(component);
  }
}
