import type { CursorPath } from '../../expression/completion-path';
import { isIdentifier } from '../../expression/identifier';
import { joinMessages, msg, type TextOrMessage } from '../../text/message';
import type { Range } from '../../text/range';
import { memberAt } from '../../types/at-cursor';
import type { LibraryMember } from '../../types/library';
import { allMembers, type FoundMember } from '../../types/member-lookup';
import { typeText } from '../../types/type-text';
import type { ValueType } from '../../types/value-type';
import type { LocatedExpression } from '../cursor-location';
import { type ExpressionContext, memberPlaces } from '../expression-context';
import { memberCard } from '../hover/member';
import type { CompletionContext } from './completion-context';
import type { CompletionCandidate, CompletionKind } from './item';

/** Members of a value with a known type: those of the author first, then built-in ones. */

const OWN = 1;
const PROPERTY = 2;
const METHOD = 3;
const DEPRECATED = 4;

/** Members of the value before the cursor: `context.user.|`, `users[0]?.|`, `user["|"]`. */
export function memberCandidates(
  context: CompletionContext,
  at: LocatedExpression,
  { names }: ExpressionContext,
  path: CursorPath,
): CompletionCandidate[] {
  const member = memberAt(at.body, at.bodyOffset, names);
  if (member === undefined || member.inPattern) return [];
  const placesOf = memberPlaces(context.at, at, at.bodyOffset);
  return allMembers(member.receiver)
    .filter(isSuggested)
    .flatMap((found) => {
      const insert = insertionOf(found.name, context, at, path);
      return insert ? [called({ ...candidateOf(context, found, placesOf), ...insert }, found, at, path)] : [];
    });
}

/** Keys of a pattern that destructures a known value: `users.map(({ na| }) => …)`. Undefined elsewhere. */
export function patternCandidates(
  context: CompletionContext,
  at: LocatedExpression,
  { names }: ExpressionContext,
): CompletionCandidate[] | undefined {
  const member = memberAt(at.body, at.bodyOffset, names);
  if (!member?.inPattern) return undefined;
  const replace = clipToLine(at.toUnit(member.name), context);
  const keys = allMembers(member.receiver).filter((found) => isSuggested(found) && isIdentifier(found.name));
  if (keys.length === 0) return undefined;
  const placesOf = memberPlaces(context.at, at, at.bodyOffset);
  return keys.map((found) => ({
    ...candidateOf(context, found, placesOf),
    insert: { as: 'verbatim', text: found.name, replace },
    commit: undefined,
  }));
}

/** Members of `Object.prototype` are rarely useful, and members newer than the service's JavaScript would fail. */
function isSuggested({ library }: FoundMember): boolean {
  return library === undefined || (library.owner !== 'Object' && library.since === undefined);
}

function candidateOf(
  { at }: CompletionContext,
  found: FoundMember,
  placesOf: ReturnType<typeof memberPlaces>,
): CompletionCandidate {
  const { name, type, library } = found;
  return {
    label: name,
    kind: library ? libraryKind(library) : 'member',
    rank: rankOf(library),
    detail: () => (library ? libraryDetail(library, type) : ownDetail(found)),
    documentation: () => memberCard(at, found, () => placesOf(name)),
    insert: { as: 'verbatim', text: name },
    ...(library?.deprecated && { deprecated: true }),
    ...commitOf(found),
  };
}

/** The most used member of strings and lists is `length`, the only one that is not called. */
function rankOf(library: LibraryMember | undefined): number {
  if (library === undefined) return OWN;
  if (library.deprecated) return DEPRECATED;
  return library.signatures.length > 0 ? METHOD : PROPERTY;
}

function libraryKind({ signatures }: LibraryMember): CompletionKind {
  return signatures.length > 0 ? 'method' : 'property';
}

function libraryDetail({ signatures: [first, ...others] }: LibraryMember, type: ValueType): TextOrMessage {
  if (first === undefined) return typeText(type);
  return others.length === 0 ? first.text : msg`${first.text} (+${others.length})`;
}

function ownDetail({ type, optional }: FoundMember): TextOrMessage | undefined {
  const parts: TextOrMessage[] = [
    type.kind === 'unknown' ? [] : [typeText(type)],
    optional ? [msg('optional')] : [],
  ].flat();
  return parts.length > 0 ? joinMessages(parts, ' · ') : undefined;
}

function commitOf({ type, library }: FoundMember): { readonly commit?: readonly string[] } {
  return !library && type.kind === 'object' ? { commit: ['.'] } : {};
}

/** A method is inserted as a call, unless it is already called or named in quotes. */
function called(
  candidate: CompletionCandidate,
  { library }: FoundMember,
  at: LocatedExpression,
  path: CursorPath,
): CompletionCandidate {
  const { insert } = candidate;
  const isMethod = library !== undefined && library.signatures.length > 0;
  if (!isMethod || insert.as !== 'verbatim' || path.quote !== undefined || isCallee(at, path.replace.end))
    return candidate;
  const hasParameters = library.signatures.some(({ parameters }) => parameters.length > 0);
  const call = hasParameters ? 'arguments' : 'empty';
  return { ...candidate, insert: { ...insert, call }, showParameters: hasParameters };
}

/** Whether the expression that ends at an offset is called there. */
export function isCallee({ body }: LocatedExpression, end: number): boolean {
  return /^[ \t]*(?:\?\.[ \t]*)?\(/.test(body.slice(end));
}

/** The insertion of a name. After a dot, a name that is not an identifier replaces the dot by `["name"]`. */
function insertionOf(
  name: string,
  context: CompletionContext,
  at: LocatedExpression,
  { quote, replace, optional }: CursorPath,
): Pick<CompletionCandidate, 'insert' | 'filter'> | undefined {
  const write = (text: string, range: Range) => {
    return { as: 'verbatim', text, replace: clipToLine(at.toUnit(range), context) } as const;
  };
  if (quote !== undefined) return isQuotable(name) ? { insert: write(name, replace) } : undefined;
  if (isIdentifier(name)) return { insert: write(name, replace) };
  if (!fitsInBrackets(name, context)) return undefined;
  const mark = context.cursor.quote === 'double' ? "'" : '"';
  const text = `[${mark}${name}${mark}]`;
  if (optional) return { insert: write(text, replace) };
  const dot = replace.start - 1;
  if (at.body[dot] !== '.') return undefined;
  return { insert: write(text, { start: dot, end: replace.end }), filter: `.${name}` };
}

/** Whether a name can be quoted within the expression, given the quotes around the expression. */
function fitsInBrackets(name: string, { cursor }: CompletionContext): boolean {
  if (!isQuotable(name) || /[{}]/.test(name)) return false;
  return cursor.quote !== 'none' || (!cursor.flow && !/:(?:\s|$)|\s#/.test(name));
}

/** Names with quotes or backslashes would end the string. */
export function isQuotable(name: string): boolean {
  return !/["'`\\\p{Cc}]/u.test(name);
}

/** Limits a range to the line of the cursor; outside of written text, nothing is replaced. */
export function clipToLine({ start, end }: Range, { at }: CompletionContext): Range {
  const { offset, unit } = at;
  const fits = start <= offset && offset <= end && !/[\n\r]/.test(unit.text.slice(start, end));
  return fits ? { start, end } : { start: offset, end: offset };
}
