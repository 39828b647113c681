import manifest from '../../package.json' with { type: 'json' };
import { type CompletionItem, completeAt } from '../../server/features/completion';
import { capabilitiesFor } from '../../server/protocol/capabilities';
import { LastEdit } from '../../server/protocol/last-edit';
import { findingsOfFile } from '../../server/rules/file-findings';
import type { Severity } from '../../server/rules/rule';
import { Checker } from '../../server/rules/run';
import { inEnglish } from '../support/english';
import type { FixtureFile } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';
import { TypingEditor } from './editor';
import { expectedWords, type Word } from './expected-words';
import { shownItems } from './shown';

/** The completion of a word, after a number of typed letters. */
export interface CompletionSample {
  readonly word: Word;
  readonly path: string;
  readonly typed: number;
  /** Position in the shown items, from 0; -1 if it is missing. */
  readonly rank: number;
  /** Accepting it inserts the author's text up to the end of the word and its colon. */
  readonly isRight: boolean;
  readonly offered: readonly string[];
}

/** A letter that causes a finding on another line. */
export interface UnrelatedFinding {
  readonly path: string;
  /** Offset in the finished file. */
  readonly at: number;
  readonly code: string;
  readonly message: string;
  readonly where: string;
  /** The finding exists neither before the line nor after it. */
  readonly flashes: boolean;
}

/** A list of suggestions in which Enter accepts an item although the author wants a new line. */
export interface AcceptedOnEnter {
  readonly path: string;
  readonly at: number;
  readonly first: string;
  /** The text is then wrong; otherwise the author only has to press Enter again. */
  readonly changes: boolean;
}

/** A line with another start than in the author's text. */
export interface Indent {
  readonly path: string;
  readonly at: number;
  readonly given: string;
  readonly wanted: string;
}

/** What is reported elsewhere while the author rests at the end of a word. */
export interface Pause {
  readonly path: string;
  readonly at: number;
  /** The codes by severity, of findings that editors show. */
  readonly errors: readonly string[];
  readonly others: readonly string[];
}

export interface ReplayResult {
  letters: number;
  enters: number;
  readonly asked: CompletionSample[];
  readonly noise: UnrelatedFinding[];
  readonly stolen: AcceptedOnEnter[];
  readonly indents: Indent[];
  readonly pauses: Pause[];
}

export function emptyReplay(): ReplayResult {
  return { letters: 0, enters: 0, asked: [], noise: [], stolen: [], indents: [], pauses: [] };
}

/** A project whose files can be typed. */
export class TypedProject {
  private readonly words = new Map<string, readonly Word[]>();
  private readonly dataWords = new Set<string>();

  constructor(readonly files: readonly FixtureFile[]) {
    const workspace = workspaceOf(files);
    for (const { path, text } of files) {
      if (!/\.(?:ya?ml|json)$/.test(path)) continue;
      const words = expectedWords(workspace, path);
      this.words.set(path, words);
      if (words.length === 0)
        for (const [, key] of text.matchAll(/"(\w+)"\s*:/g)) this.dataWords.add(key ?? '');
    }
  }

  get paths(): string[] {
    return [...this.words].filter(([, words]) => words.length > 0).map(([path]) => path);
  }

  textOf(path: string): string {
    return this.files.find((file) => file.path === path)?.text ?? '';
  }

  wordsOf(path: string): readonly Word[] {
    return this.words.get(path) ?? [];
  }

  /** The names in each file without the text `from`..`to` of one. */
  namesWithout(path: string, from: number, to: number): Map<string, Set<string>> {
    const names = new Map<string, Set<string>>();
    for (const [file, words] of this.words) {
      const known = new Set<string>();
      for (const { names, start } of words) {
        if (!(file === path && start >= from && start < to)) for (const name of names ?? []) known.add(name);
      }
      names.set(file, known);
    }
    for (const word of this.dataWords) names.get(path)?.add(`member ${word}`);
    return names;
  }
}

