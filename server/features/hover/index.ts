import type { ScenarioName } from '../../facts/scenario';
import type { Address } from '../../project/files/paths';
import { targetsOfName } from '../../project/names/scenario-names';
import type { Workspace } from '../../project/workspace';
import { type Message, msg } from '../../text/message';
import { extendRange, type Range, shiftRange } from '../../text/range';
import { anchorAtCursor, anchorCard } from '../anchors';
import { type CursorLocation, locateCursor } from '../cursor-location';
import { paragraphs } from '../markdown';
import { standaloneTargets } from '../standalone-state';
import type { Mention } from '../symbols/mentions';
import { mentionAtCursor, type ProjectSymbol, symbolAt, symbolRefOf } from '../symbols/symbol';
import { assignmentSummary, expressionCard } from './expression';
import { memberHover } from './member';
import { stateCard } from './state';
import { symbolCard } from './symbol';
import { wordCard } from './word';

/** The hover of a place, and its range in the document. */
export interface Hover {
  readonly range: Range;
  readonly markdown: Message;
}

/**
 * The hover at an offset of a document: for a name its symbol in the project, for any other word its meaning in the
 * format. Undefined for files of other formats, and if nothing is known.
 */
export function hoverAt(workspace: Workspace, address: Address, offset: number): Hover | undefined {
  const at = locateCursor(workspace, address, offset);
  if (at === undefined) return undefined;
  const anchor = anchorAtCursor(at);
  if (anchor) return { range: anchor.origin, markdown: anchorCard(at, anchor) };
  const mention = mentionAtCursor(at);
  const markdown = mention && nameCard(at, mention);
  if (mention && markdown)
    return { range: shiftRange(extendRange(mention.reach, at.offset), at.unitStart), markdown };
  const word = memberHover(at) ?? expressionCard(at) ?? wordCard(at);
  return (
    word && { range: shiftRange(extendRange(word.range, at.offset), at.unitStart), markdown: word.markdown }
  );
}

/**
 * The hover of a name from the index alone, without types of variables; undefined for everything else. For clients
 * that should not wait until the whole project is computed.
 */
export function hoverOfName(workspace: Workspace, address: Address, offset: number): Hover | undefined {
  const at = locateCursor(workspace, address, offset);
  const kind = at && symbolAt(at)?.symbol.kind;
  return kind !== undefined && OF_TABLE.has(kind) ? hoverAt(workspace, address, offset) : undefined;
}

const OF_TABLE: ReadonlySet<ProjectSymbol['kind']> = new Set(['state', 'id', 'event', 'file']);

function nameCard(at: CursorLocation, mention: Mention): Message | undefined {
  const ref = symbolRefOf(at.workspace, at.project, at, mention);
  const card = ref && symbolCard(at, ref);
  if (card) return paragraphs(card, assignmentSummary(at, mention));
  if (ref) return undefined;
  if (mention.what.kind === 'scenario') return ambiguousCard(at, mention, mention.what.named);
  const [candidate] = standaloneTargets(at, mention);
  return candidate && stateCard(candidate.project, candidate.entry.path);
}

/** Limit of cards for an ambiguous name. */
const MAX_CARDS = 3;

/** The cards of all symbols that an ambiguous name in a scenario may refer to. */
function ambiguousCard(at: CursorLocation, mention: Mention, named: ScenarioName): Message | undefined {
  const targets = targetsOfName(at.project, named);
  const entry = at.project.entryOf(at.source.address, at.unit, mention.scope);
  const cards = targets
    .slice(0, MAX_CARDS)
    .flatMap((symbol) => symbolCard(at, { symbol, mention, entry }) ?? []);
  const more = targets.length - MAX_CARDS;
  return cards.length === 0 ? undefined : paragraphs(...cards, more > 0 ? msg`and ${more} more` : undefined);
}
