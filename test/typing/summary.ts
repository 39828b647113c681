import type { CompletionSample, Pause, ReplayResult } from './replay';

/** The figures of a replay. */
export interface Summary {
  readonly letters: number;
  /** By the number of typed letters of a word: 0, 1, 2. */
  readonly words: readonly WordSummary[];
  /** By code: letters that cause the finding at another place, and those of them after which it disappears again. */
  readonly noise: ReadonlyMap<string, { readonly letters: number; readonly flashes: number }>;
  /** Of 1,000 pauses at ends of words, those with an error elsewhere, and with any finding but hints; by code. */
  readonly pauses: {
    readonly errors: number;
    readonly any: number;
    readonly codes: ReadonlyMap<string, number>;
  };
  readonly stolenEnters: number;
  readonly doubleEnters: number;
  /** New lines that begin too far left, too far right, or with an unwanted dash. */
  readonly indents: { readonly shallow: number; readonly deep: number; readonly dashes: number };
}

interface WordSummary {
  readonly asked: number;
  /** Shares of all expected words. */
  readonly found: number;
  readonly right: number;
  readonly firstFive: number;
  /** The average position of the found words, from 1. */
  readonly meanRank: number;
}

export function summaryOf(replayed: ReplayResult): Summary {
  const noise = new Map<string, { letters: number; flashes: number }>();
  for (const { code, flashes } of replayed.noise) {
    const row = noise.get(code) ?? { letters: 0, flashes: 0 };
    noise.set(code, { letters: row.letters + 1, flashes: row.flashes + Number(flashes) });
  }
  const dashes = replayed.indents.filter(({ given }) => given.includes('-'));
  const shallow = replayed.indents.filter(({ given, wanted }) => wanted.length > given.length);
  return {
    letters: replayed.letters,
    words: [0, 1, 2].map((typed) => ofWords(replayed.asked.filter((one) => one.typed === typed))),
    pauses: ofPauses(replayed.pauses),
    noise: new Map([...noise].sort(([, a], [, b]) => b.letters - a.letters)),
    stolenEnters: replayed.stolen.filter(({ changes }) => changes).length,
    doubleEnters: replayed.stolen.filter(({ changes }) => !changes).length,
    indents: {
      shallow: shallow.length,
      deep: replayed.indents.length - shallow.length - dashes.length,
      dashes: dashes.length,
    },
  };
}

function ofPauses(pauses: readonly Pause[]): Summary['pauses'] {
  const share = (some: readonly Pause[]) => Math.round((1000 * some.length) / Math.max(1, pauses.length));
  const codes = new Map<string, number>();
  for (const { errors, others } of pauses)
    for (const code of new Set([...errors, ...others])) codes.set(code, (codes.get(code) ?? 0) + 1);
  return {
    errors: share(pauses.filter(({ errors }) => errors.length > 0)),
    any: share(pauses.filter(({ errors, others }) => errors.length + others.length > 0)),
    codes: new Map([...codes].sort(([, a], [, b]) => b - a)),
  };
}

function ofWords(asked: readonly CompletionSample[]): WordSummary {
  const found = asked.filter(({ rank }) => rank >= 0);
  const share = (some: readonly CompletionSample[]) => (asked.length === 0 ? 1 : some.length / asked.length);
  const sum = found.reduce((total, { rank }) => total + rank + 1, 0);
  return {
    asked: asked.length,
    found: share(found),
    right: share(asked.filter(({ isRight }) => isRight)),
    firstFive: share(found.filter(({ rank }) => rank < 5)),
    meanRank: found.length === 0 ? 1 : sum / found.length,
  };
}

/** The numbers as lines of a table. */
export function tableOf(title: string, summary: Summary): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);
  const { shallow, deep, dashes } = summary.indents;
  return [
    `${title}: ${summary.letters} letters`,
    ...summary.words.map(
      ({ asked, found, right, firstFive, meanRank }, typed) =>
        `  ${typed} typed: ${String(asked).padStart(4)} words, offered${percent(found)}, right${percent(right)}, ` +
        `in the first five${percent(firstFive)}, mean rank ${meanRank.toFixed(2)}`,
    ),
    ...[...summary.noise].map(
      ([code, { letters, flashes }]) => `  ${code.padEnd(28)} ${letters} letters, ${flashes} in passing`,
    ),
    `  of 1,000 pauses, errors elsewhere at ${summary.pauses.errors}, any finding but hints at ${summary.pauses.any}: ` +
      [...summary.pauses.codes].map(([code, pauses]) => `${code} ${pauses}`).join(', '),
    `  Enter: ${summary.stolenEnters} stolen, ${summary.doubleEnters} pressed twice; ` +
      `indented too little ${shallow}, too much ${deep}, dashes unwanted ${dashes}`,
  ].join('\n');
}

/** Details to review: words that are missing or far down, Enter that accepts an item, findings at other places. */
export function detailsOf(replayed: ReplayResult, textOf: (path: string) => string): string {
  const place = (path: string, at: number) => `${path}:${textOf(path).slice(0, at).split('\n').length}`;
  const far = replayed.asked.filter(({ rank, isRight }) => rank < 0 || rank >= 5 || !isRight);
  const said = new Map<string, number>();
  for (const { path, at, code, message, where, flashes } of replayed.noise) {
    const passing = flashes ? 'in passing' : 'stays';
    const line = `noise ${passing} ${code} ${where} while at ${place(path, at)}: ${message}`;
    said.set(line, (said.get(line) ?? 0) + 1);
  }
  return [
    ...far.map(
      ({ word, path, typed, rank, offered }) =>
        `word ${place(path, word.start)} ${word.place} ${word.text}, ${typed} typed: rank ${rank} of ${offered.join(' ')}`,
    ),
    ...replayed.stolen.map(
      ({ path, at, first, changes }) => `Enter ${place(path, at)} takes ${first} ${changes}`,
    ),
    ...replayed.indents.map(
      ({ path, at, given, wanted }) =>
        `indent ${place(path, at)} given ${JSON.stringify(given)} wanted ${JSON.stringify(wanted)}`,
    ),
    ...[...said].map(([line, letters]) => `${letters}x ${line}`),
  ].join('\n');
}