/** Types each line with a key and its value, or an item, within the finished file. */
export function replayLines(project: TypedProject, path: string, into: ReplayResult): void {
  const text = project.textOf(path);
  const lines = text.split('\n');
  const depth = (line: string) => /^(?:\s|- )*/.exec(line)?.[0].length ?? 0;
  let start = 0;
  lines.forEach((line, index) => {
    const below = lines.slice(index + 1).find((one) => one.trim() !== '') ?? '';
    const isLeaf = depth(below) <= depth(line) && /^\s*(?:- )*[\w.]+: ./.test(line);
    const from = start + line.length - line.trimStart().length;
    if (isLeaf && isWhole(line)) replayRange(project, path, from, start + line.length, into);
    start += line.length + 1;
  });
}

/** Whether a value ends on its line. */
function isWhole(line: string): boolean {
  const quotes = line.replace(/''|\\./g, '').match(/["']/g)?.length ?? 0;
  return quotes % 2 === 0 && !/[|>]$/.test(line);
}

/** Types the text between two offsets within the finished file. */
export function replayRange(
  project: TypedProject,
  path: string,
  from: number,
  to: number,
  into: ReplayResult,
): void {
  const target = project.textOf(path);
  const files = project.files.map((file) =>
    file.path === path ? { path, text: target.slice(0, from) + target.slice(to) } : file,
  );
  const editor = new TypingEditor(files, path, target.slice(0, from) + target.slice(to), from);
  const typing = new Typing(project, editor, target, from, to, into);
  typing.run();
}

interface Said {
  /** Its place, from the nearer end of the file, and its code. */
  readonly key: string;
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

class Typing {
  private readonly checker: Checker;
  private readonly lastEdit: LastEdit;
  private readonly names: Map<string, Set<string>>;
  private readonly words: readonly Word[];
  private readonly finished: ReadonlySet<string>;
  /** The findings before the line was typed. */
  private before: ReadonlySet<string> = new Set();
  private line: { readonly at: number; readonly lineEnd: number; readonly said: readonly Said[] }[] = [];

  constructor(
    private readonly project: TypedProject,
    private readonly editor: TypingEditor,
    private readonly target: string,
    private readonly from: number,
    private readonly to: number,
    private readonly into: ReplayResult,
  ) {
    this.checker = new Checker(editor.workspace, () => ({}));
    this.lastEdit = new LastEdit(editor.workspace, () => undefined);
    this.names = project.namesWithout(editor.path, from, to);
    this.words = project.wordsOf(editor.path).filter(({ start }) => start >= from && start < to);
    this.finished = finishedKeys(project, editor.path);
  }

  run(): void {
    const { editor, target, to, into } = this;
    this.before = keysOf(this.said());
    for (let at = this.from; at < to; ) {
      this.ask(at);
      const letter = target[at] ?? '';
      if (/[\r\n]/.test(letter)) {
        at = this.newLine(at);
        continue;
      }
      editor.type(letter, this.isInText(at));
      at++;
      into.letters++;
      if (isEndOfWord(target, at)) this.pause(at);
      this.line.push({
        at,
        lineEnd: at + (/^[^\n]*/.exec(editor.behind)?.[0].length ?? 0),
        said: this.said(),
      });
    }
    this.endLine();
  }

  /** The author rests at the end of a word; `at`: its offset in the finished file. */
  private pause(at: number): void {
    const { editor, checker, lastEdit, into } = this;
    const { path, address } = editor;
    lastEdit.edited(address, editor.at);
    const word = editor.at - (/[^\s,[\]{}()]*$/.exec(editor.before)?.[0].length ?? 0);
    const elsewhere = findingsOfFile(checker, address).filter(
      (one) => (one.end < word || one.start > editor.at) && !lastEdit.withholds(address, one),
    );
    const codes = (severities: readonly Severity[]) =>
      elsewhere.flatMap(({ severity, finding: { rule } }) =>
        severities.includes(severity) ? rule.code : [],
      );
    into.pauses.push({ path, at, errors: codes(['error']), others: codes(['warning', 'information']) });
  }

  private newLine(at: number): number {
    const { editor, target, into, to } = this;
    this.steal(at);
    this.endLine();
    let next = at + 1;
    while (next < to && /[ \t]/.test(target[next] ?? '')) next++;
    const closer = /^\s*\n(\s*)([}\]])/.exec(editor.behind);
    if (closer && target[next] === closer[2]) {
      editor.move(closer[0].length - 1);
      editor.correct(target.slice(0, next));
      return next;
    }
    editor.enter();
    into.enters++;
    const given = editor.before.slice(editor.before.lastIndexOf('\n') + 1);
    const line = /^[^\n]*/.exec(target.slice(at + 1, to))?.[0] ?? '';
    if (line.trim() === '' && next < to && target[next] === '\n') {
      this.before = keysOf(this.said());
      return next;
    }
    const dashed = given.trimStart() !== '' && line.startsWith(given) ? at + 1 + given.length : next;
    const wanted = target.slice(at + 1, dashed);
    if (given !== wanted && next < to) into.indents.push({ path: editor.path, at: next, given, wanted });
    editor.correct(target.slice(0, dashed));
    this.before = keysOf(this.said());
    return dashed;
  }

  private ask(at: number): void {
    const { words, into, editor, target } = this;
    for (const word of words) {
      const typed = at - word.start;
      if (typed < 0) break;
      if (typed > 2 || typed >= word.text.length) {
        if (typed === word.text.length)
          for (const name of word.names ?? []) this.names.get(editor.path)?.add(name);
        continue;
      }
      if (!this.isKnown(word)) continue;
      const items = this.shown();
      const end = word.start + word.text.length;
      const wanted = target.slice(0, end);
      const results = items.map((item) => accepted(item, editor.before));
      const rank = results.findIndex((one) => one.startsWith(wanted) && !isLonger(one, wanted, word));
      const whole = word.isKey ? target.slice(0, target.indexOf(':', end) + 1) : wanted;
      const isRight = rank >= 0 && (results[rank] ?? '').startsWith(whole);
      into.asked.push({
        word,
        path: editor.path,
        typed,
        rank,
        isRight,
        offered: items.slice(0, 8).map(({ label }) => label),
      });
    }
  }

  /** Whether a name occurs in the current project. */
  private isKnown({ names }: Word): boolean {
    if (names === undefined) return true;
    const { workspace, address, path } = this.editor;
    const [project] = workspace.projectsOf(address);
    for (const [file, known] of this.names) {
      const isIn = file === path || project?.member(addressOf(file)) !== undefined;
      if (isIn && names.some((name) => known.has(name))) return true;
    }
    return false;
  }

  private steal(at: number): void {
    const { editor, into } = this;
    const last = editor.before.at(-1) ?? '';
    const isWord = /[\p{L}\p{N}_]/u.test(last);
    // In a list that opens on a new line, no item is selected until a letter is typed (`client/automatic-items.ts`).
    const isOnNewLine = /(?:^|\n) *$/.test(editor.before);
    if (!isWord && (!TRIGGERS.has(last) || (isOnNewLine && leavesUnselected(editor)))) return;
    const [first] = this.shown(isWord ? undefined : last);
    if (first === undefined) return;
    const taken = accepted(first, editor.before);
    // The item of a module also inserts its configuration, as intended.
    if (taken.startsWith(`${editor.before}\n`)) return;
    const changes = taken !== editor.before;
    if (!changes && goesOnAlone(editor)) return;
    into.stolen.push({ path: editor.path, at, first: first.label, changes });
  }

  private shown(trigger?: string): readonly CompletionItem[] {
    const { editor } = this;
    for (;;) {
      const list = completeAt(editor.workspace, editor.address, editor.at, { trigger });
      // A list may also be incomplete because it is cut.
      if (!list.incomplete || !editor.feed()) return shownItems(list.items, editor.before, editor.at);
    }
  }

  /** All errors and warnings that the finished files do not have, except at the edited place. */
  private said(): readonly Said[] {
    const { editor, checker, project } = this;
    return project.paths.flatMap((path) => {
      const length = editor.before.length + editor.behind.length;
      return findingsOfFile(checker, addressOf(path)).flatMap((one): Said[] => {
        if (one.severity !== 'error' && one.severity !== 'warning') return [];
        const { code } = one.finding.rule;
        const isAfter = path === editor.path && one.start >= editor.at;
        const place = isAfter ? `-${length - one.start}` : `${one.start}`;
        const key = `${path} ${place} ${code}`;
        if (this.finished.has(key)) return [];
        return [{ key, code, message: inEnglish(one.finding.message), path, start: one.start, end: one.end }];
      });
    });
  }

  private endLine(): void {
    const { editor, into, line, target } = this;
    const last = line.at(-1);
    const after = new Set(last?.said.map(({ key }) => key));
    for (const { at, lineEnd, said } of line) {
      const start = target.lastIndexOf('\n', at - 1) + 1;
      for (const one of said) {
        if (one.path === editor.path && one.end >= start && one.start <= lineEnd) continue;
        into.noise.push({
          path: editor.path,
          at,
          code: one.code,
          message: one.message,
          where: `${one.path}:${one.start}`,
          flashes: !this.before.has(one.key) && !after.has(one.key),
        });
      }
    }
    this.line = [];
  }

  private isInText(at: number): boolean {
    const line = this.target.slice(this.target.lastIndexOf('\n', at - 1) + 1, at);
    const quotes = line.replace(/''|\\./g, '').match(/["']/g)?.length ?? 0;
    return quotes % 2 === 1 || /#/.test(line) || !/[\s{[,:]$/.test(line || ' ');
  }
}

function isEndOfWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}_:]/u.test(text[at - 1] ?? '') && !/[\p{L}\p{N}_:]/u.test(text[at] ?? ' ');
}

