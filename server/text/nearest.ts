import { distance } from 'fastest-levenshtein';
import { engine } from '../engine/engine';
import { countLeading } from './binary-search';
import { msg, type TextOrMessage } from './message';

/** Of longer names, only the start is compared. */
const LONGEST = 200;

/** Of longer lists, only names are compared that are near in the alphabet, by their beginnings or their ends. */
const MAX_COMPARED = 200;

/** Names with more slips than these are other names. */
const MAX_SLIPS = 4;

/** A name, and the same in the form in which names are compared. */
interface Candidate {
  readonly name: string;
  readonly plain: string;
}

/**
 * The known names that a misspelt one may mean, the best first: with few edits for its length, or equal except for
 * case and separators. A long list that is searched repeatedly should be the same object each time.
 */
export function nearestNames(name: string, known: Iterable<string>, most = 3): string[] {
  const bare = withoutSigns(name);
  if (bare !== undefined) {
    const names = [...known];
    return names.includes(bare) ? [bare] : nearestNames(bare, names, most);
  }
  const isLong = Array.isArray(known) && known.length > MAX_COMPARED;
  return (isLong ? nearestInLong(known, name) : nearestAmong(name, candidatesIn(known))).slice(0, most);
}

/** Signs of other languages around a name: quotes of a word processor, `,`, `;`, `./`, the start of a comment. */
const SIGNS =
  /^(?:[\u2018\u201c\u201d\u300c"'`]|\.{1,2}\/)|[\u2019\u201d\u300d"'`,;，；]$|(?<!\s)\s+\/\/.*$/g;

/** A name without the signs around it that belong to no name; undefined if there are none. */
function withoutSigns(name: string): string | undefined {
  if (name.length > LONGEST) return undefined;
  const bare = name.replace(SIGNS, '');
  return bare === name || bare === '' ? undefined : bare;
}

/** Several readers search the same list for the same name. */
const nearestInLong = engine.query(
  'near names',
  (names: readonly string[], name: string): readonly string[] => nearestAmong(name, near(plain(name), names)),
);

function* candidatesIn(names: Iterable<string>): Iterable<Candidate> {
  for (const name of names) yield { name, plain: plain(name) };
}

function nearestAmong(name: string, candidates: Iterable<Candidate>): readonly string[] {
  const wanted = plain(name);
  const sorted = wordsOf(name);
  const close = new Map<string, number>();
  for (const { name: candidate, plain: other } of candidates) {
    if (candidate === name || candidate === '') continue;
    if (sorted.length > 1 && wordsOf(candidate).join() === sorted.join()) close.set(candidate, 1);
    else if (isDoubled(wanted, other)) close.set(candidate, MAX_SLIPS);
    else if (Math.abs(wanted.length - other.length) <= MAX_SLIPS) {
      const slips = other === wanted ? 0 : isSwap(wanted, other) ? 1 : distance(wanted, other);
      const length = Math.min(wanted.length, other.length);
      // Every name of one letter is similar to every other.
      const allowed = Math.min(Math.max(1, Math.floor(length / 3)), length - 1);
      if (slips <= Math.min(Math.max(allowed, 0), MAX_SLIPS)) close.set(candidate, slips);
    }
  }
  const inOrder = [...close].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
  return inOrder.map(([candidate]) => candidate);
}

/** Shorter names are too easily another word, unless two letters have changed places. */
const MIN_SLIP = 5;
const MIN_SWAP = 4;
/** From this length on, one different letter is usually a typing error. */
const MIN_REPLACED = 8;
/** From this length on, two letters may be wrong. */
const MIN_TWICE = 10;

/**
 * Whether a name is certainly a known one with a slip of the pen: unlike one of the `nearestNames`, it is hardly a word of
 * its own, such as `top_k` beside `top_p`, or `content` beside `context`.
 */
export function isTypo(name: string, known: string): boolean {
  const [a, b] = [plain(name), plain(known)];
  if (a === b) return name !== known;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (isSwap(a, b)) return a.length >= MIN_SWAP;
  if (short.length < MIN_SLIP) return false;
  // A plural may be another name; the singular of `max_tokens` is none.
  if (long === `${short}s`) return long === b && known.includes('_');
  const slips = distance(a, b);
  if (slips === 1) return a.length !== b.length || a.length >= MIN_REPLACED;
  return slips === 2 && long.length >= MIN_TWICE;
}

/** A replaced letter makes a short word another one: `car` and `cat`. */
const MIN_NEAR = 4;

/** Whether a name that is near another one is more likely a slip of the pen than a word of its own. */
export function isNearSpelling(name: string, near: string): boolean {
  const [a, b] = [plain(name), plain(near)];
  return Math.max(a.length, b.length) >= MIN_NEAR || a === b || isSwap(a, b);
}

/** The names of a long list in the order of the alphabet, read forwards and backwards. */
const alphabetical = engine.query('names in order', (names: readonly string[]) => {
  const ordered = (keyOf: (name: string) => string) =>
    Array.from(candidatesIn(names), (candidate) => ({ candidate, key: keyOf(candidate.plain) })).sort(
      (a, b) => (a.key < b.key ? -1 : 1),
    );
  return { forwards: ordered((key) => key), backwards: ordered(reversed) };
});

/** The names of a long list that are worth comparing with one. */
function* near(wanted: string, names: readonly string[]): Iterable<Candidate> {
  const { forwards, backwards } = alphabetical(names);
  yield* around(wanted, forwards);
  yield* around(reversed(wanted), backwards);
}

function* around(
  key: string,
  ordered: readonly { readonly candidate: Candidate; readonly key: string }[],
): Iterable<Candidate> {
  const at = countLeading(ordered.length, (index) => (ordered[index]?.key ?? '') < key);
  const reach = MAX_COMPARED / 4;
  const end = Math.min(ordered.length, at + reach);
  for (let index = Math.max(0, at - reach); index < end; index++) {
    const one = ordered[index];
    if (one) yield one.candidate;
  }
}

function reversed(name: string): string {
  return [...name].reverse().join('');
}

/** The names of a list that start with a text; the list should be the same object each time. */
export function namesWith(beginning: string, names: readonly string[]): readonly string[] {
  if (names.length <= MAX_COMPARED) return names.filter((name) => name.startsWith(beginning));
  const sorted = inOrder(names);
  const from = countLeading(sorted.length, (index) => (sorted[index] ?? '') < beginning);
  let to = from;
  while (sorted[to]?.startsWith(beginning)) to++;
  return sorted.slice(from, to);
}

const inOrder = engine.query('sorted names', (names: readonly string[]) => names.toSorted());

/** The end of a message about an unknown name: " Did you mean `home`?", or nothing. */
export function didYouMean(names: readonly string[]): TextOrMessage {
  return names[0] === undefined ? '' : msg` Did you mean \`${names[0]}\`?`;
}

/** The words of a name in the order of the alphabet: `name_user` and `user_name` have the same. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .split(/[\s_.-]+/)
    .sort();
}

/** Whether a name is the known one with its end written again: `cleanlinessliness`. */
function isDoubled(wanted: string, known: string): boolean {
  const rest = wanted.slice(known.length);
  return rest.length > 1 && wanted.startsWith(known) && known.endsWith(rest);
}

function plain(name: string): string {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}

/** Two neighbouring letters in the wrong order: one slip of the fingers. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
