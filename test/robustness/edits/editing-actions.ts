import { changeAnchors } from './anchors';
import { drawSettings } from './drawn-settings';
import { changeFolders, moveFile } from './folders';
import { blockAt, indentOf, lengthOf, linesOf, typed } from './lines';
import type { Random } from './random';
import * as words from './snippets';
import { EditorTexts, type EditStep, START_SETTINGS } from './steps';

interface Done {
  readonly path: string;
  readonly start: number;
  readonly removed: string;
  readonly inserted: string;
}

/** Random editing actions as steps; each action is drawn for the current texts. */
export class EditingActions {
  private steps: EditStep[] = [];
  readonly texts: EditorTexts;
  /** The folders and settings of the workspace after all previous steps. */
  folders: readonly string[];
  private settingsNow: unknown = START_SETTINGS;
  private foldersNow: Readonly<Record<string, unknown>> = {};
  /** The edits that can be undone, the last one last. */
  private done: Done[] = [];
  /**
   * Whether most edits are valid and soon undone: in a text that is fully resolved, stale caches are most likely to
   * show, and after a few dozen random edits little is resolved.
   */
  readonly isCalm: boolean;

  constructor(
    readonly random: Random,
    private readonly files: Readonly<Record<string, string>>,
    folders: readonly string[],
  ) {
    this.texts = new EditorTexts(files);
    this.folders = folders;
    this.isCalm = random.percent(60);
  }

  /** The steps of the next action. */
  next(): readonly EditStep[] {
    this.steps = [];
    const { random } = this;
    // If everything was deleted, it is restored.
    if (this.texts.paths.length === 0)
      for (const [path, text] of Object.entries(this.files)) this.do({ do: 'disk', path, text });
    const path = this.anyPath();
    if (path === undefined) return this.steps;
    const before = this.done.length;
    this.draw(this.isCalm ? CALM : ACTIONS)(this, path, this.texts.text(path) ?? '');
    const count = this.done.length - before;
    if (!this.isCalm || count <= 0) return this.steps;
    if (random.percent(60)) this.compare(path);
    if (random.percent(70)) this.takeBack(count);
    return this.steps;
  }

