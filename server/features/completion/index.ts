import { keysOf } from '../../facts/place';
import type { Address } from '../../project/files/paths';
import type { Workspace } from '../../project/workspace';
import type { PlacedFinding } from '../../rules/placed-finding';
import { append } from '../../text/append';
import { lineStart, matchedText } from '../../text/lines';
import { shiftRange } from '../../text/range';
import type { Document } from '../../yaml/cut/document';
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
import { ruleCodeCandidates } from './rule-codes';
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
  const context = at && completionContextAt(at);
  if (at === undefined || context === undefined) return NOTHING;
  const expression = expressionAtLocation(at);
  if (expression) {
    const candidates = expressionCandidates(context, expression);
    return listOf(
      builtins ? candidates : candidates.filter(({ kind }) => !LANGUAGE_KINDS.has(kind)),
      context,
    );
  }
  if (trigger !== undefined && context.layout.notation === 'json') {
    // Editors select the first item in JSON, which the next Enter would accept instead of breaking the line.
    const { text } = at.unit;
    const start = lineStart(text, at.offset);
    if (trigger === '{' || text.slice(start, at.offset).trim() === '') return NOTHING;
  }
  if (context.cursor.tag !== undefined) {
    const { candidates, waiting } = pathCandidates(context);
    const list = listOf(candidates, context);
    return { ...list, incomplete: list.incomplete || waiting };
  }
  return listOf(candidatesAt(context), context);
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
  if (at === undefined || found?.cursor.role !== 'value' || found.cursor.quote !== 'none') return undefined;
  const { start } = found.cursor.replace;
  if (start !== at.offset) return undefined;
  const end = start + typed.length + matchedText(at.unit.text.slice(start + typed.length), /^[\w.-]*/).length;
  const cursor = { ...found.cursor, prefix: typed, replace: { start, end }, needsBlank: false };
  const context: CompletionContext = {
    ...found,
    cursor,
    at: { ...at, cursor, offset: start + typed.length },
  };
  const { items, incomplete } = listOf(valueCandidates(context), context);
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

function candidatesAt(context: CompletionContext): readonly CompletionCandidate[] {
  const { cursor } = context;
  // No names after braces that are not evaluated, or within a sentence.
  if (cursor.prefix.includes('{{') || (cursor.quote === 'none' && /\s/.test(cursor.prefix))) return [];
  if (cursor.prefix.startsWith('!')) return tagCandidates(context);
  switch (cursor.role) {
    case 'key':
      return [...keyCandidates(context), ...listItemCandidates(context)];
    case 'item':
      return listItemCandidates(context);
    case 'value':
      return cursor.partial
        ? []
        : [...valueCandidates(context), ...collectionCandidates(context), ...tagCandidates(context)];
    case 'either':
      if (cursor.partial) return keyCandidates(context);
      return [
        ...scaffoldCandidates(context),
        ...keyCandidates(context),
        ...valueCandidates(context),
        ...listItemCandidates(context),
        ...tagCandidates(context),
      ];
  }
}

/** Names of fields, or names that authors define, depending on what the map at the cursor can be. */
function keyCandidates(context: CompletionContext): CompletionCandidate[] {
  const candidates = fieldCandidates(context);
  for (const type of possibleTypes(context.step, context.cursor.map, context.cursor.pair))
    append(candidates, namesFor(keysOf(type), context));
  return candidates;
}

function namesFor(role: ReturnType<typeof keysOf>, context: CompletionContext): CompletionCandidate[] {
  switch (role) {
    case 'event':
      return handlerCandidates(context);
    case 'payload':
      return payloadCandidates(context);
    case 'context':
      return contextCandidates(context);
    case 'output':
      return outputCandidates(context);
    case 'input':
      return inputCandidates(context);
    case 'target-input':
      return targetInputCandidates(context);
    case 'context-value':
      return contextValueCandidates(context);
    case 'payload-value':
      return payloadValueCandidates(context);
    case 'form-value':
      return formValueCandidates(context);
    case 'task-result':
      return taskResultCandidates(context);
    case 'task-run':
      return taskRunCandidates(context);
    case 'rule':
      return ruleCodeCandidates(context);
    case 'state':
      return [...stateCandidates(context), ...stateTemplates(context)];
    default:
      return [];
  }
}

/** The items as the client receives them: each label once, by rank and then in the order of the candidates. */
function listOf(candidates: readonly CompletionCandidate[], context: CompletionContext): CompletionList {
  const labels = new Set<string>();
  const unique = candidates.filter(({ label }) => !labels.has(label) && labels.add(label));
  const { shown, isCut } = selectCandidates(
    unique.toSorted((a, b) => a.rank - b.rank),
    context,
  );
  return { items: shown.map((candidate, index) => itemOf(candidate, index, context)), incomplete: isCut };
}

/** Whether an item inserts more than the name that it shows. */
function isSkeleton({ insert }: CompletionCandidate): boolean {
  return insert.as === 'nested' || insert.as === 'entries' || (insert.as === 'text' && !!insert.after);
}

/**
 * The text by which an editor finds a skeleton: its first word without the last letter. After a complete word, Enter
 * breaks the line; that word may also be a name of the author. Inside quotes, Enter can only accept an item.
 */
function skeletonFilter({ label }: CompletionCandidate, typed: string): string {
  // Only labels contain hyphens, no names.
  if (typed.includes('-')) return label;
  const word = matchedText(label, /[\p{L}\p{N}]+/u);
  return label[word.length] === '-' ? word : word.slice(0, -1);
}

function itemOf(
  candidate: CompletionCandidate,
  index: number,
  { at, cursor, layout }: CompletionContext,
): CompletionItem {
  const { insert, snippet, replace, leadingText, canKeepTail } = insertionEdit(candidate.insert, {
    text: at.unit.text,
    cursor,
    layout,
  });
  const detail = typeof candidate.detail === 'function' ? candidate.detail() : candidate.detail;
  const own =
    isSkeleton(candidate) && cursor.quote === 'none'
      ? skeletonFilter(candidate, cursor.prefix)
      : candidate.filter;
  const filter = leadingText.trim() === '' ? own : leadingText + (own ?? candidate.label);
  // Optional members are assigned one by one: object spreads would take most of the time.
  const item: { -readonly [Name in keyof CompletionItem]: CompletionItem[Name] } = {
    label: candidate.label,
    kind: candidate.kind,
    insert,
    snippet,
    replace: shiftRange(replace, at.unitStart),
    canKeepTail: canKeepTail,
    // A fixed number of digits, so that strings sort like numbers.
    sort: String(index).padStart(4, '0'),
  };
  if (detail !== undefined) item.detail = detail;
  if (candidate.documentation) item.documentation = candidate.documentation;
  if (filter !== undefined) item.filter = filter;
  if (candidate.deprecated) item.deprecated = true;
  if (candidate.preselect) item.preselect = true;
  // In JSON, an author may want a new line between new braces, where Enter would accept the first item.
  if (candidate.retrigger && !(layout.notation === 'json' && /\{\$0\\\}/.test(insert))) item.retrigger = true;
  if (candidate.showParameters) item.showParameters = true;
  if (candidate.commit) item.commit = candidate.commit;
  return item;
}
