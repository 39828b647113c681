import type { ScopePath } from '../project/names/scope-path';
import type { VariableEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { unionOfTypes } from '../types/union';
import { alternativesOf, UNKNOWN, type ValueType } from '../types/value-type';
import { contextOf } from './context';
import { contextReadsOf } from './context-reads';
import { type ContextReader, NameReader } from './name-reader';

/**
 * Types are cached and compared without the places of their members. A request for these places infers the types that
 * it needs a second time, with origins.
 */

/** The types of names of a project, with origins, for one request. */
export function namesWithOrigins(workspace: Workspace, project: Project): NameReader {
  return new NameReader(workspace, project, new ContextOrigins(workspace, project), true);
}

/** Maximum number of values of context variables that are inferred with origins for one request. */
const MAX_TRACED_VALUES = 1_000;

/** A context variable whose values are inferred with origins. */
interface TracedVariable {
  readonly name: string;
  readonly values: readonly VariableEntry[];
  /** Variables that its values may read and that have not been visited. */
  readonly unfollowed: string[];
}

/**
 * The types of context variables with origins. A variable is inferred when it is first requested, after those that
 * its values read. One that reads itself, or exceeds the limit, is read without origins.
 */
class ContextOrigins implements ContextReader {
  private readonly known = new Map<string, ValueType>();
  private readonly plain: ContextReader;
  private valuesLeft = MAX_TRACED_VALUES;

  constructor(
    private readonly workspace: Workspace,
    private readonly project: Project,
  ) {
    this.plain = contextOf(workspace, project);
  }

  names(): Iterable<string> {
    return this.plain.names();
  }

  isChanged(name: string): boolean {
    return this.plain.isChanged(name);
  }

  passedType(state: ScopePath, input: string): ValueType {
    return this.plain.passedType?.(state, input) ?? UNKNOWN;
  }

  typeOf(name: string): ValueType {
    const known = this.known.get(name);
    if (known) return known;
    const { sorted, isCircular } = this.withDependencies(name);
    for (const variable of sorted) this.known.set(variable.name, this.inferVariable(variable));
    // A second time, with the origins of variables that come later in the list.
    if (isCircular)
      for (const variable of sorted) this.known.set(variable.name, this.inferVariable(variable));
    return this.knownType(name);
  }

  /** A variable and all that it may read, directly or indirectly; those that are read come first. */
  private withDependencies(name: string): {
    readonly sorted: readonly TracedVariable[];
    readonly isCircular: boolean;
  } {
    const sorted: TracedVariable[] = [];
    const found = new Set<string>();
    const unsorted = new Set<string>();
    const path: TracedVariable[] = [];
    let isCircular = false;
    const find = (one: string) => {
      isCircular ||= unsorted.has(one);
      if (found.has(one) || this.known.has(one) || this.valuesLeft === 0) return;
      if (!mayHaveOrigins(this.plain.typeOf(one))) return;
      found.add(one);
      unsorted.add(one);
      path.push(this.traced(one));
    };
    find(name);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const read = last.unfollowed.pop();
      if (read !== undefined) find(read);
      else {
        path.pop();
        unsorted.delete(last.name);
        sorted.push(last);
      }
    }
    return { sorted, isCircular };
  }

  private traced(name: string): TracedVariable {
    const { project } = this;
    const { table } = project;
    const all = project.sorted([...table.get('declaration', name), ...table.get('assignment', name)]);
    const values = all.slice(0, this.valuesLeft);
    this.valuesLeft -= values.length;
    return { name, values, unfollowed: [...this.readsOf(values)].reverse() };
  }

  private readsOf(values: readonly VariableEntry[]): Iterable<string> {
    const names = new Set<string>();
    for (const value of values) {
      const facts = this.project.facts(value);
      const reads = facts ? contextReadsOf(facts, value) : [];
      if (reads === undefined) return this.names();
      for (const name of reads) names.add(name);
    }
    return names;
  }

  /** The type of a variable with origins: its type is known, and its values only add the places of members. */
  private inferVariable({ name, values }: TracedVariable): ValueType {
    const context: ContextReader = {
      typeOf: (read) => this.knownType(read),
      isChanged: (read) => this.isChanged(read),
      names: () => this.names(),
    };
    const types = values.map((value) =>
      new NameReader(this.workspace, this.project, context, true).contextValueType(
        value,
        value.node,
        value.output,
      ),
    );
    return unionOfTypes([...types, this.plain.typeOf(name)]);
  }

  private knownType(name: string): ValueType {
    return this.known.get(name) ?? this.plain.typeOf(name);
  }
}

/** Whether a type has members that an author may have written, or is a text that may contain some. */
function mayHaveOrigins(type: ValueType): boolean {
  return alternativesOf(type).some((one) =>
    one.kind === 'literal' ? typeof one.value === 'string' : WITH_MEMBERS.has(one.kind),
  );
}

const WITH_MEMBERS: ReadonlySet<string> = new Set(['array', 'object', 'function', 'instance']);
