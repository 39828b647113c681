import type { OriginSite } from '../../inference/origin-sites';
import { type Address, folderOf, shortName } from '../../project/files/paths';
import { lineNumbers } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { LibraryMember } from '../../types/library';
import type { FoundMember } from '../../types/member-lookup';
import { typeText } from '../../types/type-text';
import type { CursorLocation } from '../cursor-location';
import { sourceNote } from '../describe';
import { memberAtCursor } from '../expression-context';
import { bulletList, commaList, inlineCode, paragraphs } from '../markdown';

/** Signatures may be longer than names. In characters. */
const MAX_SIGNATURE = 300;

/** The hover of the member at a cursor: a property of the author's value, or a built-in one. */
export function memberHover(
  at: CursorLocation,
): { readonly range: Range; readonly markdown: Message } | undefined {
  const member = memberAtCursor(at);
  return member && { range: member.range, markdown: memberCard(at, member.found, member.places) };
}

/** A member as Markdown: its type, description and definition. */
export function memberCard(
  at: Pick<CursorLocation, 'workspace' | 'project'>,
  found: FoundMember,
  placesOf: () => readonly OriginSite[],
): Message {
  const { name, type, optional, library } = found;
  if (library) return libraryCard(library, typeText(type));
  const text = `${name}${optional ? '?' : ''}: ${typeText(type)}`;
  const places = uniquePlaces(at, placesOf());
  return paragraphs(
    msg`**property** ${inlineCode(text, MAX_SIGNATURE)}`,
    bulletList(places.length > 0 ? msg`defined in ${commaList(places)}` : undefined),
  );
}

/** A built-in method, function or property as Markdown. `type` is that of a property. */
function libraryCard(library: LibraryMember, type: string): Message {
  const { name, owner, signatures, doc, deprecated, since } = library;
  const [first, ...others] = signatures;
  const kind = first === undefined ? msg('property') : owner === '' ? msg('function') : msg('method');
  const of = owner === '' ? '' : `${owner.replace(/Constructor$/, '')}.`;
  return paragraphs(
    msg`**${kind}** ${inlineCode(`${of}${name}${first ? first.text : `: ${type}`}`, MAX_SIGNATURE)}`,
    msg`${doc}`,
    bulletList(
      others.length > 0
        ? msg`other types: ${commaList(
            others.map(({ text }) => inlineCode(text, MAX_SIGNATURE)),
            3,
          )}`
        : undefined,
      deprecated ? msg('deprecated') : undefined,
      since === undefined
        ? undefined
        : msg`added in ECMAScript ${since}, may not be available in the service`,
    ),
    sourceNote('JavaScript'),
  );
}

function uniquePlaces(
  at: Pick<CursorLocation, 'workspace' | 'project'>,
  places: readonly OriginSite[],
): Message[] {
  const texts = new Set(places.map(({ address, start }) => placeText(at, address, start)));
  return [...texts].map((text) => inlineCode(text));
}

function placeText(
  { workspace, project }: Pick<CursorLocation, 'workspace' | 'project'>,
  address: Address,
  start: number,
): string {
  const document = project.source(address)?.document;
  const text = document ? undefined : workspace.dataFile(address)?.text;
  const line = document ? document.positionAt(start).line : text === undefined ? 0 : lineNumbers(text)(start);
  return `${shortName(address, folderOf(project.root))}:${line + 1}`;
}
