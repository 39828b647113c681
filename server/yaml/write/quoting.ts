import { engine } from '../../engine/engine';
import type { Unit } from '../cut/unit';
import { containerOf, type Node } from '../tree/tree';
import { descendantsOf } from '../tree/visit';
import { isSimpleText, type QuoteStyle, quotedText, quoteFor, type Writing } from './scalars';

/** The quotes of new texts. */
export interface Quoting {
  /** The quote of the first quoted value, in the unit of the cursor or in the file; `'` if there is none. */
  readonly quote: '"' | "'";
  /** The quotes of keys that need none. */
  readonly keyQuotes: QuoteStyle | undefined;
  /** The quotes of a value that needs none: like most values of its key, otherwise of the key around it, otherwise all. */
  quotesOf(name: string, outer: string): QuoteStyle | undefined;
}

/** The key of a value or list, and the one around it, by which values are similar. */
export interface Keys {
  readonly name: string;
  readonly outer: string;
}

type Counts = Readonly<Record<'plain' | QuoteStyle, number>>;

const KEYS = '?';
const VALUES = '*';
const ofKey = (name: string) => `${name}:`;
const ofOuterKey = (outer: string) => `${outer}:*`;

/** The share of the values of one kind that others follow. */
const MOST = 0.75;

/** The quotes that the units of documents have; the first document with texts of a kind decides. */
export class DetectedQuoting {
  constructor(private readonly documents: readonly (readonly Unit[])[]) {}

  get keyQuotes(): QuoteStyle | undefined {
    return quotesOfMost(this.count(KEYS), 1);
  }

  quotesOf(name: string, outer: string): QuoteStyle | undefined {
    const alike = this.count(ofKey(name)) ?? this.count(ofOuterKey(outer));
    return alike ? quotesOfMost(alike, MOST) : quotesOfMost(this.count(VALUES), 1);
  }

  private count(kind: string): Counts | undefined {
    for (const units of this.documents) {
      const counts = units.flatMap((unit) => quotesIn(unit).get(kind) ?? []);
      const sum = (style: keyof Counts) => counts.reduce((total, one) => total + one[style], 0);
      if (counts.length > 0) return { plain: sum('plain'), single: sum('single'), double: sum('double') };
    }
    return undefined;
  }
}

function quotesOfMost(counts: Counts | undefined, share: number): QuoteStyle | undefined {
  if (counts === undefined) return undefined;
  const { plain, single, double } = counts;
  const style = single > double ? 'single' : 'double';
  return counts[style] >= share * (plain + single + double) ? style : undefined;
}

/** How many texts of a unit have quotes, by kind. Only those that need none count. */
const quotesIn = engine.query('quotes', ({ notation, parsed }: Unit): ReadonlyMap<string, Counts> => {
  const found = new Map<string, Counts>();
  const count = (node: Node, ...kinds: readonly string[]) => {
    if (node.kind !== 'scalar' || node.tag !== undefined || !isSimpleText(node.value)) return;
    const { style, closed } = node;
    if (style !== 'plain' && !(closed && (style === 'single' || style === 'double'))) return;
    for (const kind of kinds) {
      const counts = found.get(kind) ?? { plain: 0, single: 0, double: 0 };
      found.set(kind, { ...counts, [style]: counts[style] + 1 });
    }
  };
  if (notation === 'json') return found;
  for (const node of descendantsOf(parsed.root)) {
    const { name, outer } = enclosingKeys(node);
    const isKey = node.parent?.kind === 'pair' && node.parent.key === node;
    count(node, ...(isKey ? [KEYS] : [VALUES, ofKey(name), ofOuterKey(outer)]));
  }
  return found;
});

/** The keys around a value: its own, or that of its list, and the one around that. */
export function enclosingKeys(node: Node | undefined): Keys {
  const pair = node && pairAround(node);
  return { name: pair?.name ?? '', outer: (pair && pairAround(pair.parent)?.name) ?? '' };
}

function pairAround(node: Node) {
  let inner = node;
  for (let list = containerOf(inner); list?.kind === 'seq'; list = containerOf(inner)) inner = list;
  return inner.parent?.kind === 'pair' ? inner.parent : undefined;
}

/**
 * A text as a value or key on one line, in the quotes of others.
 *
 * @param usual the quotes of such texts that need none
 */
export function textLike(
  text: string,
  writing: Writing,
  quote: Quoting['quote'],
  usual: QuoteStyle | undefined,
): string {
  const quotes = quoteFor(text, writing, undefined, neededQuotes(usual, quote)) ?? usual;
  return quotes === undefined ? text : quotedText(text, quotes);
}

/** The quotes of a text that needs some: the usual ones, otherwise those of the first value that has some. */
function neededQuotes(usual: QuoteStyle | undefined, quote: Quoting['quote']): Pick<Quoting, 'quote'> {
  return { quote: usual === undefined ? quote : usual === 'single' ? "'" : '"' };
}

/** The quotes of a text that needs some in place of a value. The whole file is read for them, so only when it does. */
export function quotesAt(quoting: Quoting, value: Node): Pick<Quoting, 'quote'> {
  return {
    get quote() {
      const { name, outer } = enclosingKeys(value);
      return neededQuotes(quoting.quotesOf(name, outer), quoting.quote).quote;
    },
  };
}
