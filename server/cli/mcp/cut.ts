/** The most items of a list in the result of a tool: assistants have little memory. Other output is never cut. */
export const MAX_LISTED = 100;

type JsonObject = Readonly<Record<string, unknown>>;

/** A list of a result that is shown in part. */
interface CutList {
  /** Its name, such as `findings` or `automata[1].states`. */
  readonly list: string;
  /** The index of the first shown item. */
  readonly from: number;
  readonly shown: number;
  readonly count: number;
}

interface CutOptions {
  /** The index of the first item to show; undefined for the usual part. */
  readonly from: number | undefined;
  /** Whether the end of a list is its usual part, not the beginning. */
  readonly showsEnd: boolean;
  /** How to get the rest, as a sentence. */
  readonly rest: string;
}

/**
 * A result in which long lists are cut, and `cut` says which ones, and how to get the rest; undefined if no list is long.
 * The lists are those of the result, and of each automata in it.
 */
export function cutResult(result: JsonObject, options: CutOptions): JsonObject | undefined {
  const lists: CutList[] = [];
  const cut = (value: JsonObject, prefix: string): JsonObject =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (!Array.isArray(member)) return [name, member];
        const from = firstIndex(member.length, options);
        const shown = member.slice(from, from + MAX_LISTED);
        const list = `${prefix}${name}`;
        if (member.length > MAX_LISTED) lists.push({ list, from, shown: shown.length, count: member.length });
        if (list !== 'automata') return [name, shown];
        return [name, shown.map((one, index) => cut(one, `automata[${from + index}].`))];
      }),
    );
  const shown = cut(result, '');
  return lists.length === 0 ? undefined : { ...shown, cut: { lists, rest: options.rest } };
}

/** A list that is not long is always shown as a whole. */
function firstIndex(count: number, { from, showsEnd }: CutOptions): number {
  if (count <= MAX_LISTED) return 0;
  return from ?? (showsEnd ? count - MAX_LISTED : 0);
}
