import { distance } from 'fastest-levenshtein';
import { engine } from '../engine/engine';
import { countLeading } from './binary-search';
import { msg, type TextOrMessage } from './message';

/** Only this many characters of a name are compared. */
const MAX_NAME_LENGTH = 200;

/** In longer lists, a name is compared only with its alphabetical neighbours, read forwards or backwards. */
const MAX_COMPARED = 200;

/** Names with more slips are different names. */
const MAX_SLIPS = 4;

/** A name, and the form of it that is compared. */
interface Candidate {
  readonly name: string;
  readonly normalized: string;
}

/**
 * The known names that a misspelt one may mean, the best first: with few edits for its length, or equal except for
 * case and separators. A long list that is searched repeatedly should be the same object each time.
 */
export function nearestNames(name: string, known: Iterable<string>, limit = 3): string[] {
  const names: readonly string[] = Array.isArray(known) ? known : [...known];
  const isLong = names === known && names.length > MAX_COMPARED;
  const bare = withoutPunctuation(name);
  if (bare !== undefined) {
    const isKnown = isLong ? nameSet(names).has(bare) : names.includes(bare);
    return isKnown ? [bare] : nearestNames(bare, names, limit);
  }
  return (isLong ? nearestInLong(names, name) : nearestAmong(name, candidatesIn(names))).slice(0, limit);
}

/** Punctuation around a name that is not part of it: typographic quotes, `,`, `;`, `./`, the start of a comment. */
const PUNCTUATION =
  /^(?:[\u2018\u201c\u201d\u300c"'`]|\.{1,2}\/)|[\u2019\u201d\u300d"'`,;，；]$|(?<!\s)\s+\/\/.*$/g;

/** A name without the punctuation around it; undefined if there is none. */
function withoutPunctuation(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const bare = name.replace(PUNCTUATION, '');
  return bare === name || bare === '' ? undefined : bare;
}

const nameSet = engine.query('set of names', (names: readonly string[]) => new Set(names));

/** Several readers search the same list for the same name. */
const nearestInLong = engine.query(
  'near names',
  (names: readonly string[], name: string): readonly string[] =>
    nearestAmong(name, candidatesNear(normalize(name), names)),
);

function* candidatesIn(names: Iterable<string>): Iterable<Candidate> {
  for (const name of names) yield { name, normalized: normalize(name) };
}

function nearestAmong(name: string, candidates: Iterable<Candidate>): readonly string[] {
  const wanted = normalize(name);
  const words = wordsOf(name);
  const scores = new Map<string, number>();
  for (const { name: candidate, normalized: other } of candidates) {
    if (candidate === name || candidate === '') continue;
    if (words.length > 1 && wordsOf(candidate).join() === words.join()) scores.set(candidate, 1);
    else if (isDoubled(wanted, other)) scores.set(candidate, MAX_SLIPS);
    else if (Math.abs(wanted.length - other.length) <= MAX_SLIPS) {
      const slips = other === wanted ? 0 : isSwap(wanted, other) ? 1 : distance(wanted, other);
      const length = Math.min(wanted.length, other.length);
      // Every name of one letter is similar to every other.
      const allowed = Math.min(Math.max(1, Math.floor(length / 3)), length - 1);
      if (slips <= Math.min(Math.max(allowed, 0), MAX_SLIPS)) scores.set(candidate, slips);
    }
  }
  const inOrder = [...scores].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
  return inOrder.map(([candidate]) => candidate);
}

/** In shorter names, a slip often makes another word, unless two letters have changed places. */
const MIN_TYPO_LENGTH = 5;
const MIN_SWAP_LENGTH = 4;
/** At this length, one different letter is usually a typing error. */
const MIN_REPLACED_LENGTH = 8;
/** At this length, two letters may be wrong. */
const MIN_TWO_SLIPS_LENGTH = 10;

/**
 * Whether a name is certainly a misspelt known one. The check is stricter than `nearestNames`, so that names with
 * their own meaning do not pass: `top_k` and `top_p`, or `content` and `context`.
 */
export function isTypo(name: string, known: string): boolean {
  const [a, b] = [normalize(name), normalize(known)];
  if (a === b) return name !== known;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (isSwap(a, b)) return a.length >= MIN_SWAP_LENGTH;
  if (short.length < MIN_TYPO_LENGTH) return false;
  // A plural may be another name, but not if the known name is a compound such as `max_tokens`.
  if (long === `${short}s`) return long === b && known.includes('_');
  const slips = distance(a, b);
  if (slips === 1) return a.length !== b.length || a.length >= MIN_REPLACED_LENGTH;
  return slips === 2 && long.length >= MIN_TWO_SLIPS_LENGTH;
}

/** In shorter names, a replaced letter makes another word: `car` and `cat`. */
const MIN_NEAR_LENGTH = 4;

/** Whether a name that is near another one is more likely a misspelling than a different word. */
export function isNearSpelling(name: string, near: string): boolean {
  const [a, b] = [normalize(name), normalize(near)];
  return Math.max(a.length, b.length) >= MIN_NEAR_LENGTH || a === b || isSwap(a, b);
}

/** The names of a long list in alphabetical order, read forwards and backwards. */
const alphabetical = engine.query('names in order', (names: readonly string[]) => {
  const ordered = (keyOf: (name: string) => string) =>
    Array.from(candidatesIn(names), (candidate) => ({ candidate, key: keyOf(candidate.normalized) })).sort(
      (a, b) => (a.key < b.key ? -1 : 1),
    );
  return { forwards: ordered((key) => key), backwards: ordered(reversed) };
});

/** The names of a long list that are worth comparing with one. */
function* candidatesNear(wanted: string, names: readonly string[]): Iterable<Candidate> {
  const { forwards, backwards } = alphabetical(names);
  yield* neighboursOf(wanted, forwards);
  yield* neighboursOf(reversed(wanted), backwards);
}

function* neighboursOf(
  key: string,
  ordered: readonly { readonly candidate: Candidate; readonly key: string }[],
): Iterable<Candidate> {
  const at = countLeading(ordered, (one) => one.key < key);
  const reach = MAX_COMPARED / 4;
  for (const { candidate } of ordered.slice(Math.max(0, at - reach), at + reach)) yield candidate;
}

function reversed(name: string): string {
  return [...name].reverse().join('');
}

/** The names of a list that start with a text. A list that is searched repeatedly should be the same object each time. */
export function namesStartingWith(beginning: string, names: readonly string[]): readonly string[] {
  if (names.length <= MAX_COMPARED) return names.filter((name) => name.startsWith(beginning));
  const sorted = sortedNames(names);
  const from = countLeading(sorted, (name) => name < beginning);
  let to = from;
  while (sorted[to]?.startsWith(beginning)) to++;
  return sorted.slice(from, to);
}

const sortedNames = engine.query('sorted names', (names: readonly string[]) => names.toSorted());

/** The end of a message about an unknown name: " Did you mean `home`?", or nothing. */
export function didYouMean(names: readonly string[]): TextOrMessage {
  return names[0] === undefined ? '' : msg` Did you mean \`${names[0]}\`?`;
}

/** The words of a name in alphabetical order, which are the same for `name_user` and `user_name`. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .toLowerCase()
    .split(/[\s_.-]+/)
    .sort();
}

/** Whether a name is the known one with its end written again: `cleanlinessliness`. */
function isDoubled(wanted: string, known: string): boolean {
  const rest = wanted.slice(known.length);
  return rest.length > 1 && wanted.startsWith(known) && known.endsWith(rest);
}

function normalize(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}

/** Whether two neighbouring letters have changed places, which counts as one slip. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
