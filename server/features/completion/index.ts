import { keysOf } from '../../facts/place';
import type { Address } from '../../project/paths';
import type { Workspace } from '../../project/workspace';
import type { PlacedFinding } from '../../rules/placed-finding';
import { append } from '../../text/append';
import { lineStart } from '../../text/lines';
import { shiftRange } from '../../text/range';
import type { Document } from '../../yaml/document';
import { expressionAtLocation, locateCursor } from '../cursor-location';
import { commentItems } from './comments';
import { type CompletionContext, completionContextAt, possibleTypes } from './completion-context';
import { handlerCandidates, payloadCandidates } from './events';
import { expressionCandidates } from './expressions';
import { fieldCandidates } from './fields';
import { insertionEdit } from './insertion';
import type { CompletionCandidate, CompletionItem, CompletionKind, CompletionList } from './item';
import { collectionCandidates, listItemCandidates } from './lists';
import {
  contextCandidates,
  inputCandidates,
  outputCandidates,
  stateCandidates,
  targetInputCandidates,
} from './names';
import { pathCandidates, tagCandidates } from './paths';
import { selectCandidates } from './prefilter';
import { scaffoldCandidates } from './scaffolds';
import {
  contextValueCandidates,
  formValueCandidates,
  payloadValueCandidates,
  taskResultCandidates,
  taskRunCandidates,
} from './scenarios';
import { stateTemplates } from './state-templates';
import { valueCandidates } from './values';

export type { CompletionItem, CompletionKind, CompletionList } from './item';

export interface CompletionOptions {
  /** Names and members that JavaScript brings along, which an author may not want to be offered. */
  readonly builtins?: boolean;
  /** The character that triggered the list; undefined if the user invoked it, or types a word. */
  readonly trigger?: string | undefined;
  /** What is found in the file, whether switched off or not: codes that a comment may name. */
  readonly findings?: () => readonly PlacedFinding[];
}

const LANGUAGE_KINDS: ReadonlySet<CompletionKind> = new Set<CompletionKind>([
  'function',
  'method',
  'property',
  'class',
  'constant',
  'keyword',
]);

const NOTHING: CompletionList = { items: [], incomplete: false };

/**
 * What may be written at an offset of a document, in whatever half-typed text. Never throws; gives nothing for
 * files that are none of ours, and where the format leaves the author alone.
 */
export function completeAt(
  workspace: Workspace,
  address: Address,
  offset: number,
  { builtins = true, trigger, findings = () => [] }: CompletionOptions = {},
): CompletionList {
  const ids = unquotedIds(workspace, address, offset);
  if (ids !== undefined) return ids;
  const comment = commentItems(workspace, address, offset, findings);
  if (comment !== undefined) return { items: comment, incomplete: false };
  const at = locateCursor(workspace, address, offset);
  const place = at && completionContextAt(at);
  if (at === undefined || place === undefined) return NOTHING;
  const expression = expressionAtLocation(at);
  if (expression) {
    const offers = expressionCandidates(place, expression);
    return listOf(builtins ? offers : offers.filter(({ kind }) => !LANGUAGE_KINDS.has(kind)), place);
  }
  // A brace opens an expression. After one that opens a map in JSON comes Enter, which would take the first item.
  if (trigger === '{' && place.layout.notation === 'json') return NOTHING;
  if (place.spot.tag !== undefined) {
    const { offers, waiting } = pathCandidates(place);
    const list = listOf(offers, place);
    return { ...list, incomplete: list.incomplete || waiting };
  }
  return listOf(offersAt(place), place);
}

/**
 * Ids after a `#` in the place of a target, which YAML reads as a comment: an item brings the quotes along. Undefined
 * elsewhere, and where no id goes on as it is typed.
 */