  private draw(actions: readonly Weighted[]): EditingAction {
    let share = this.random.below(actions.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, action] of actions) {
      share -= weight;
      if (share < 0) return action;
    }
    return () => undefined;
  }

  /** Opens files before they are edited. */
  start(share: number): readonly EditStep[] {
    this.steps = [];
    for (const path of this.texts.paths) if (this.random.percent(share)) this.open(path);
    return this.steps;
  }

  private anyPath(): string | undefined {
    const { paths } = this.texts;
    return paths.length === 0 ? undefined : this.random.one(paths);
  }

  do(step: EditStep): void {
    this.steps.push(step);
    this.texts.apply(step);
    if (step.do === 'workspace') this.folders = step.folders;
  }

  /** Compares all answers about a file. */
  compare(path: string): void {
    this.steps.push({ do: 'compare', path, place: this.random.below(1_000_000), all: false });
  }

  open(path: string): void {
    if (this.texts.open.has(path)) return;
    const declares = path.endsWith('.yaml') && this.random.percent(10);
    this.do({ do: 'open', path, ...(declares ? { language: 'atomic-state' } : {}) });
  }

  private edit(path: string, start: number, end: number, text: string): void {
    this.open(path);
    const before = this.texts.open.get(path) ?? '';
    this.done.push({ path, start, removed: before.slice(start, end), inserted: text });
    this.do({ do: 'edit', path, start, end, text });
  }

  /** Letter by letter, or in one edit. */
  write(path: string, start: number, end: number, text: string): void {
    if (this.random.percent(this.isCalm ? 80 : 40)) {
      this.edit(path, start, end, text);
      return;
    }
    if (end > start) this.edit(path, start, end, '');
    let at = start;
    for (const letter of typed(text)) {
      this.edit(path, at, at, letter);
      at += letter.length;
    }
  }

  paste(path: string, start: number, end: number, text: string): void {
    this.edit(path, start, end, text);
  }

  /** Undoes some of the last edits, and possibly repeats them. */
  undo(): void {
    const last = this.takeBack(1 + this.random.below(12));
    if (this.random.percent(60)) return;
    for (const one of last) {
      const { path, start, removed, inserted } = one;
      this.done.push(one);
      this.do({ do: 'edit', path, start, end: start + removed.length, text: inserted });
    }
  }

  /** Undoes and repeats all edits several times, like a user who searches for an edit. */
  undoAndRedo(): void {
    const { random } = this;
    for (let count = 1 + random.below(3); count > 0; count--) {
      const last = this.takeBack(1 + random.below(20));
      for (const one of last.slice(0, random.percent(70) ? last.length : random.below(last.length + 1))) {
        const { path, start, removed, inserted } = one;
        this.done.push(one);
        this.do({ do: 'edit', path, start, end: start + removed.length, text: inserted });
      }
    }
  }

  private takeBack(count: number): readonly Done[] {
    const last = this.done.slice(-count);
    this.done = this.done.slice(0, -count);
    for (const { path, start, removed, inserted } of last.toReversed())
      this.do({ do: 'edit', path, start, end: start + inserted.length, text: removed });
    return last;
  }

  snippet(path: string, text: string): void {
    const { random } = this;
    if (random.percent(30) && text.includes('}}')) {
      const ends = [...text.matchAll(/\}\}/g)].map(({ index }) => index);
      const at = random.one(ends);
      this.write(path, at, at, random.one(words.EXPRESSION_SNIPPETS));
      return;
    }
    const braces = [...text.matchAll(/\{(?!\{)/g)].map(({ index }) => index + 1);
    if (random.percent(30) && braces.length > 0 && !path.endsWith('.json')) {
      const at = random.one(braces);
      this.write(path, at, at, random.one(words.FLOW_SNIPPETS));
      return;
    }
    const lines = linesOf(text);
    const line = random.below(lines.length + 1);
    const at = lengthOf(lines.slice(0, line));
    const indent = /^ */.exec(lines[line] ?? lines.at(-1) ?? '')?.[0] ?? '';
    const choices = path.endsWith('.json') ? words.JSON_SNIPPETS : snippetsUnder(lines, line, indent.length);
    const snippet = random.one(choices).replace(/^(?=.)/gm, indent);
    const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
    const isAtEnd = at === text.length && text !== '' && !text.endsWith('\n');
    this.write(path, at, at, (isAtEnd ? '\n' : '') + snippet.replaceAll('\n', lineBreak));
  }

  word(path: string, text: string): void {
    const { random } = this;
    const all = [...text.matchAll(/[a-z_][\w.]*/gi)];
    const names = all.filter(([one]) => !words.WORDS.includes(one));
    // If a name is used elsewhere too, other results depend on it.
    const shared = random.percent(this.isCalm ? 85 : 50) ? names.filter(([one]) => this.isShared(one)) : [];
    const some = shared.length > 0 ? shared : random.percent(80) ? names : all;
    // A key mostly defines what others use.
    const keys = random.percent(30)
      ? some.filter(({ 0: one, index }) => isKey(text, index + one.length))
      : [];
    const found = keys.length > 0 ? keys : some;
    if (found.length === 0) return;
    // All names are equally likely: a rare name can be as important as a frequent one.
    const chosen = random.one([...new Set(found.map(([one]) => one))]);
    const { index, 0: word } = random.one(found.filter(([one]) => one === chosen));
    const name = random.one(random.percent(85) ? words.NAMES : words.WORDS);
    if (random.percent(15)) this.renameAll(word, name);
    else if (random.percent(30)) this.write(path, index + word.length, index + word.length, name);
    else this.write(path, index, index + word.length, name);
    // Undoes the edit.
    if (!this.isCalm && random.percent(25)) this.undo();
  }

  private isShared(name: string): boolean {
    let first = true;
    for (const path of this.texts.paths) {
      const text = this.texts.text(path) ?? '';
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
        if (!first) return true;
        first = false;
      }
    }
    return false;
  }

  /** Like a rename: in all files, from the end of each to its start. */
  private renameAll(word: string, name: string): void {
    for (const path of this.texts.paths) {
      const text = this.texts.text(path) ?? '';
      const places = [...text.matchAll(/[a-z_]\w*/gi)].filter((one) => one[0] === word);
      for (const { index } of places.reverse()) this.paste(path, index, index + word.length, name);
    }
  }

  /** Changes a value that determines others: a condition, a kind, a path. */
  decide(path: string, text: string): void {
    const { random } = this;
    const found = words.DECISIONS.flatMap(({ is, becomes }) => {
      const places = [...text.matchAll(is)];
      return places.length > 0 ? [{ places, becomes }] : [];
    });
    if (found.length === 0) return;
    const { places, becomes } = random.one(found);
    const { index, 0: before } = random.one(places);
    const after = random.one(becomes);
    let same = 0;
    while (same < after.length && before[same] === after[same]) same++;
    this.write(path, index + same, index + before.length, after.slice(same));
  }

  /** Swaps two expressions. */
  swap(path: string, text: string): void {
    const all = [...text.matchAll(/\{\{.*?\}\}/g)];
    if (all.length < 2) return;
    const [one, other] = [this.random.one(all), this.random.one(all)].sort((a, b) => a.index - b.index);
    if (one === undefined || other === undefined || one === other) return;
    this.paste(path, other.index, other.index + other[0].length, one[0]);
    this.paste(path, one.index, one.index + one[0].length, other[0]);
  }

  /** Swaps two neighbours in a flow map. */
  swapPairs(path: string, text: string): void {
    const pairs = [...text.matchAll(NEIGHBOURS)];
    if (pairs.length === 0) return;
    const { 0: both, 1: first = '', 2: second = '', index } = this.random.one(pairs);
    this.paste(path, index, index + both.length, `${second}, ${first}`);
  }

  /** Swaps a group of lines with the next one: a state, a variable, a case. */
  reorder(path: string, text: string): void {
    const { random } = this;
    const lines = linesOf(text);
    const indents = random.percent(40) ? [0, 2] : [2, 4, 6, 8];
    const pairs = lines.flatMap((line, first) => {
      if (line.trim() === '' || !indents.includes(indentOf(line))) return [];
      const block = blockAt(lines, first);
      const next = lines[first + linesOf(block).length];
      const isPair = next !== undefined && next.trim() !== '' && indentOf(next) === indentOf(line);
      return isPair ? [{ first, block }] : [];
    });
    if (pairs.length === 0) return;
    const { first, block } = random.one(pairs);
    const start = lengthOf(lines.slice(0, first));
    const next = blockAt(lines, first + linesOf(block).length);
    if (!next.endsWith('\n')) return;
    this.paste(path, start, start + block.length + next.length, next + block);
  }

  /** Makes a text longer than the limit. */
  grow(path: string, text: string): void {
    const lineBreak = text === '' || text.endsWith('\n') ? '' : '\n';
    this.paste(path, text.length, text.length, `${lineBreak}# ${'-'.repeat(LARGE)}\n`);
    if (this.random.percent(70)) this.undo();
  }

  scrap(path: string, text: string): void {
    const [start, end] = this.random.stretch(text.length);
    const removes = this.random.percent(30);
    this.paste(
      path,
      start,
      removes ? Math.min(end, start + 30) : start,
      this.random.one(words.SYNTAX_FRAGMENTS),
    );
    if (this.random.percent(70)) this.undo();
  }

  remove(path: string, text: string): void {
    const lines = linesOf(text);
    const line = this.random.below(lines.length);
    const start = lengthOf(lines.slice(0, line));
    const some = lengthOf(lines.slice(line, line + 1 + this.random.below(3)));
    if (this.random.percent(60)) this.paste(path, start, start + some, '');
    // Like the backspace key.
    else for (let at = start + Math.min(some, 15); at > start; at--) this.paste(path, at - 1, at, '');
  }

  /** Moves lines within this file or to another. */
  move(path: string, text: string): void {
    const lines = linesOf(text);
    const first = this.random.below(lines.length);
    const block = blockAt(lines, first);
    const start = lengthOf(lines.slice(0, first));
    if (this.random.percent(70)) this.paste(path, start, start + block.length, '');
    const other = this.random.percent(50) ? path : (this.anyPath() ?? path);
    const there = linesOf(this.texts.text(other) ?? '');
    const line = this.random.below(there.length + 1);
    const indent = /^ */.exec(there[line] ?? '')?.[0] ?? '';
    const own = /^ */.exec(block)?.[0] ?? '';
    const moved = block.replace(new RegExp(`^ {0,${own.length}}(?=.)`, 'gm'), indent);
    const at = lengthOf(there.slice(0, line));
    this.paste(other, at, at, moved);
  }

  indent(path: string, text: string): void {
    const lines = linesOf(text);
    const whole = this.random.percent(30);
    const [first, last] = whole ? [0, lines.length] : this.random.stretch(lines.length);
    const start = lengthOf(lines.slice(0, first));
    const old = lines.slice(first, last);
    const change = this.random.one<(line: string) => string>([
      (line) => `  ${line}`,
      (line) => line.replace(/^ {2}/, ''),
      (line) => line.replace(/^ +/, '$&$&'),
      (line) => `# ${line}`,
      (line) => line.replace(/^# ?/, ''),
    ]);
    if (whole || this.random.percent(50)) {
      this.paste(path, start, start + lengthOf(old), old.map(change).join(''));
      return;
    }
    let at = start;
    for (const line of old) {
      this.paste(path, at, at + line.length, change(line));
      at += change(line).length;
    }
  }

  lineEnds(path: string, text: string): void {
    const other = text.includes('\r') ? text.replaceAll('\r', '') : text.replaceAll('\n', '\r\n');
    this.paste(path, 0, text.length, other);
  }

  /** Moves the states of a file to separate files, or those of a folder to one file. */
  split(path: string, text: string): void {
    const lines = linesOf(text);
    const states = lines.findIndex((line) => /^states:\s*$/.test(line));
    const first = states >= 0 && this.random.percent(70) ? states + 1 : this.random.below(lines.length);
    const at = lengthOf(lines.slice(0, first));
    const rest = text.slice(at).replace(/^ {2}/gm, '');
    const file = `state/new${this.random.below(3)}.yaml`;
    const header = lengthOf(lines.slice(0, Math.max(0, states)));
    if (first === states + 1 && states >= 0)
      this.paste(path, header, text.length, 'states: !include state\n');
    else this.paste(path, at, text.length, '');
    if (this.texts.text(file) === undefined) {
      this.do({ do: 'disk', path: file, text: this.random.percent(50) ? rest : '' });
      this.open(file);
    }
    const there = this.texts.text(file) ?? '';
    if (there !== rest) this.paste(file, there.length, there.length, rest);
  }

  join(path: string, text: string): void {
    const other = this.random.one(this.texts.paths);
    if (other === path) return;
    const added = this.texts.text(other) ?? '';
    const include = text.search(/ *!include \S+/);
    if (include >= 0 && this.random.percent(70)) {
      const end = text.indexOf('\n', include) < 0 ? text.length : text.indexOf('\n', include);
      this.paste(path, include, end, `\n${added.replace(/^(?=.)/gm, '  ').trimEnd()}`);
    } else this.paste(path, text.length, text.length, added);
    this.do({ do: 'close', path: other });
    this.do({ do: 'disk', path: other });
  }

  /** Changes files outside of the editor. */
  disk(path: string, text: string): void {
    const { random } = this;
    const other = random.percent(50) ? random.one(words.PATHS) : path.replace(/(\w)(\.\w+)$/, '$1x$2');
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : 'state';
    random.one([
      () => this.do({ do: 'disk', path }),
      () =>
        this.do({ do: 'disk', path, text: text.replace(random.one(words.NAMES), random.one(words.NAMES)) }),
      () => this.do({ do: 'disk', path: other, text: this.texts.text(this.anyPath() ?? path) ?? '' }),
      () => {
        if (random.percent(50)) this.do({ do: 'close', path });
        this.do({ do: 'disk', path });
        this.do({ do: 'disk', path: other, text });
        if (random.percent(50)) this.open(other);
      },
      () => this.do({ do: 'folder', path: folder, to: random.one(['state', 'moved', 'state/inner']) }),
      () => this.do({ do: 'folder', path: folder }),
    ])();
  }

  openOrClose(path: string): void {
    const { random } = this;
    if (random.percent(30)) this.do({ do: 'save', path });
    if (this.texts.open.has(path)) this.do({ do: 'close', path });
    if (random.percent(70)) this.open(path);
  }

  settings(path: string): void {
    const { random } = this;
    const before = { value: this.settingsNow, folders: this.foldersNow };
    const value = random.percent(80) ? drawSettings(random, this.settingsNow) : this.settingsNow;
    const own = random.percent(25) ? random.one(['.', '../more', 'bots']) : undefined;
    const folders =
      own === undefined
        ? this.foldersNow
        : { ...this.foldersNow, [own]: drawSettings(random, this.foldersNow[own]) };
    // Results that were never requested cannot be stale.
    if (random.percent(50)) this.compare(path);
    this.setSettings(value, random.percent(10) ? {} : folders);
    if (random.percent(70)) this.compare(path);
    if (random.percent(30)) return;
    this.setSettings(before.value, before.folders);
    if (random.percent(60)) this.compare(path);
  }

  private setSettings(value: unknown, folders: Readonly<Record<string, unknown>>): void {
    this.settingsNow = value;
    this.foldersNow = folders;
    this.do({ do: 'settings', value, ...(Object.keys(folders).length > 0 ? { folders } : {}) });
  }

  /** Changes the content of a file that is included as a value, to complete or incomplete text. */
  data(): void {
    const { random } = this;
    const paths = this.texts.paths.filter((one) => /(?:^|\/)(?:data|more)[^/]*\.json$/.test(one));
    if (paths.length === 0) return;
    const path = random.one(paths);
    const text = this.texts.text(path) ?? '';
    const content = random.one(words.DATA);
    if (random.percent(30)) this.do({ do: 'disk', path, text: content });
    else this.write(path, 0, text.length, content);
  }

  /** Replaces the whole text, as after a change of branches. */
  replace(path: string, text: string): void {
    const other = this.texts.text(this.anyPath() ?? path) ?? '';
    this.paste(path, 0, text.length, this.random.percent(50) ? other : text.replaceAll(/ {2}$/gm, ''));
    if (this.random.percent(70)) this.undo();
  }
}

