import { append } from '../text/append';
import { LIBRARY } from './library-data';
import { readSignature, readType } from './notation';
import type { LibraryTypeRef, Signature } from './signature';

/** A type of ECMAScript's library: `String`, `Array`, `Math`, `ArrayConstructor` (the class `Array` itself). */
export interface LibraryType {
  readonly name: string;
  /** Its type parameters. */
  readonly parameters: readonly string[];
  /** Its base types, nearest first, without `Object`. */
  readonly bases: readonly LibraryTypeRef[];
  /** Its own members, without those of its bases. */
  readonly members: ReadonlyMap<string, LibraryMember>;
  readonly calls: readonly Signature[];
  readonly constructs: readonly Signature[];
}

export interface LibraryMember {
  readonly name: string;
  /** The type that declares it; empty for a global. */
  readonly owner: string;
  readonly optional: boolean;
  /** The overloads of a method or function. Empty for a property. */
  readonly signatures: readonly Signature[];
  /** The type of a property. */
  readonly type: LibraryTypeRef | undefined;
  /** One or two sentences; may be empty. */
  readonly doc: string;
  readonly deprecated: boolean;
  /** The edition of ECMAScript if it is later than 2020: the service may not support it. */
  readonly since: number | undefined;
}

/** The library type with this name; undefined if it is unknown or not included. */
export function libraryType(name: string): LibraryType | undefined {
  return library().get(name);
}

/** The global with this name; undefined if it is not included. */
export function libraryGlobal(name: string): LibraryMember | undefined {
  return library().get('')?.members.get(name);
}

let read: ReadonlyMap<string, LibraryType> | undefined;

/** Read on first use: most expressions do not need it. */
function library(): ReadonlyMap<string, LibraryType> {
  read ??= readLibrary();
  return read;
}

function readLibrary(): ReadonlyMap<string, LibraryType> {
  const types = new Map<string, LibraryType>();
  let lines: string[] = [];
  let heading: string | undefined;
  const finish = () => {
    if (heading !== undefined) {
      const type = lazyType(heading, lines);
      types.set(type.name, type);
    }
    lines = [];
  };
  for (const line of LIBRARY) {
    if (line.startsWith('=')) {
      finish();
      heading = line;
    } else lines.push(line);
  }
  finish();
  return types;
}

/** The lines of a type are read on first use. */
function lazyType(heading: string, lines: readonly string[]): LibraryType {
  const [, name = '', generic = '', bases = ''] =
    /^=(\w*)(?:<([^>]*)>)?(?: extends (.*))?$/.exec(heading) ?? [];
  let content: ReturnType<typeof readMembers> | undefined;
  const lazyContent = () => {
    content ??= readMembers(name, lines);
    return content;
  };
  return {
    name,
    parameters: generic === '' ? [] : generic.split(', '),
    bases: bases === '' ? [] : [readType(bases)],
    get members() {
      return lazyContent().members;
    },
    get calls() {
      return lazyContent().calls;
    },
    get constructs() {
      return lazyContent().constructs;
    },
  };
}

const MEMBER = /^(!?)(?:@(\d+) )?([^(<:?]*)(\??)(?:: (.*)|([(<].*))$/;

function readMembers(owner: string, lines: readonly string[]) {
  const members = new Map<string, LibraryMember>();
  const calls: Signature[] = [];
  const constructs: Signature[] = [];
  let last: LibraryMember | undefined;
  for (const line of lines) {
    if (line.startsWith('#')) {
      if (last) members.set(last.name, { ...last, doc: line.slice(1) });
      continue;
    }
    const [, deprecated, since, name = '', optional, type, written] = MEMBER.exec(line) ?? [];
    const signatures = written === undefined ? [] : [readSignature(written)];
    last = undefined;
    if (name === '' && written !== undefined) append(calls, signatures);
    else if (name === 'new' && written !== undefined) append(constructs, signatures);
    else {
      last = {
        name,
        owner,
        optional: optional === '?',
        signatures: [...(members.get(name)?.signatures ?? []), ...signatures],
        type: type === undefined ? undefined : readType(type),
        doc: '',
        deprecated: deprecated === '!',
        since: since === undefined ? undefined : Number(since),
      };
      members.set(name, last);
    }
  }
  return { members, calls, constructs };
}
