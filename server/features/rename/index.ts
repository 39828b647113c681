import { type Address, lastSegmentOf } from '../../project/files/paths';
import { unitFacts } from '../../project/files/source';
import { hasHiddenStates } from '../../project/names/resolve';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { freeName } from '../../text/free-name';
import { addToGroup } from '../../text/group-by';
import { type Message, msg } from '../../text/message';
import { type Range, shiftRange } from '../../text/range';
import type { Document } from '../../yaml/cut/document';
import { hasAliases } from '../../yaml/cut/unit';
import { locateCursor } from '../cursor-location';
import {
  type LinkedSymbols,
  linkedSymbolsOf,
  meaningsOf,
  type SymbolInProject,
} from '../symbols/linked-symbols';
import { type Mention, mentionsInScopes } from '../symbols/mentions';
import { findOccurrences } from '../symbols/occurrences';
import { mentionAtCursor, mentionAtOrQuote } from '../symbols/symbol';
import { nameEdit } from './edits';
import {
  firstChangeOfMeaning,
  firstOtherMeaning,
  firstUncertainMention,
  type RenameConflict,
  Renaming,
} from './meaning';
import { nameConflict, newNameProblem, whyNotRenamable } from './names';
import { isCertainlySafe } from './safety';

interface Refused {
  readonly kind: 'refused';
  /** The reason and the remedy, in one or two sentences. */
  readonly reason: Message;
}

/** A name that can be changed. */
interface Renamable {
  readonly kind: 'ready';
  /** The name at the cursor, as a range of the document. */
  readonly range: Range;
  readonly placeholder: string;
}

export interface RenameResult {
  readonly kind: 'edits';
  /** By file, in the order of the text, without overlaps; ranges are those of the document. */
  readonly changes: ReadonlyMap<Address, readonly TextEdit[]>;
}

interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/** Whether the name at an offset of a document can be renamed, or why not. */
export function prepareRename(workspace: Workspace, address: Address, offset: number): Renamable | Refused {
  const found = find(workspace, address, offset);
  if (found.kind === 'refused') return found;
  const { mention, unitStart } = found;
  const range = shiftRange(mention, unitStart);
  return { kind: 'ready', range, placeholder: mention.name };
}

/**
 * The edits that rename the symbol at an offset of a document in all files of all projects that know it, so that
 * every name keeps its meaning. If that is not certain, the reason.
 */
export function renameSymbol(
  workspace: Workspace,
  address: Address,
  offset: number,
  newName: string,
): RenameResult | Refused {
  const found = find(workspace, address, offset);
  if (found.kind === 'refused') return found;
  const { linked, mention } = found;
  if (newName === mention.name) return { kind: 'edits', changes: new Map() };
  for (const one of linked.members) {
    const reason = newNameProblem(one.symbol, newName, linked.uses) ?? nameConflict(workspace, one, newName);
    if (reason) return refused(reason);
  }
  const { changes, conflict } = changesOf(workspace, linked, [mention.name, newName]);
  return conflict
    ? refused(
        msg`Cannot rename: with this name, \`${conflict.name}\` in ${placeOf(conflict)} would refer to something else.`,
      )
    : { kind: 'edits', changes };
}

interface Found {
  readonly kind: 'found';
  readonly mention: Mention;
  readonly unitStart: number;
  readonly linked: LinkedSymbols;
}

function find(workspace: Workspace, address: Address, offset: number): Found | Refused {
  const at = locateCursor(workspace, address, offset);
  if (at === undefined) return refused(msg('This file is not part of an automata.'));
  const mention = mentionAtOrQuote(unitFacts(at.source, at.unit), at.unit.text, at.offset);
  if (mention === undefined) {
    const isBroken = mentionAtCursor(at) !== undefined;
    return refused(
      isBroken
        ? msg('Cannot rename: this expression has a syntax error.')
        : msg('There is no name to rename here.'),
    );
  }
  // Of a place that an alias or a merge key repeats, one meaning is enough: if there are others, the rename is refused.
  const symbols = mentionsInScopes(mention)
    .map((one) => meaningsOf(at, one))
    .find(({ length }) => length > 0);
  if (symbols === undefined) return refused(msg`Cannot rename: \`${mention.name}\` cannot be resolved.`);
  const linked = linkedSymbolsOf(workspace, symbols);
  const reason = whyNot(workspace, linked, mention.name);
  return reason ? refused(reason) : { kind: 'found', mention, unitStart: at.unitStart, linked };
}