/** More than the limit of file size in one of `SETTINGS`; less than the allowed growth of a run. */
const LARGE = 900;

const PAIR = /["']?[\w.]+["']?: (?:[^{},[\]\n]+|\{[^{}\n]*\}|\{[^{}\n]*\{[^{}\n]*\}[^{}\n]*\})/.source;
const NEIGHBOURS = new RegExp(`(${PAIR}), (${PAIR})`, 'g');

type EditingAction = (actions: EditingActions, path: string, text: string) => void;
type Weighted = readonly [weight: number, action: EditingAction];

const ACTIONS: readonly Weighted[] = [
  [24, (actions, path, text) => actions.word(path, text)],
  [6, (actions, path, text) => actions.decide(path, text)],
  [2, (actions, path, text) => actions.swap(path, text)],
  [3, (actions, path, text) => actions.reorder(path, text)],
  [2, (actions, path, text) => actions.swapPairs(path, text)],
  [1, (actions, path, text) => actions.grow(path, text)],
  [22, (actions, path, text) => actions.snippet(path, text)],
  [10, (actions) => actions.undo()],
  [8, (actions, path, text) => actions.remove(path, text)],
  [7, (actions, path, text) => actions.move(path, text)],
  [6, (actions, path, text) => actions.scrap(path, text)],
  [4, (actions, path, text) => actions.indent(path, text)],
  [5, (actions, path, text) => actions.disk(path, text)],
  [3, (actions, path) => actions.openOrClose(path)],
  [2, (actions, path, text) => actions.lineEnds(path, text)],
  [3, (actions, path, text) => actions.split(path, text)],
  [2, (actions, path, text) => actions.join(path, text)],
  [2, (actions, path, text) => actions.replace(path, text)],
  [5, (actions, path) => actions.settings(path)],
  [7, changeAnchors],
  [3, moveFile],
  [2, changeFolders],
  [2, (actions) => actions.data()],
  [2, (actions) => actions.undoAndRedo()],
];

const CALM: readonly Weighted[] = [
  [50, (actions, path, text) => actions.word(path, text)],
  [12, (actions, path, text) => actions.decide(path, text)],
  [5, (actions, path, text) => actions.swap(path, text)],
  [8, (actions, path, text) => actions.reorder(path, text)],
  [4, (actions, path, text) => actions.swapPairs(path, text)],
  [2, (actions, path, text) => actions.grow(path, text)],
  [12, (actions, path, text) => actions.snippet(path, text)],
  [8, (actions, path, text) => actions.remove(path, text)],
  [6, (actions, path, text) => actions.move(path, text)],
  [4, (actions) => actions.undo()],
  [3, (actions, path) => actions.openOrClose(path)],
  [2, (actions, path, text) => actions.indent(path, text)],
  [2, (actions, path, text) => actions.scrap(path, text)],
  [2, (actions, path, text) => actions.disk(path, text)],
  [5, (actions, path) => actions.settings(path)],
  [8, changeAnchors],
  [3, moveFile],
  [2, changeFolders],
  [2, (actions) => actions.data()],
  [2, (actions) => actions.undoAndRedo()],
];

function isKey(text: string, end: number): boolean {
  return /^["']?:/.test(text.slice(end, end + 2));
}

/** Text to insert before a line, by the key that contains it. */
function snippetsUnder(lines: readonly string[], line: number, indent: number): readonly string[] {
  let at = line - 1;
  while (at >= 0 && (indentOf(lines[at]) >= indent || lines[at]?.trim() === '')) at--;
  const key = /^ *(?:- )?['"]?([\w.]+)['"]?:/.exec(lines[at] ?? '')?.[1];
  if (key === undefined) return words.ROOT_SNIPPETS;
  return words.SNIPPETS[key] ?? words.STATE_SNIPPETS;
}
