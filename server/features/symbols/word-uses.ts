import { perProject } from '../../project/kept';
import type { Address } from '../../project/paths';
import { type Project, withoutSameEnds } from '../../project/project';
import { type Source, unitFacts } from '../../project/source';
import { pathKey } from '../../project/symbols';
import type { Workspace } from '../../project/workspace';
import { grouped } from '../../text/grouped';
import { keepLatest } from '../../text/latest';
import type { Unit } from '../../yaml/unit';
import { type Mention, mentionsByWord } from './mentions';
import { type ProjectSymbol, refTo, symbolKey } from './symbol';

/** One place that says a word, and what it stands for there, if that is in sight. */
export interface Naming {
  readonly source: Source;
  readonly unit: Unit;
  /** Ranges are those of the unit. */
  readonly mention: Mention;
  readonly symbol: ProjectSymbol | undefined;
  /** The `symbolKey`; '' where there is no symbol. */
  readonly key: string;
}

/** All that a project says by one word, in the order of files and text. */
export interface Said {
  readonly namings: readonly Naming[];
  /** The same by `symbolKey`; under '' what stands for nothing in sight. */
  readonly bySymbol: ReadonlyMap<string, readonly Naming[]>;
  /** The units whose text has the word in it, be it as a name or not. */
  readonly units: readonly InUnit[];
}

/** Where a unit says a word. */
export interface InUnit {
  readonly source: Source;
  readonly unit: Unit;
  readonly mentions: readonly Mention[];
}

/**
 * All that names something in a project by a word, see `wordOf`. Kept while nothing changes that was looked up for it;
 * an edit costs the units whose text is another.
 */
export function saidBy(workspace: Workspace, project: Project, word: string): Said {
  return keptWords(project, workspace).get(word);
}

/** The files of a project that may name something, by address. */
export function inOrder(project: Project): readonly Source[] {
  const sources = Array.from(project.members, ({ source }) => source);
  return sources.sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** Whether a text may say a word: one that has neither the word nor an escape by which it could be written does not. */
export function maySay(text: string, word: string): boolean {
  return !isWrittenPlainly(word) || text.includes(word) || text.includes('\\');
}

/** Neither quotes nor lines that are folded write such a word in any other way than by its letters. */
function isWrittenPlainly(word: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(word);
}

/** How many words are kept for each project: those of a name and of the one it is to get, and of others nearby. */
const MOST_WORDS = 4;

class Words {
  private readonly words = new Map<string, Word>();

  constructor(
    private readonly project: Project,
    private readonly workspace: Workspace,
  ) {}

  get(word: string): Said {
    const known = this.words.get(word) ?? new Word(this.project, this.workspace, word);
    // What was asked for last stays longest.
    keepLatest(this.words, word, known, MOST_WORDS);
    return known.update();
  }
}

const keptWords = perProject((project, workspace: Workspace) => new Words(project, workspace));

/** What a file says by a word. */
interface InFile {
  readonly source: Source;
  readonly prefix: string;
  /** The units that say it, in order. */
  readonly units: readonly KeptUnit[];
}

interface KeptUnit {
  readonly unit: Unit;
  readonly mentions: readonly Mention[];
  /** What they stand for, once that was found out: the symbol and its key. */
  meanings: readonly Pick<Naming, 'symbol' | 'key'>[] | undefined;
}

class Word {
  private files: ReadonlyMap<Address, InFile> = new Map();
  private keys = new Set<string>();
  /** The moment as of which what the names stand for is known to be good. */
  private time = 0;
  private said: Said = { namings: [], bySymbol: new Map(), units: [] };

  constructor(
    private readonly project: Project,
    private readonly workspace: Workspace,
    private readonly word: string,
  ) {}

  update(): Said {
    const { table } = this.project;
    const before = this.files;
    this.files = this.filesNow();
    const isGood = table.isUnchanged(this.keys, this.time) && this.keepsPrefixes(before);
    if (!isGood) this.forgetMeanings();
    table.noteAll(this.keys);
    this.time = table.time;
    if (isGood && isSameFiles(before, this.files)) return this.said;
    const { result: namings, keys } = table.track(() => this.resolve());
    for (const key of keys) this.keys.add(key);
    const units = Array.from(this.files.values(), (file) =>
      file.units.map(({ unit, mentions }) => ({ source: file.source, unit, mentions })),
    );
    this.said = { namings, bySymbol: grouped(namings, ({ key }) => key), units: units.flat() };
    return this.said;
  }

  /** The files as they are now; of those with another text, only what is new is looked at. */
  private filesNow(): ReadonlyMap<Address, InFile> {
    const { project } = this;
    const files = inOrder(project).map((source): InFile => {
      const prefix = pathKey(project.member(source.address)?.prefix ?? []);
      const known = this.files.get(source.address);
      if (known?.source === source && known.prefix === prefix) return known;
      return { source, prefix, units: this.unitsOf(source, known) };
    });
    return new Map(files.map((file) => [file.source.address, file]));
  }

  private keepsPrefixes(before: ReadonlyMap<Address, InFile>): boolean {
    for (const [address, { prefix }] of this.files)
      if ((before.get(address)?.prefix ?? prefix) !== prefix) return false;
    return true;
  }

  private unitsOf(source: Source, known: InFile | undefined): KeptUnit[] {
    const { document } = source;
    const isOfSameKind =
      known !== undefined && known.source.shape === source.shape && known.source.catalog === source.catalog;
    if (!isOfSameKind) return document.units.flatMap((unit) => this.inUnit(source, unit));
    const [gone, come] = withoutSameEnds(known.source.document.units, document.units);
    const old = new Set(gone);
    const stayed = known.units.filter(({ unit }) => !old.has(unit));
    const fresh = come.flatMap((unit) => this.inUnit(source, unit));
    const at = fresh[0] === undefined ? 0 : document.indexOf(fresh[0].unit);
    const behind = stayed.findIndex(({ unit }) => document.indexOf(unit) > at);
    return stayed.toSpliced(behind < 0 ? stayed.length : behind, 0, ...fresh);
  }

  private inUnit(source: Source, unit: Unit): KeptUnit[] {
    if (!maySay(unit.text, this.word)) return [];
    const mentions = mentionsByWord(unitFacts(source, unit), this.word);
    const isHeld = mentions.length > 0 || unit.text.includes(this.word);
    return isHeld ? [{ unit, mentions, meanings: undefined }] : [];
  }

  private forgetMeanings(): void {
    this.keys = new Set();
    for (const { units } of this.files.values()) for (const one of units) one.meanings = undefined;
  }

  private resolve(): Naming[] {
    const { project, workspace } = this;
    const namings: Naming[] = [];
    for (const { source, units } of this.files.values()) {
      for (const one of units) {
        const { unit, mentions } = one;
        one.meanings ??= mentions.map((mention) => {
          const symbol = refTo(workspace, project, { source, unit }, mention)?.symbol;
          return { symbol, key: symbol ? symbolKey(symbol) : '' };
        });
        for (const [index, mention] of mentions.entries()) {
          const meaning = one.meanings[index];
          if (meaning) namings.push({ source, unit, mention, symbol: meaning.symbol, key: meaning.key });
        }
      }
    }
    return namings;
  }
}

function isSameFiles(before: ReadonlyMap<Address, InFile>, now: ReadonlyMap<Address, InFile>): boolean {
  if (before.size !== now.size) return false;
  for (const [address, file] of now) if (before.get(address) !== file) return false;
  return true;
}