const TRIGGERS: ReadonlySet<string> = new Set(capabilitiesFor({}, {}).completionProvider?.triggerCharacters);

const DEFAULTS: Readonly<Record<string, unknown>> =
  manifest.contributes.configurationDefaults['[atomic-state]'];

function leavesUnselected({ isJson }: TypingEditor): boolean {
  return !isJson && DEFAULTS['editor.suggest.selectionMode'] === 'whenQuickSuggestion';
}

/** Whether Enter inserts a line break because accepting an item would change nothing. */
function goesOnAlone({ isJson }: TypingEditor): boolean {
  return !isJson && DEFAULTS['editor.acceptSuggestionOnEnter'] === 'smart';
}

function keysOf(said: readonly Said[]): ReadonlySet<string> {
  return new Set(said.map(({ key }) => key));
}

/** The findings of the finished project, with places relative to either end of the typed file. */
function finishedKeys(project: TypedProject, typed: string): ReadonlySet<string> {
  const workspace = workspaceOf(project.files);
  const checker = new Checker(workspace, () => ({}));
  const keys = project.files.flatMap(({ path, text }) =>
    findingsOfFile(checker, addressOf(path)).flatMap(({ start, finding }) => {
      const said = finding.rule.code;
      const fromEnd = path === typed ? [`${path} -${text.length - start} ${said}`] : [];
      return [`${path} ${start} ${said}`, ...fromEnd];
    }),
  );
  return new Set(keys);
}

/** Whether the word of an item is longer than the wanted one. */
function isLonger(text: string, wanted: string, { place }: Word): boolean {
  return (place === 'path' ? /^[\w$.-]/ : /^[\w$./-]/).test(text.slice(wanted.length));
}

/** The text up to the end of an accepted item. */
function accepted(item: CompletionItem, before: string): string {
  const insert = item.snippet
    ? item.insert
        .replace(/(?<!\\)\$(?:\{\d+(?::((?:[^\\}]|\\.)*))?\}|\d+)/g, (_all, text = '') => text)
        .replace(/\\([\\$}])/g, '$1')
    : item.insert;
  return before.slice(0, item.replace.start) + insert;
}
