import { engine } from '../../engine/engine';
import type { UnitFacts } from '../../facts/facts';
import { factsOf, writtenFactsOf } from '../../facts/unit-facts';
import type { Catalog } from '../../format/catalog';
import type { DocumentKind } from '../../format/document-kind';
import type { Address } from '../../project/files/paths';
import { type Source, unitFacts } from '../../project/files/source';
import { resolveEvent, resolveInitial, resolveTarget } from '../../project/names/resolve';
import { mayInherit } from '../../project/names/scope';
import { type ScopePath, toScopePath } from '../../project/names/scope-path';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import type { Range } from '../../text/range';
import type { Document } from '../../yaml/cut/document';
import { hasAliases, type Unit } from '../../yaml/cut/unit';
import { type LinkedSymbols, mayMean, type SymbolInProject } from '../symbols/linked-symbols';
import { allMentionsOf, type Mention, mentionedWords } from '../symbols/mentions';
import {
  findOccurrences,
  type Occurrence,
  sourcesInOrder,
  type UnitOccurrences,
} from '../symbols/occurrences';
import { type ProjectSymbol, symbolKey, symbolRefOf } from '../symbols/symbol';

/** Whether all names keep their meaning after a rename, and whether all of them are known. */

/** A place that prevents a rename. Offsets are those of its document. */
export interface RenameConflict {
  readonly address: Address;
  readonly document: Document;
  readonly offset: number;
  readonly name: string;
}

/** The symbols of a project after some of them are renamed. */
export class Renaming {
  private readonly keys: ReadonlySet<string>;

  constructor(
    symbols: readonly ProjectSymbol[],
    private readonly old: string,
    private readonly name: string,
  ) {
    this.keys = new Set(symbols.map(symbolKey));
  }

  readonly path = (path: ScopePath): ScopePath =>
    toScopePath(
      path.map((word, index) =>
        this.has({ kind: 'state', path: path.slice(0, index + 1) }) ? this.name : word,
      ),
    );

  /** Whether a unit contains the old or the new name. */
  concerns(facts: UnitFacts): boolean {
    const words = mentionedWords(facts);
    return words.has(this.name) || words.has(this.old);
  }

  /** The key of a symbol after the rename. */
  key(symbol: ProjectSymbol): string {
    const isRenamed = this.has(symbol);
    switch (symbol.kind) {
      case 'state':
        return symbolKey({ kind: 'state', path: this.path(symbol.path) });
      case 'id':
        return symbolKey({ ...symbol, name: isRenamed ? this.name : symbol.name });
      case 'file':
      case 'builtin':
        return symbolKey(symbol);
      case 'context': {
        const path = symbol.path && this.path(symbol.path);
        return symbolKey({ ...symbol, path, name: isRenamed ? this.name : symbol.name });
      }
      case 'payload': {
        const { path, handled } = symbol;
        const isOfRenamed = this.has({ kind: 'event', name: symbol.event, path, handled });
        return symbolKey({
          ...symbol,
          path: this.path(path),
          event: isOfRenamed ? this.name : symbol.event,
          name: isRenamed ? this.name : symbol.name,
        });
      }
      default:
        return symbolKey({
          ...symbol,
          path: this.path(symbol.path),
          name: isRenamed ? this.name : symbol.name,
        });
    }
  }

  private has(symbol: ProjectSymbol): boolean {
    return this.keys.has(symbolKey(symbol));
  }
}

/** The first name whose meaning would change in a project if some of its files had other texts. */
export function firstChangeOfMeaning(
  workspace: Workspace,
  project: Project,
  documents: ReadonlyMap<Address, Document>,
  renaming: Renaming,
): RenameConflict | undefined {
  const later = project.withTexts(documents, renaming.path);
  for (const source of sourcesInOrder(project)) {
    const now = later.source(source.address);
    if (now === undefined) continue;
    const { address, document } = now;
    for (const [index, old] of source.document.units.entries()) {
      const unit = document.units[index];
      const offset = document.startAt(index);
      if (unit === undefined || source.document.units.length !== document.units.length)
        return { address, document, offset, name: '' };
      const before = { workspace, project, source, unit: old };
      const after = { workspace, project: later, source: now, unit };
      const changed = firstChange(before, after, renaming);
      if (changed) return { address, document, offset: offset + changed.start, name: changed.name };
      const lost = firstLostMention(before, after);
      if (lost) {
        const start = source.document.startAt(index) + lost.start;
        return { address, document: source.document, offset: start, name: lost.name };
      }
    }
  }
  return undefined;
}

interface Side {
  readonly workspace: Workspace;
  readonly project: Project;
  readonly source: Source;
  readonly unit: Unit;
}

function firstChange(before: Side, after: Side, renaming: Renaming): Mention | undefined {
  const facts = unitFacts(after.source, after.unit);
  // Unchanged text can only change its meaning if it contains the old or the new name.
  if (before.unit === after.unit && !renaming.concerns(facts)) return undefined;
  const old = allMentionsOf(unitFacts(before.source, before.unit));
  const now = allMentionsOf(facts);
  for (const [index, mention] of now.entries()) {
    const was = old[index];
    const symbol = symbolIn(after, mention);
    const wasSymbol = was && symbolIn(before, was);
    const isSame =
      was?.what.kind === mention.what.kind &&
      (symbol && symbolKey(symbol)) === (wasSymbol && renaming.key(wasSymbol));
    if (!isSame) return mention;
  }
  return undefined;
}

