import { isReserved, isSnakeCase, snakeCased } from '../../format/names';
import { childPath } from '../../project/names/scope-path';
import { keyAt, pathKey, type ScopeEntry } from '../../project/names/symbols';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Fix, Subject } from '../rule';
import type { NameKind } from './defined-names';

/** Suffixes that turn a reserved word into a name. */
const NAME_SUFFIXES: Readonly<Record<NameKind, string>> = {
  state: 'state',
  context: 'value',
  input: 'value',
  output: 'value',
  event: 'event',
  result: 'result',
};

/** Limit of numbers that are tried after a name that is taken. */
const MAX_SUFFIX = 20;

/**
 * The fix that renames a symbol everywhere to a valid name: `helloWorld` becomes `hello_world`, with a number if that
 * is taken. None if no name can be derived.
 */
export function renameFix(subject: Subject, kind: NameKind, text: string, { start, end }: Range): Fix[] {
  const wished = snakeCase(kind, text);
  if (wished === undefined) return [];
  const isTaken = takenNames(subject, kind, start);
  for (let number = 1; number < MAX_SUFFIX; number++) {
    const to = number === 1 ? wished : `${wished}_${number}`;
    if (to === text || isTaken(to)) continue;
    const title = msg`Rename all occurrences to \`${to}\``;
    return [{ title, edits: [], rename: { range: { start, end }, to }, preferred: true }];
  }
  return [];
}

function snakeCase(kind: NameKind, text: string): string | undefined {
  // Do not transliterate letters outside of ASCII.
  if (/[^\x20-\x7e]/.test(text)) return undefined;
  const segments = (kind === 'event' ? text.split('.') : [text]).map(snakeCased).filter((one) => one !== '');
  const named = segments.map((one) =>
    isReserved(one) || !isSnakeCase(one) ? `${one}_${NAME_SUFFIXES[kind]}` : one,
  );
  const name = named.join('.');
  return named.length > 0 && named.every(isSnakeCase) ? name : undefined;
}

/** Returns which names of a kind are taken by others than the name at an offset of the unit. */
function takenNames({ project, scopes }: Subject, kind: NameKind, start: number): (name: string) => boolean {
  const { table } = project;
  if (kind === 'context') return (name) => table.has('declaration', name) || table.has('assignment', name);
  const isHere = (names: readonly { readonly start: number }[]) => names.some((one) => one.start === start);
  const owner = scopes.find(({ scope }) => {
    if (kind === 'state') return scope.name?.start === start;
    if (kind === 'event') return isHere(scope.handlers.map(({ event }) => event));
    return isHere([...scope.inputs, ...scope.outputs, ...scope.results].map(({ name }) => name));
  });
  if (owner === undefined) return () => false;
  if (kind === 'state')
    return (name) => table.has('scope', pathKey(childPath(owner.path.slice(0, -1), name)));
  if (kind === 'event') return (name) => table.has('handlerAt', keyAt(owner.path, name));
  const variables = namesIn(owner);
  return (name) => variables.has(name);
}

function namesIn({ scope }: ScopeEntry): ReadonlySet<string> {
  return new Set([...scope.inputs, ...scope.outputs, ...scope.results].map(({ name }) => name.text));
}
