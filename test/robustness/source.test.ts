import type { MemberExpression, Node } from 'acorn';
import { expect, it } from 'vitest';
import { parseSource, SOURCES } from './sources';

/** Checks the source of the server: it does not execute the content of files, and no call takes a long list. */

/** Ways to run text, to start programs, or to reach other machines. */
const NEVER =
  /\beval\(|\bnew Function\b|\bFunction\(|from 'node:(?:vm|child_process|net|http|https|worker_threads|dns)'|\bfetch\(|\bXMLHttpRequest\b/;

/** Requests to a language model, if an author chooses that for a run: in the client and the command line, not in the server. */
const ONLY_ON_REQUEST = 'run/model/live-model.ts';
/** The thread that watches a process, and starts this program again if it hangs. */
const WATCHDOG = ['watchdog/thread.ts', 'watchdog/watchdog.ts'];
/** Git, which reads an earlier version when somebody asks to compare with it. */
const GIT = 'filesystem-git.ts';

it('the source neither executes text, starts programs, nor uses the network', () => {
  const uses = SOURCES.filter(
    ([path]) => !path.startsWith('types/library') && path !== 'expression/globals.ts',
  )
    .filter(([, text]) => NEVER.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'(?= *[,\]])/g, '')))
    .map(([path]) => path);
  expect(uses).toEqual([GIT, ONLY_ON_REQUEST, ...WATCHDOG]);
});

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
    const { code, tree } = parseSource(text);
    return Array.from(spreadsIn(tree), (at) => `${path}: ${code.slice(at, code.indexOf('\n', at))}`);
  });
  // The functions of text/append.ts take any list.
  expect(found).toEqual([]);
});
