import { isReserved, isSnakeCase, snakeCased } from '../../format/names';
import { keyAt, pathKey, type ScopeEntry } from '../../project/symbols';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Fix, Subject } from '../rule';
import type { NameKind } from './defined-names';

/** What is put after a word of the format to make a name of it. */
const NOUNS: Readonly<Record<NameKind, string>> = {
  state: 'state',
  context: 'value',
  input: 'value',
  output: 'value',
  event: 'event',
  result: 'result',
};

/** How many numbers are tried after a name that is taken. */
const MOST_TRIES = 20;

/**
 * The fix that gives a name the form of names wherever it is used: `helloWorld` becomes `hello_world`, with a number
 * where that is taken. None where no name can be made of it.
 */
export function renameFix(subject: Subject, kind: NameKind, text: string, { start, end }: Range): Fix[] {
  const wished = snakeCase(kind, text);
  if (wished === undefined) return [];
  const isTaken = takenNames(subject, kind, start);
  for (let number = 1; number < MOST_TRIES; number++) {
    const to = number === 1 ? wished : `${wished}_${number}`;
    if (to === text || isTaken(to)) continue;
    const title = msg`Rename all occurrences to \`${to}\``;
    return [{ title, edits: [], rename: { range: { start, end }, to }, preferred: true }];
  }
  return [];
}

function snakeCase(kind: NameKind, text: string): string | undefined {
  // Other letters than those of names are not for us to write in another way.
  if (/[^\x20-\x7e]/.test(text)) return undefined;
  const segments = (kind === 'event' ? text.split('.') : [text]).map(snakeCased).filter((one) => one !== '');
  const named = segments.map((one) => (isReserved(one) || !isSnakeCase(one) ? `${one}_${NOUNS[kind]}` : one));
  const name = named.join('.');
  return named.length > 0 && named.every(isSnakeCase) ? name : undefined;
}

/** Says which names of a kind are taken beside the name that begins at an offset of the unit. */
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
  if (kind === 'state') return (name) => table.has('scope', pathKey([...owner.path.slice(0, -1), name]));
  if (kind === 'event') return (name) => table.has('handlerAt', keyAt(owner.path, name));
  const variables = namesIn(owner);
  return (name) => variables.has(name);
}

function namesIn({ scope }: ScopeEntry): ReadonlySet<string> {
  return new Set([...scope.inputs, ...scope.outputs, ...scope.results].map(({ name }) => name.text));
}
