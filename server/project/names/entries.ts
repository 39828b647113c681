import type { Cell } from '../../engine/engine';
import type { Task } from '../../engine/task';
import { append } from '../../text/append';
import { isEqualData } from '../../text/equality';
import { SYMBOL_KINDS, type SymbolEntry, type Symbols } from './symbols';

/** The key of a name, flattened to one string, because keys are stored for a long time. */
export function nameKey(kind: string, name: string): string {
  return [kind, name].join('/');
}

/** The entries of one name. */
export interface NameEntries {
  /** The input of the name; exists once a result depends on it. */
  cell: Cell | undefined;
  /** Never the result of a query: `replaceEntries` appends to it. */
  readonly entries: SymbolEntry[];
  /** The values of the entries, once they have been requested. */
  values: readonly SymbolEntry['value'][] | undefined;
  /** Whether the entries are known to be in the order of files and text. */
  readonly isInOrder: boolean;
}

/** The length from which a list is extended in place. Shorter lists are copied, so that they have no spare capacity. */
const MIN_EXTENDED = 64;

/**
 * The entries of a name after some are removed; the added ones take their place. A long list is extended in place:
 * copying it for each file that adds to it would take quadratic time.
 */
export function replaceEntries(
  old: NameEntries | undefined,
  removed: readonly SymbolEntry[],
  added: readonly SymbolEntry[],
): Pick<NameEntries, 'entries' | 'values'> {
  const entries = old?.entries ?? [];
  if (removed.length === 0 && entries.length >= MIN_EXTENDED) {
    append(entries, added);
    // Results of queries may contain the list of values.
    return { entries, values: undefined };
  }
  // Copied, so that it has no spare capacity.
  if (entries.length === 0) return { entries: added.slice(), values: undefined };
  const [first] = removed;
  const start = first === undefined ? entries.length : entries.indexOf(first);
  // The usual case: they are adjacent. Values that were requested once are requested again.
  if (start >= 0 && removed.every((one, by) => entries[start + by] === one)) {
    return {
      entries: spliced(entries, start, removed.length, added),
      values:
        old?.values &&
        spliced(
          old.values,
          start,
          removed.length,
          added.map(({ value }) => value),
        ),
    };
  }
  const all = new Set(removed);
  const at = entries.findIndex((entry) => all.has(entry));
  if (at < 0) return { entries: entries.concat(added), values: undefined };
  const rest = entries.slice(at).filter((entry) => !all.has(entry));
  return { entries: [...entries.slice(0, at), ...added, ...rest], values: undefined };
}

/** Entries that are removed from and added to one name, in the given order. */
export interface EntryChange {
  readonly removed: SymbolEntry[];
  readonly added: SymbolEntry[];
}

/** Removed and added entries by kind and name, with a step for each added entry. */
export function* byKindAndName(
  removed: readonly SymbolEntry[],
  added: readonly SymbolEntry[],
): Task<Map<string, Map<string, EntryChange>>> {
  const kinds = new Map<string, Map<string, EntryChange>>();
  const changeOf = ({ kind, name }: SymbolEntry) => {
    let names = kinds.get(kind);
    if (names === undefined) {
      names = new Map<string, EntryChange>();
      kinds.set(kind, names);
    }
    let exchange = names.get(name);
    if (exchange === undefined) {
      exchange = { removed: [], added: [] };
      names.set(name, exchange);
    }
    return exchange;
  };
  for (const entry of removed) changeOf(entry).removed.push(entry);
  for (const entry of added) {
    changeOf(entry).added.push(entry);
    yield;
  }
  return kinds;
}

/** Whether two lists of entries of one name have the same facts in the same order. */
export function haveSameFacts(one: readonly SymbolEntry[], other: readonly SymbolEntry[]): boolean {
  const same = (entry: SymbolEntry, to: SymbolEntry | undefined) =>
    to !== undefined && isEqualData(factsOf(entry), factsOf(to));
  return one.length === other.length && one.every((entry, index) => same(entry, other[index]));
}

function factsOf<Kind extends keyof Symbols>({ kind, value }: { kind: Kind; value: Symbols[Kind] }): unknown {
  return SYMBOL_KINDS[kind].facts(value);
}

/** `toSpliced`, for any number of items: more arguments than a call may have would overflow the stack. */
function spliced<T>(list: readonly T[], start: number, count: number, items: readonly T[]): T[] {
  return list.slice(0, start).concat(items, list.slice(start + count));
}
