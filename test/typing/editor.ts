import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onNewLine } from '../../server/features/new-line';
import type { Address } from '../../server/project/files/paths';
import type { Workspace } from '../../server/project/workspace';
import { lineStart } from '../../server/text/lines';
import type { FixtureFile } from '../support/fixture';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

/** Simulates the automatic actions of an editor during typing, according to language-configuration.json. */

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
  readonly address: Address;
  private readonly disk: ReadonlyMap<Address, string>;
  readonly isJson: boolean;
  /** Closing characters after the cursor that the editor has inserted. */
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

  /** Provides the files that are requested; returns whether any was. */
  feed(): boolean {
    return provideFiles(this.workspace, this.disk);
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

  /** Replaces the text between two offsets by `text`, and moves the cursor after it. */
  replace(start: number, end: number, text: string): void {
    this.text = this.text.slice(0, start) + text + this.text.slice(end);
    this.cursor = start + text.length;
    this.workspace.editFile(this.address, (document) => document.edit(start, end, text));
    this.feed();
  }

  /** Types a letter; `inText`: the cursor is in a text, in which quotes are letters. */
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

  /** Presses Enter, and inserts the indentation. */
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
    // Automatic indentation is removed from a line that remains blank.
    const from = line.trim() === '' ? this.cursor - line.length : this.cursor;
    this.replace(from, this.cursor, `\n${indent}${added}`);
    const change = this.isJson ? undefined : onNewLine(this.workspace, this.address, this.cursor);
    if (change) this.replace(change.range.start, change.range.end, change.text);
  }

  /** Moves the cursor over the text after it. */
  move(by: number): void {
    this.cursor += by;
    this.closers = this.behind.slice(0, 1);
  }

  /** Replaces the text before the cursor by the author's text. */
  correct(wanted: string): void {
    let same = 0;
    while (same < wanted.length && wanted[same] === this.before[same]) same++;
    if (same < wanted.length || same < this.cursor) this.replace(same, this.cursor, wanted.slice(same));
  }
}
