import { keysOf } from '../../facts/place';
import type { Address } from '../../project/paths';
import type { Workspace } from '../../project/workspace';
import type { PlacedFinding } from '../../rules/placed-finding';
import { append } from '../../text/append';
import { lineStart, matchedText } from '../../text/lines';
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

interface CompletionOptions {
  /** Whether to include JavaScript's built-in names and members; an author may not want them. */
  readonly builtins?: boolean;
  /** The character that triggered the list; undefined if it was invoked manually or by typing a word. */
  readonly trigger?: string | undefined;
  /** The findings of the file, including suppressed ones: codes that a comment may name. */
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
 * The completions at an offset of a document, in incomplete text as well. Never throws. Empty for files of other
 * formats, and where the format does not restrict the text.
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
    const candidates = expressionCandidates(place, expression);
    return listOf(builtins ? candidates : candidates.filter(({ kind }) => !LANGUAGE_KINDS.has(kind)), place);
  }
  // A brace starts an expression. In JSON, Enter follows a brace and would accept the first item.
  if (trigger === '{' && place.layout.notation === 'json') return NOTHING;
  if (place.spot.tag !== undefined) {
    const { candidates, waiting } = pathCandidates(place);
    const list = listOf(candidates, place);
    return { ...list, incomplete: list.incomplete || waiting };
  }
  return listOf(offersAt(place), place);
}

/**
 * Ids after a `#` in place of a target, which YAML reads as a comment: accepting one also adds quotes. Undefined
 * elsewhere, and if no id matches the typed text.
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
  const end = start + typed.length + matchedText(at.unit.text.slice(start + typed.length), /^[\w.-]*/).length;
  const spot = { ...found.spot, prefix: typed, replace: { start, end }, needsBlank: false };
  const place: CompletionContext = { ...found, spot, at: { ...at, spot, offset: start + typed.length } };
  const { items, incomplete } = listOf(valueCandidates(place), place);
  const ids = items.filter(({ label }) => label.startsWith(typed));
  return ids.length > 0 ? { items: ids, incomplete } : undefined;
}

/** The text of the line before an offset of a document. */
function lineUpTo(document: Document, offset: number): string {
  const index = document.unitIndexAt(offset);
  const { text = '' } = document.units[index] ?? {};
  const at = offset - document.startAt(index);
  return text.slice(lineStart(text, at), at);
}

function offersAt(place: CompletionContext): readonly CompletionCandidate[] {
  const { spot } = place;
  // No names after braces that are not evaluated, or within a sentence.
  if (spot.prefix.includes('{{') || (spot.quote === 'none' && /\s/.test(spot.prefix))) return [];
  if (spot.prefix.startsWith('!')) return tagCandidates(place);
  switch (spot.role) {
    case 'key':
      return [...keyCandidates(place), ...listItemCandidates(place)];
    case 'item':
      return listItemCandidates(place);
    case 'value':
      return spot.partial
        ? []
        : [...valueCandidates(place), ...collectionCandidates(place), ...tagCandidates(place)];
    case 'either':
      if (spot.partial) return keyCandidates(place);
      return [
        ...scaffoldCandidates(place),
        ...keyCandidates(place),
        ...valueCandidates(place),
        ...listItemCandidates(place),
        ...tagCandidates(place),
      ];
  }
}

/** Names of fields, or names that authors define, depending on what the map at the cursor can be. */
function keyCandidates(place: CompletionContext): CompletionCandidate[] {
  const candidates = fieldCandidates(place);
  for (const type of possibleTypes(place.step, place.spot.map, place.spot.pair))
    append(candidates, namesFor(keysOf(type), place));
  return candidates;
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

/** The items as the client receives them: each label once, by rank and then in the order of the candidates. */
function listOf(candidates: readonly CompletionCandidate[], place: CompletionContext): CompletionList {
  const labels = new Set<string>();
  const unique = candidates.filter(({ label }) => !labels.has(label) && labels.add(label));
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
  const { insert, snippet, replace, leadingText, canKeepTail } = insertionEdit(offer.insert, {
    text: at.unit.text,
    spot,
    layout,
  });
  const detail = typeof offer.detail === 'function' ? offer.detail() : offer.detail;
  const filter = leadingText.trim() === '' ? offer.filter : leadingText + (offer.filter ?? offer.label);
  // Optional members are assigned one by one: object spreads would take most of the time.
  const item: { -readonly [Name in keyof CompletionItem]: CompletionItem[Name] } = {
    label: offer.label,
    kind: offer.kind,
    insert,
    snippet,
    replace: shiftRange(replace, at.unitStart),
    canKeepTail: canKeepTail,
    // A fixed number of digits, so that strings sort like numbers.
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
