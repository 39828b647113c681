import type { OriginSite } from '../../inference/sites';
import { folderOf, shortName } from '../../project/paths';
import { describe } from '../../shapes/describe';
import type { LibraryMember } from '../../shapes/library';
import type { FoundMember } from '../../shapes/members';
import { lineNumbers } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { smallPrint } from '../describe';
import type { Located } from '../locate';
import { bullets, code, listed, paragraphs } from '../markdown';
import { memberUnder } from '../members';

/** Signatures may be longer than names. In characters. */
const MAX_SIGNATURE = 300;

/** What is to be said of the member under a cursor: of a value of the author's, or of what JavaScript brings along. */
export function memberHover(at: Located): { readonly range: Range; readonly markdown: Message } | undefined {
  const member = memberUnder(at);
  return member && { range: member.range, markdown: memberCard(at, member.found, member.places) };
}

/** A member as Markdown: what it is, what it does, where it is written. */
export function memberCard(
  at: Pick<Located, 'workspace' | 'project'>,
  found: FoundMember,
  placesOf: () => readonly OriginSite[],
): Message {
  const { name, shape, optional, library } = found;
  if (library) return libraryCard(library, describe(shape));
  const text = `${name}${optional ? '?' : ''}: ${describe(shape)}`;
  const places = uniquePlaces(at, placesOf());
  return paragraphs(
    msg`**member** ${code(text, MAX_SIGNATURE)}`,
    bullets(places.length > 0 ? msg`written: ${listed(places)}` : undefined),
  );
}

/** A built-in method, function or property as Markdown. `type` is that of a property. */
function libraryCard(library: LibraryMember, type: string): Message {
  const { name, owner, signatures, doc, deprecated, since } = library;
  const [first, ...others] = signatures;
  const kind = first === undefined ? msg('property') : owner === '' ? msg('function') : msg('method');
  const of = owner === '' ? '' : `${owner.replace(/Constructor$/, '')}.`;
  return paragraphs(
    msg`**${kind}** ${code(`${of}${name}${first ? first.text : `: ${type}`}`, MAX_SIGNATURE)}`,
    msg`${doc}`,
    bullets(
      others.length > 0
        ? msg`also: ${listed(
            others.map(({ text }) => code(text, MAX_SIGNATURE)),
            3,
          )}`
        : undefined,
      deprecated ? msg('deprecated') : undefined,
      since === undefined ? undefined : msg`of ECMAScript ${since}: the service may not have it`,
    ),
    smallPrint('JavaScript'),
  );
}

function uniquePlaces(at: Pick<Located, 'workspace' | 'project'>, places: readonly OriginSite[]): Message[] {
  const texts = new Set(places.map(({ address, start }) => placeText(at, address, start)));
  return [...texts].map((text) => code(text));
}

function placeText(
  { workspace, project }: Pick<Located, 'workspace' | 'project'>,
  address: string,
  start: number,
): string {
  const document = project.source(address)?.document;
  const text = document ? undefined : workspace.dataFile(address)?.text;
  const line = document ? document.positionAt(start).line : text === undefined ? 0 : lineNumbers(text)(start);
  return `${shortName(address, folderOf(project.root))}:${line + 1}`;
}
