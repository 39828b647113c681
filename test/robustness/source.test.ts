import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { type MemberExpression, type Node, parse } from 'acorn';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';

/** Checks the source of the server: it does not execute the content of files, and no pattern is slow. */

const SERVER = join(import.meta.dirname, '../../server');
const SOURCES = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
  .map((path) => [path, readFileSync(join(SERVER, path), 'utf8')] as const);

/** Ways to run text, to start programs, or to reach other machines. */
const NEVER =
  /\beval\(|\bnew Function\b|\bFunction\(|from 'node:(?:vm|child_process|net|http|https|worker_threads|dns)'|\bfetch\(|\bXMLHttpRequest\b/;

/** Requests to a language model, if an author chooses that for a run: in the client and the command line, not in the server. */
const ONLY_ON_REQUEST = 'run/live-model.ts';
/** The thread that watches a process, and starts this program again if it hangs. */
const WATCHDOG = ['watchdog/thread.ts', 'watchdog/watchdog.ts'];

it('the source neither executes text, starts programs, nor uses the network', () => {
  const uses = SOURCES.filter(
    ([path]) => !path.startsWith('types/library') && path !== 'expression/globals.ts',
  )
    .filter(([, text]) => NEVER.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'(?= *[,\]])/g, '')))
    .map(([path]) => path);
  expect(uses).toEqual([ONLY_ON_REQUEST, ...WATCHDOG]);
});

interface Found {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

/** Methods that take any number of arguments, which are on the stack. */
const TAKES_ANY_NUMBER: ReadonlySet<string> = new Set([
  'push',
  'unshift',
  'splice',
  'toSpliced',
  'min',
  'max',
]);
/** Modules whose lists are short for any text. */
const SPREADS_SHORT_LISTS = /^(?:drawing\/|types\/(?:union|pure-calls)\.ts$|protocol\/first-reports\.ts$)/;

function* spreadsIn(node: unknown): Generator<number> {
  if (typeof node !== 'object' || node === null) return;
  const { callee, arguments: given } = node as { callee?: MemberExpression; arguments?: readonly Node[] };
  const method = callee?.type === 'MemberExpression' && 'name' in callee.property ? callee.property.name : '';
  if (TAKES_ANY_NUMBER.has(method) && given?.some((one) => one.type === 'SpreadElement'))
    yield (node as Node).start;
  for (const value of Object.values(node as Node)) yield* spreadsIn(value);
}

it('no call spreads a list whose length depends on a text', () => {
  const found = SOURCES.filter(([path]) => !SPREADS_SHORT_LISTS.test(path)).flatMap(([path, text]) => {
    const { code } = transformSync(text, { loader: 'ts', target: 'esnext' });
    const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
    return Array.from(spreadsIn(tree), (at) => `${path}: ${code.slice(at, code.indexOf('\n', at))}`);
  });
  // The functions of text/append.ts take any list.
  expect(found).toEqual([]);
});

function* patternsIn(node: unknown): Generator<Omit<Found, 'path'>> {
  if (typeof node !== 'object' || node === null) return;
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  if (regex !== undefined) yield { source: regex.pattern, flags: regex.flags };
  for (const value of Object.values(node as Node)) yield* patternsIn(value);
}

const PATTERNS: readonly Found[] = SOURCES.flatMap(([path, text]) => {
  const { code } = transformSync(text, { loader: 'ts', target: 'esnext' });
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  return Array.from(patternsIn(tree), (found) => ({ path, ...found }));
});

/** So long that exponential time takes minutes, and anything else almost no time. */
const LENGTH = 36;
/** In milliseconds. */
const LIMIT = 3000;

/** So long that quadratic time takes seconds, and anything else almost no time. */
const LONG = 60_000;
/** In milliseconds. */
const SOON = 600;

/** Patterns that may match from several starts, but are only applied to some lines of a text. */
const SEE_LITTLE: ReadonlySet<string> = new Set(['features/plain-line.ts']);

/** Characters of a pattern, including one for each of its classes. */
function charactersOf(source: string): readonly string[] {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\(\?<?[=!:]|\{\d+,?\d*\}/gi, '');
  const classes = plain.replace(/\\[sSwWdDbB]/g, ' a0');
  return [
    ...new Set([
      ...classes
        .replace(/\\n/g, '\n')
        .replace(/\\t/g, '\t')
        .replace(/[\\^$|?*+]/g, ''),
    ]),
  ];
}

/** Short pieces whose repetition starts the pattern many times. */
function piecesFor(source: string): readonly string[] {
  const own = charactersOf(source).slice(0, 12);
  const pairs = own.flatMap((one) =>
    own.slice(0, 4).flatMap((other) => (one === other ? [] : [one + other])),
  );
  return [...new Set([...own, ...pairs.slice(0, 20), ' ', '\n', 'a', ' \n'])];
}

/** Ends of texts that make a pattern fail after a long match, or match only at the end. */
const ENDS = ['\u0001', 'y z', 'a a\u0001'];

const SEARCH = new Script('for (const text of texts) { pattern.lastIndex = 0; pattern.exec(text); }');
const given: { pattern: RegExp; texts: readonly string[] } = { pattern: /a/, texts: [] };
const CONTEXT = createContext(given);

function isDoneInTime(pattern: RegExp, texts: readonly string[], timeout: number): boolean {
  Object.assign(given, { pattern, texts });
  try {
    SEARCH.runInContext(CONTEXT, { timeout });
    return true;
  } catch {
    return false;
  }
}

/** The first text for which a pattern exceeds a time in milliseconds; undefined if there is none. */
function endlessOn({ source, flags }: Found, length: number, timeout: number): string | undefined {
  const pattern = new RegExp(source, flags);
  const texts = piecesFor(source).flatMap((piece) => {
    const run = piece.repeat(length / piece.length);
    return ENDS.map((end) => run + end);
  });
  // Checked for all texts together first; for each text separately only if all together take longer.
  if (isDoneInTime(pattern, texts, timeout)) return undefined;
  return texts.find((text) => !isDoneInTime(pattern, [text], timeout))?.slice(0, 20);
}

it('no regular expression takes exponential time', { timeout: 600_000 }, () => {
  expect(PATTERNS.length).toBeGreaterThan(100);
  const endless = PATTERNS.flatMap((one) => {
    const text = endlessOn(one, LENGTH, LIMIT);
    return text === undefined ? [] : [`${one.path}: /${one.source}/${one.flags} on ${JSON.stringify(text)}`];
  });
  expect(endless).toEqual([]);
});

it('no regular expression takes quadratic time', { timeout: 600_000 }, () => {
  const slow = PATTERNS.filter(({ path }) => !SEE_LITTLE.has(path)).flatMap((one) => {
    const text = endlessOn(one, LONG, SOON);
    return text === undefined ? [] : [`${one.path}: /${one.source}/${one.flags} on ${JSON.stringify(text)}`];
  });
  expect(slow).toEqual([]);
});