/** A name that is no longer one, as a nearer definition has the new name. */
function firstLostMention(before: Side, after: Side): Mention | undefined {
  const now = allMentionsOf(unitFacts(after.source, after.unit));
  return allMentionsOf(unitFacts(before.source, before.unit))[now.length];
}

function symbolIn({ workspace, project, source, unit }: Side, mention: Mention): ProjectSymbol | undefined {
  return symbolRefOf(workspace, project, { source, unit }, mention)?.symbol;
}

/** A use of renamed symbols that is repeated in a scope where it refers to another symbol. */
export function firstOtherMeaning(
  workspace: Workspace,
  { members, uses }: LinkedSymbols,
): RenameConflict | undefined {
  const keyOf = ({ project, symbol }: SymbolInProject) => `${project.root}\n${symbolKey(symbol)}`;
  const renamed = new Set(members.map(keyOf));
  for (const { source, unit, mention } of uses) {
    if (mention.repeated === undefined) continue;
    const { address, document } = source;
    for (const project of workspace.projectsOf(address)) {
      const isOther = mention.repeated.some((one) => {
        const symbol = symbolRefOf(workspace, project, { source, unit }, one)?.symbol;
        return symbol !== undefined && !renamed.has(keyOf({ project, symbol }));
      });
      if (isOther)
        return { address, document, offset: document.startOf(unit) + mention.start, name: mention.name };
    }
  }
  return undefined;
}

/** A place where a word may refer to a symbol, though that is not certain; undefined if all references are known. */
export function firstUncertainMention(
  workspace: Workspace,
  { project, symbol }: SymbolInProject,
  word: string,
): RenameConflict | undefined {
  const { occurrences, units } = findOccurrences(workspace, project, word);
  const unresolved = new Set(
    occurrences
      .filter((occurrence) => isUnresolved(project, occurrence, symbol))
      .map(({ mention }) => mention),
  );
  for (const one of units) {
    const { source, unit, mentions } = one;
    const start =
      hiddenMention(one, word) ??
      (unresolved.size > 0 ? mentions.find((mention) => unresolved.has(mention))?.start : undefined);
    if (start === undefined) continue;
    const { address, document } = source;
    return { address, document, offset: document.startOf(unit) + start, name: word };
  }
  return undefined;
}

/** An occurrence of the word in text that was not analysed, or that may be repeated elsewhere. */
function hiddenMention({ source, unit, mentions }: UnitOccurrences, word: string): number | undefined {
  for (const { start, end } of hiddenIn(source.catalog, source.documentKind, unit)) {
    for (const at of occurrences(unit.text.slice(start, end), word)) {
      const offset = start + at;
      if (!mentions.some((mention) => mention.start <= offset && offset < mention.end)) return offset;
    }
  }
  return undefined;
}

/** The parts of a unit that were not analysed, or that may be repeated elsewhere. */
const hiddenIn = engine.query(
  'hidden text',
  (catalog: Catalog, documentKind: DocumentKind, unit: Unit): readonly Range[] => {
    const { text } = unit;
    const isBroken = unit.parsed.problems.some((problem) => !problem.recovered && problem.kind !== 'comment');
    if (isBroken || (hasAliases(unit) && !areResolved(catalog, documentKind, unit)))
      return [{ start: 0, end: text.length }];
    const { expressions } = factsOf(catalog, documentKind, unit);
    return expressions.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.problem === undefined ? [] : [part.body])),
    );
  },
);

/** Whether the content of all aliases is known in all scopes that have it. */
function areResolved(catalog: Catalog, documentKind: DocumentKind, unit: Unit): boolean {
  return (
    unit.parsed.openAliases.length === 0 &&
    factsOf(catalog, documentKind, unit) !== writtenFactsOf(catalog, documentKind, unit)
  );
}

function occurrences(text: string, word: string): number[] {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'gu');
  return Array.from(text.matchAll(pattern), (match) => match.index);
}

/** Whether a place refers to something that may not be known, or may be the symbol to rename. */
function isUnresolved(
  project: Project,
  { source, unit, mention, symbol }: Occurrence,
  renamed: ProjectSymbol,
): boolean {
  const { scope, name, what } = mention;
  const entry = () => project.entryOf(source.address, unit, scope);
  switch (what.kind) {
    case 'initial':
      return symbol === undefined && resolveInitial(project, entry(), name).kind === 'unknown';
    case 'target':
      return (
        project.isAutomata &&
        (symbol === undefined || what.following > 0) &&
        resolveTarget(project, entry(), what.target).kind === 'unknown'
      );
    case 'emit':
      return (
        project.isAutomata &&
        !(symbol?.kind === 'event' && symbol.handled) &&
        resolveEvent(project, entry(), name).kind === 'unknown'
      );
    case 'scenario':
      return symbol === undefined && mayMean(project, what.named, renamed);
    case 'use':
      return symbol === undefined && mayInherit(project, entry(), what.place, name);
    default:
      return false;
  }
}
