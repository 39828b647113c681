import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onNewLine } from '../../server/features/new-line';
import type { Workspace } from '../../server/project/workspace';
import { lineStart } from '../../server/text/lines';
import type { FixtureFile } from '../support/fixture';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

/** What an editor does by itself while somebody types, by our own rules. */

interface EnterRule {
  readonly beforeText: string;
  readonly action: { readonly indent: 'none' | 'indent'; readonly appendText?: string };
}

interface LanguageConfiguration {
  readonly autoClosingPairs: readonly { readonly open: string; readonly close: string }[];
  readonly autoCloseBefore: string;
  readonly onEnterRules: readonly EnterRule[];
}

const CONFIGURATION: LanguageConfiguration = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../language-configuration.json'), 'utf8'),
);
const ENTER = CONFIGURATION.onEnterRules.map(({ beforeText, action }) => ({
  before: new RegExp(beforeText),
  added: (action.indent === 'indent' ? '  ' : '') + (action.appendText ?? ''),
}));

/** An editor in which one file of a project is open, with a cursor in it. */
export class TypingEditor {
  readonly workspace: Workspace;
  readonly address: string;
  private readonly disk: ReadonlyMap<string, string>;
  readonly isJson: boolean;
  /** Closing signs right after the cursor that the editor has set. */
  private closers = '';

  constructor(
    files: readonly FixtureFile[],
    readonly path: string,
    private text: string,
    private cursor: number,
  ) {
    this.disk = new Map(files.map((file) => [addressOf(file.path), file.text]));
    this.workspace = workspaceOf(files);
    this.address = addressOf(path);
    this.isJson = path.endsWith('.json');
    this.workspace.openFile(this.address, this.isJson ? 'json' : 'atomic-state', text);
    this.feed();
  }

  feed(): void {
    provideFiles(this.workspace, this.disk);
  }

  get before(): string {
    return this.text.slice(0, this.cursor);
  }

  get behind(): string {
    return this.text.slice(this.cursor);
  }

  get at(): number {
    return this.cursor;
  }

  /** Puts `text` in the place of what lies between two offsets; the cursor is then after it. */
  replace(start: number, end: number, text: string): void {
    this.text = this.text.slice(0, start) + text + this.text.slice(end);
    this.cursor = start + text.length;
    this.workspace.editFile(this.address, (document) => document.edit(start, end, text));
    this.feed();
  }

  /** A letter on the keyboard; `inText` says whether the cursor is in a text, where quotes are letters. */
  type(letter: string, inText: boolean): void {
    if (this.closers.startsWith(letter) && this.behind.startsWith(letter)) {
      this.closers = this.closers.slice(1);
      this.cursor += letter.length;
      return;
    }
    const isQuote = /["'`]/.test(letter);
    const pair = CONFIGURATION.autoClosingPairs.find(({ open }) => open === letter);
    const next = this.behind[0];
    const hasRoom = next === undefined || CONFIGURATION.autoCloseBefore.includes(next) || next === '\r';
    const closes = pair && hasRoom && !(isQuote && (inText || /\w$/.test(this.before)));
    const close = closes ? pair.close : '';
    this.replace(this.cursor, this.cursor, letter + close);
    this.cursor -= close.length;
    this.closers = close + this.closers;
  }

  /** Enter, with the indentation that comes of it. */
  enter(): void {
    const line = this.before.slice(lineStart(this.text, this.cursor));
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const rest = this.behind;
    const opens = /[{[(]$/.test(line);
    if (opens && /^[}\])]/.test(rest)) {
      this.replace(this.cursor, this.cursor, `\n${indent}  \n${indent}`);
      this.cursor -= indent.length + 1;
      return;
    }
    const rule = this.isJson ? undefined : ENTER.find(({ before }) => before.test(line));
    const added = rule ? rule.added : opens ? '  ' : '';
    // What the editor has indented by itself goes from a line that stays blank.
    const from = line.trim() === '' ? this.cursor - line.length : this.cursor;
    this.replace(from, this.cursor, `\n${indent}${added}`);
    const change = this.isJson ? undefined : onNewLine(this.workspace, this.address, this.cursor);
    if (change) this.replace(change.range.start, change.range.end, change.text);
  }

  /** The cursor goes on over what comes after it. */
  move(by: number): void {
    this.cursor += by;
    this.closers = this.behind.slice(0, 1);
  }

  /** All that is before the cursor is written as the author wants it. */
  correct(wanted: string): void {
    let same = 0;
    while (same < wanted.length && wanted[same] === this.before[same]) same++;
    if (same < wanted.length || same < this.cursor) this.replace(same, this.cursor, wanted.slice(same));
  }
}
