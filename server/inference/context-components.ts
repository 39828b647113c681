import { engine } from '../engine/engine';
import { isEqualData } from '../engine/equality';
import type { Project } from '../project/project';
import { contextValuesOf, readsOfValue } from './context-values';

/** The dependencies of context variables: the type of one may be computed from the types of others. */
export interface ContextComponents {
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

/** Longer chains of variables, each computed from the one before, are not followed: authors do not write them. */
const MAX_CHAIN = 100;

/** The names of a component. They may hold any character. */
export function namesOfComponent(component: string): readonly string[] {
  return JSON.parse(component) as readonly string[];
}

/** The strongly connected components of the variables of a project, in O(variables and reads). */
export const contextComponents = engine.query(
  'context components',
  (project: Project): ContextComponents => {
    const names = [...project.table.namesOf('contextValue')].sort();
    return new Search(names, (name) => readsOfVariable(project, name)).run();
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

/** Tarjan's algorithm without recursion, as chains may be long. */
class Search {
  private readonly inOrder: string[] = [];
  private readonly byName = new Map<string, string>();
  private readonly indexes = new Map<string, number>();
  private readonly lowest = new Map<string, number>();
  private readonly open: string[] = [];
  private readonly isOpen = new Set<string>();
  private readonly chains = new Map<string, number>();
  private readonly known: ReadonlySet<string>;

  constructor(
    private readonly names: readonly string[],
    private readonly readsOf: (name: string) => readonly string[] | undefined,
  ) {
    this.known = new Set(names);
  }

  run(): ContextComponents {
    for (const name of this.names) if (!this.indexes.has(name)) this.visit(name);
    const tooDeep = new Set(
      this.inOrder.filter((component) => (this.chains.get(component) ?? 0) > MAX_CHAIN),
    );
    return { inOrder: this.inOrder, byName: this.byName, tooDeep };
  }

  private readsFrom(name: string): readonly string[] {
    return (this.readsOf(name) ?? this.names).filter((read) => this.known.has(read));
  }

  private visit(start: string): void {
    const stack = [this.enter(start)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { name, reads } = top;
      const read = reads[top.next++];
      if (read === undefined) {
        stack.pop();
        const lowest = this.lowest.get(name) ?? 0;
        if (lowest === this.indexes.get(name)) this.close(name);
        const parent = stack.at(-1);
        if (parent) this.lower(parent.name, lowest);
      } else if (!this.indexes.has(read)) stack.push(this.enter(read));
      else if (this.isOpen.has(read)) this.lower(name, this.indexes.get(read) ?? 0);
    }
  }

  private enter(name: string): { readonly name: string; readonly reads: readonly string[]; next: number } {
    const index = this.indexes.size;
    this.indexes.set(name, index);
    this.lowest.set(name, index);
    this.open.push(name);
    this.isOpen.add(name);
    return { name, reads: this.readsFrom(name), next: 0 };
  }

  private lower(name: string, to: number): void {
    this.lowest.set(name, Math.min(this.lowest.get(name) ?? to, to));
  }

  private close(root: string): void {
    const members = this.open.splice(this.open.lastIndexOf(root)).sort();
    const component = JSON.stringify(members);
    let chain = 0;
    for (const name of members) {
      this.isOpen.delete(name);
      this.byName.set(name, component);
    }
    for (const name of members) {
      for (const read of this.readsFrom(name)) {
        const other = this.byName.get(read);
        if (other !== undefined && other !== component) chain = Math.max(chain, this.chains.get(other) ?? 0);
      }
    }
    this.chains.set(component, chain + 1);
    this.inOrder.push(component);
  }
}
