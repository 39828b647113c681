import type { AnyNode } from 'acorn';
import { staticName } from './effects';
import type { ValueType } from './value-type';

const NO_FACTS: ReadonlyMap<string, ValueType> = new Map();

/** The names that a part of an expression binds, and the types that conditions imply in it. */
export class TypeScope {
  /** Undefined while there are none, as in most expressions. */
  private variables: Map<string, ValueType> | undefined;

  constructor(
    private readonly parent: TypeScope | undefined,
    private readonly facts: ReadonlyMap<string, ValueType> = NO_FACTS,
  ) {}

  declare(name: string, type: ValueType): void {
    this.variables ??= new Map();
    this.variables.set(name, type);
  }

  variable(name: string): ValueType | undefined {
    return this.variables?.get(name) ?? this.parent?.variable(name);
  }

  /** The type that conditions imply for a name or member chain. */
  fact(path: MemberPath): ValueType | undefined {
    const found = this.facts.get(path.key);
    if (found !== undefined || this.variables?.has(path.root)) return found;
    return this.parent?.fact(path);
  }
}

/** A name with static members, which has the same value when it is read twice. */
export interface MemberPath {
  readonly root: string;
  readonly members: readonly string[];
  readonly key: string;
}

/** The path of a node; undefined for other expressions. `?.` makes no difference. */
export function memberPathOf(node: AnyNode): MemberPath | undefined {
  const members: string[] = [];
  let at = node;
  for (;;) {
    if (at.type === 'ChainExpression') at = at.expression;
    else if (at.type === 'MemberExpression') {
      const name = staticName(at.property, at.computed);
      if (name === undefined) return undefined;
      members.push(name);
      at = at.object;
    } else if (at.type === 'Identifier') {
      members.reverse();
      return { root: at.name, members, key: [at.name, ...members].join('\0') };
    } else return undefined;
  }
}