function unquotedIds(workspace: Workspace, address: Address, offset: number): CompletionList | undefined {
  const document = workspace.document(address);
  const line = document && lineUpTo(document, offset);
  const typed = line === undefined ? undefined : /(?:^|[:-])[ \t]+(#[\w.-]*)$/.exec(line)?.[1];
  if (document === undefined || typed === undefined) return undefined;
  const at = locateCursor(workspace, address, offset - typed.length);
  const found = at && completionContextAt(at);
  if (at === undefined || found?.spot.role !== 'value' || found.spot.quote !== 'none') return undefined;
  const { start } = found.spot.replace;
  if (start !== at.offset) return undefined;
  const end =
    start + typed.length + (/^[\w.-]*/.exec(at.unit.text.slice(start + typed.length))?.[0].length ?? 0);
  const spot = { ...found.spot, prefix: typed, replace: { start, end }, needsBlank: false };
  const place: CompletionContext = { ...found, spot, at: { ...at, spot, offset: start + typed.length } };
  const { items, incomplete } = listOf(valueCandidates(place), place);
  const ids = items.filter(({ label }) => label.startsWith(typed));
  return ids.length > 0 ? { items: ids, incomplete } : undefined;
}

/** The text of the line before an offset of a document. */
function lineUpTo(document: Document, offset: number): string {
  const index = document.unitIndexAt(offset);
  const text = document.units[index]?.text ?? '';
  const at = offset - document.startAt(index);
  return text.slice(lineStart(text, at), at);
}

function offersAt(place: CompletionContext): readonly CompletionCandidate[] {
  const { spot } = place;
  // After braces that are not evaluated, or in the middle of a sentence, no name is due.
  if (spot.prefix.includes('{{') || (spot.quote === 'none' && /\s/.test(spot.prefix))) return [];
  if (spot.prefix.startsWith('!')) return tagCandidates(place);
  switch (spot.role) {
    case 'key':
      return [...keyOffers(place), ...listItemCandidates(place)];
    case 'item':
      return listItemCandidates(place);
    case 'value':
      return spot.partial
        ? []
        : [...valueCandidates(place), ...collectionCandidates(place), ...tagCandidates(place)];
    case 'either':
      if (spot.partial) return keyOffers(place);
      return [
        ...scaffoldCandidates(place),
        ...keyOffers(place),
        ...valueCandidates(place),
        ...listItemCandidates(place),
        ...tagCandidates(place),
      ];
  }
}

/** Names of fields, or names of the author's own, by what the map at the cursor may be. */
function keyOffers(place: CompletionContext): CompletionCandidate[] {
  const offers = fieldCandidates(place);
  for (const type of possibleTypes(place.step, place.spot.map, place.spot.pair))
    append(offers, namesFor(keysOf(type), place));
  return offers;
}

function namesFor(role: ReturnType<typeof keysOf>, place: CompletionContext): CompletionCandidate[] {
  switch (role) {
    case 'event':
      return handlerCandidates(place);
    case 'payload':
      return payloadCandidates(place);
    case 'context':
      return contextCandidates(place);
    case 'output':
      return outputCandidates(place);
    case 'input':
      return inputCandidates(place);
    case 'target-input':
      return targetInputCandidates(place);
    case 'context-value':
      return contextValueCandidates(place);
    case 'payload-value':
      return payloadValueCandidates(place);
    case 'form-value':
      return formValueCandidates(place);
    case 'task-result':
      return taskResultCandidates(place);
    case 'task-run':
      return taskRunCandidates(place);
    case 'state':
      return [...stateCandidates(place), ...stateTemplates(place)];
    default:
      return [];
  }
}

/** The items as the client gets them: each label once, in the order of ranks and then of the offers. */
function listOf(offers: readonly CompletionCandidate[], place: CompletionContext): CompletionList {
  const labels = new Set<string>();
  const unique = offers.filter(({ label }) => !labels.has(label) && labels.add(label));
  const { shown, isCut } = selectCandidates(
    unique.toSorted((a, b) => a.rank - b.rank),
    place,
  );
  return { items: shown.map((offer, index) => itemOf(offer, index, place)), incomplete: isCut };
}

function itemOf(
  offer: CompletionCandidate,
  index: number,
  { at, spot, layout }: CompletionContext,
): CompletionItem {
  const { insert, snippet, replace, lead, keepsTail } = insertionEdit(offer.insert, {
    text: at.unit.text,
    spot,
    layout,
  });
  const detail = typeof offer.detail === 'function' ? offer.detail() : offer.detail;
  const filter = lead.trim() === '' ? offer.filter : lead + (offer.filter ?? offer.label);
  // Optional members are set one by one: spreading them would take most of the time of a list.
  const item: { -readonly [Name in keyof CompletionItem]: CompletionItem[Name] } = {
    label: offer.label,
    kind: offer.kind,
    insert,
    snippet,
    replace: shiftRange(replace, at.unitStart),
    keepsTail,
    // Always as many digits, so that texts compare as numbers do.
    sort: String(index).padStart(4, '0'),
  };
  if (detail !== undefined) item.detail = detail;
  if (offer.documentation) item.documentation = offer.documentation;
  if (filter !== undefined) item.filter = filter;
  if (offer.deprecated) item.deprecated = true;
  if (offer.preselect) item.preselect = true;
  if (offer.retrigger) item.retrigger = true;
  if (offer.showParameters) item.showParameters = true;
  if (offer.commit) item.commit = offer.commit;
  return item;
}
