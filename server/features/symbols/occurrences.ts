import { engine } from '../../engine/engine';
import type { UnitFacts } from '../../facts/facts';
import type { Address } from '../../project/files/paths';
import { type Source, unitFacts } from '../../project/files/source';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { groupBy } from '../../text/group-by';
import type { Unit } from '../../yaml/cut/unit';
import { type Mention, mentionsByWord } from './mentions';
import { type ProjectSymbol, symbolKey, symbolRefOf } from './symbol';

/** An occurrence of a word, and the symbol that it refers to, if known. */
export interface Occurrence {
  readonly source: Source;
  readonly unit: Unit;
  /** Ranges are those of the unit. */
  readonly mention: Mention;
  readonly symbol: ProjectSymbol | undefined;
  /** The `symbolKey`; '' if there is no symbol. */
  readonly key: string;
}

/** All mentions of a word in a project, in the order of files and text. */
interface WordOccurrences {
  readonly occurrences: readonly Occurrence[];
  /** The occurrences by `symbolKey`; unresolved ones are under ''. */
  readonly bySymbol: ReadonlyMap<string, readonly Occurrence[]>;
  /** The units whose text contains the word, as a name or not. */
  readonly units: readonly UnitOccurrences[];
}

/** The mentions of a word in a unit. */
export interface UnitOccurrences {
  readonly source: Source;
  readonly unit: Unit;
  readonly mentions: readonly Mention[];
}

/**
 * All mentions of a word in a project. After an edit, only units with changed text are searched again.
 */
export function findOccurrences(workspace: Workspace, project: Project, word: string): WordOccurrences {
  return occurrencesOf(word, workspace, project);
}

const occurrencesOf = engine.query(
  'occurrences',
  (word: string, workspace: Workspace, project: Project): WordOccurrences => {
    const occurrences: Occurrence[] = [];
    const units: UnitOccurrences[] = [];
    for (const source of sourcesInOrder(project)) {
      for (const unit of project.unitsOf(source.address)) {
        const mentions = mentionsIn(word, unitFacts(source, unit), unit);
        if (mentions === undefined) continue;
        units.push({ source, unit, mentions });
        const meanings = meaningsIn(word, workspace, project, source.address, unit);
        let last: Occurrence | undefined;
        const keys = new Set<string>();
        for (const [index, mention] of mentions.entries()) {
          const meaning = meanings[index];
          if (meaning === undefined) continue;
          // A name that is repeated in several scopes occurs once if it has one meaning.
          if (last?.mention.start !== mention.start) keys.clear();
          else if (meaning.key !== '' && keys.has(meaning.key)) continue;
          keys.add(meaning.key);
          last = { source, unit, mention, symbol: meaning.symbol, key: meaning.key };
          occurrences.push(last);
        }
      }
    }
    return { occurrences, bySymbol: groupBy(occurrences, ({ key }) => key), units };
  },
);

/** The mentions of a word in a unit; undefined if its text does not contain the word. */
const mentionsIn = engine.query('mentions of a word', (word: string, facts: UnitFacts, unit: Unit) => {
  if (!mayContain(unit.text, word)) return undefined;
  const mentions = mentionsByWord(facts, word);
  return mentions.length > 0 || unit.text.includes(word) ? mentions : undefined;
});

/** The symbols that the mentions of a word in a unit refer to. */
const meaningsIn = engine.query(
  'meanings of a word',
  (
    word: string,
    workspace: Workspace,
    project: Project,
    address: Address,
    unit: Unit,
  ): readonly Pick<Occurrence, 'symbol' | 'key'>[] => {
    const source = project.source(address);
    if (source === undefined) return [];
    return (mentionsIn(word, unitFacts(source, unit), unit) ?? []).map((mention) => {
      const symbol = symbolRefOf(workspace, project, { source, unit }, mention)?.symbol;
      return { symbol, key: symbol ? symbolKey(symbol) : '' };
    });
  },
);

/** The files of a project that may contain names, by address. */
export function sourcesInOrder(project: Project): readonly Source[] {
  const sources = Array.from(project.members, ({ source }) => source);
  return sources.sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** Whether a text may contain a word: it needs the word itself, or an escape sequence. */
function mayContain(text: string, word: string): boolean {
  return !isWrittenPlainly(word) || text.includes(word) || text.includes('\\');
}

/** Whether quotes and folded lines cannot change how the word is written. */
function isWrittenPlainly(word: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(word);
}