/** Why a symbol cannot be renamed. */
function whyNot(workspace: Workspace, linked: LinkedSymbols, word: string): Message | undefined {
  const { members } = linked;
  for (const one of members) {
    const reason = whyNotRenamable(one) ?? unknownParts(one);
    if (reason) return reason;
    const doubt = firstUncertainMention(workspace, one, word);
    if (doubt)
      return msg`Cannot rename: it is not certain whether \`${word}\` in ${placeOf(doubt)} is the same name.`;
  }
  const other = firstOtherMeaning(workspace, linked);
  return other
    ? msg`Cannot rename: an alias or a merge key repeats \`${word}\` in ${placeOf(other)} where it refers to something else.`
    : conflictOfAnyName(workspace, linked, word);
}

/**
 * Why a symbol cannot have any other name: its key overrides a merged one, or is overridden, so the other key would
 * appear. That is found with a name that is not used yet.
 */
function conflictOfAnyName(workspace: Workspace, linked: LinkedSymbols, word: string): Message | undefined {
  if (!linked.uses.some(({ unit }) => hasAliases(unit))) return undefined;
  const isUsed = (name: string) =>
    linked.members.some(({ project }) => findOccurrences(workspace, project, name).occurrences.length > 0);
  const name = freeName('unused_name', isUsed);
  const { conflict } = changesOf(workspace, linked, [word, name]);
  if (conflict === undefined) return undefined;
  const shown = conflict.name === name ? word : conflict.name;
  return msg`Cannot rename: because of an alias or a merge key, \`${shown}\` in ${placeOf(conflict)} would refer to something else.`;
}

/** Unknown parts of the project that may use the symbol. */
function unknownParts({ project, symbol }: SymbolInProject): Message | undefined {
  if (project.isAutomata)
    return hasHiddenStates(project)
      ? msg('Cannot rename: some states of this automata cannot be read and may use the name.')
      : undefined;
  const isElsewhere =
    symbol.kind === 'context' || ((symbol.kind === 'event' || symbol.kind === 'payload') && !symbol.handled);
  return isElsewhere
    ? msg('Cannot rename: the automata of this file was not found and may use the name.')
    : undefined;
}

/** The edits of a rename by file, and the first name that would lose its meaning. */
function changesOf(
  workspace: Workspace,
  linked: LinkedSymbols,
  names: readonly [old: string, name: string],
): { readonly changes: Map<Address, TextEdit[]>; readonly conflict: RenameConflict | undefined } {
  const edits = linked.uses.map((use) => ({ use, edit: nameEdit(use, names[1]) }));
  const changes = new Map<Address, TextEdit[]>();
  for (const { use, edit } of edits) {
    const { address, document } = use.source;
    const range = shiftRange(edit.range, document.startOf(use.unit));
    addToGroup(changes, address, { range, text: edit.text });
  }
  const projects = new Set([...changes.keys()].flatMap((one) => workspace.projectsOf(one)));
  const isSafe = isCertainlySafe(workspace, projects, edits, names);
  const conflict = isSafe ? undefined : changeOfMeaning(workspace, projects, linked, changes, names);
  return { changes, conflict };
}

function changeOfMeaning(
  workspace: Workspace,
  projects: ReadonlySet<Project>,
  { members }: LinkedSymbols,
  changes: ReadonlyMap<Address, readonly TextEdit[]>,
  [old, name]: readonly [string, string],
): RenameConflict | undefined {
  const documents = new Map<Address, Document>();
  for (const [address, edits] of changes) {
    const document = workspace.document(address);
    if (document) documents.set(address, applied(document, edits));
  }
  for (const project of projects) {
    const symbols = members.filter((one) => one.project === project).map((one) => one.symbol);
    const changed = firstChangeOfMeaning(workspace, project, documents, new Renaming(symbols, old, name));
    if (changed) return changed;
  }
  return undefined;
}

/** Each edit cuts the surrounding text again, so larger numbers of edits are combined into one. */
const MAX_SEPARATE_EDITS = 20;

function applied(document: Document, edits: readonly TextEdit[]): Document {
  const last = edits.at(-1);
  const [first] = edits;
  if (first === undefined || last === undefined) return document;
  if (edits.length <= MAX_SEPARATE_EDITS) {
    return edits.reduceRight(
      (text, { range, text: added }) => text.edit(range.start, range.end, added),
      document,
    );
  }
  const { text } = document;
  const pieces = edits.map(({ range, text: added }, index) => {
    return added + text.slice(range.end, edits[index + 1]?.range.start ?? range.end);
  });
  return document.edit(first.range.start, last.range.end, pieces.join(''));
}

function placeOf({ address, document, offset }: RenameConflict): Message {
  return msg`${lastSegmentOf(address)}, line ${document.positionAt(offset).line + 1}`;
}

function refused(reason: Message): Refused {
  return { kind: 'refused', reason };
}
