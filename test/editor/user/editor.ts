/** VS Code as a person sees it: keys, the mouse, and what is on the screen. */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** How long VS Code may take until it shows what a person waits for, in milliseconds. */
const patience = 30_000;

/** How long lists and hovers take to come in, in milliseconds; a picture waits for that. */
const fade = 400;

/** Of the page, where the function that uses it runs. */
declare function getComputedStyle(element: unknown): { color: string };

export class Editor {
  readonly #screenshots: string;
  #pictures = 0;

  /**
   * @param page of a browser
   * @param screenshots the folder for pictures
   */
  constructor(
    readonly page: Page,
    screenshots: string,
  ) {
    this.#screenshots = screenshots;
    rmSync(screenshots, { recursive: true, force: true }); // Those of an earlier run would mislead.
    mkdirSync(screenshots, { recursive: true });
    page.setDefaultTimeout(patience);
  }

  /** Opens VS Code and waits until it can be used. */
  async load(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.locator('.monaco-workbench .explorer-folders-view .monaco-list-row').first().waitFor();
  }

  /** Takes a picture of the whole window; its name begins with a number, in the order of taking. */
  async picture(name: string): Promise<void> {
    this.#pictures += 1;
    await this.page.waitForTimeout(fade);
    const number = String(this.#pictures).padStart(2, '0');
    await this.page.screenshot({ path: join(this.#screenshots, `${number}-${name}.png`) });
  }

  /** Presses keys, one after the other: `Control+P`, `Enter`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Types text as a person does, key by key. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 30 });
  }

  /** Opens a file by "Go to File" and waits for its tab. */
  async open(file: string): Promise<void> {
    await this.press('Control+P');
    const box = this.page.locator('.quick-input-widget input');
    await box.waitFor();
    await box.fill(file);
    const name = file.split('/').at(-1) ?? file;
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
    await this.press('Enter');
    await this.tab(name).first().waitFor();
    await this.page.locator('.editor-instance .view-lines .view-line').first().waitFor();
  }

  /** Chooses a theme by its name in the list. */
  async theme(name: string): Promise<void> {
    await this.press('Control+K', 'Control+T');
    const box = this.page.locator('.quick-input-widget input');
    await box.waitFor();
    await box.fill(name);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
    await this.press('Enter');
    await box.waitFor({ state: 'hidden' });
  }

  /** Runs a command of the palette by its full name. */
  async command(title: string): Promise<void> {
    await this.ask(title);
    await this.page.locator('.quick-input-widget input').waitFor({ state: 'hidden' });
  }

  /** Runs a command of the palette that goes on with questions. */
  async ask(title: string): Promise<void> {
    await this.press('F1');
    const box = this.page.locator('.quick-input-widget input');
    await box.waitFor();
    await box.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).waitFor();
    await this.press('Enter');
  }

  /** Chooses a row of a list that asks, by typing some of it. */
  async pick(title: string, row: string): Promise<void> {
    await this.question(title).waitFor();
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first().waitFor();
    await this.type(row);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row }).waitFor();
    await this.press('Enter');
  }

  /** Types the path of a folder into VS Code's own dialog, once that has stopped filling itself in. */
  async chooseFolder(path: string): Promise<void> {
    await this.page.locator('.quick-input-widget', { hasText: 'Use This Folder' }).waitFor();
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: '..' }).first().waitFor();
    const box = this.page.locator('.quick-input-widget input');
    do {
      await box.fill(path);
      await this.page.waitForTimeout(1000);
    } while ((await box.inputValue()) !== path);
    await this.press('Enter');
  }

  /** The title of a list or a box that asks. */
  question(title: string): Locator {
    return this.page.locator('.quick-input-title', { hasText: title });
  }

  /** What is said below the box that asks. */
  inputMessage(words: string): Locator {
    return this.page.locator('.quick-input-message', { hasText: words });
  }

  /** A dialog that has to be answered first. */
  dialog(words: string): Locator {
    return this.page.locator('.monaco-dialog-box', { hasText: words });
  }

  /** Answers a dialog. */
  async answer(dialog: Locator, button: string): Promise<void> {
    await dialog.locator('.monaco-button', { hasText: button }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Puts the cursor at a place; both numbers count from 1. */
  async goto(line: number, column: number): Promise<void> {
    await this.press('Control+G');
    const box = this.page.locator('.quick-input-widget input');
    await box.waitFor();
    await box.fill(`:${line}:${column}`);
    await this.press('Enter');
    await box.waitFor({ state: 'hidden' });
  }

  /** The open tab of a file that is in front. */
  tab(name: string): Locator {
    return this.page.locator('.tab.active', { hasText: name });
  }

  /** A line of the text that holds some words; blanks on the screen are no-break spaces. */
  line(words: string): Locator {
    return this.page.locator('.view-line', { hasText: words });
  }

  /** The pieces of a line that have a colour of their own, each with its colour. */
  async colours(words: string): Promise<[text: string, colour: string][]> {
    return this.line(words)
      .locator('span > span')
      .evaluateAll((spans) => spans.map((span) => [String(span.textContent), getComputedStyle(span).color]));
  }

  /** The rows of the list of suggestions, by their label. */
  suggestion(label: string): Locator {
    return this.page.locator('.suggest-widget.visible .monaco-list-row', {
      has: this.page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }),
    });
  }

  /** The squiggles of one severity in the text. */
  squiggle(severity: 'error' | 'warning'): Locator {
    return this.page.locator(`.squiggly-${severity}`);
  }

  /** What a hover shows. */
  hover(): Locator {
    return this.page.locator('.monaco-hover:visible .hover-contents, .monaco-hover:visible .markdown-hover');
  }

  /** The part of the status bar that names the language. */
  language(name: string): Locator {
    return this.page.locator('[id="status.editor.mode"]', { hasText: new RegExp(`^${name}$`) });
  }

  /** The part of the status bar that says line and column. */
  position(line: number, column: number): Locator {
    return this.page.locator('[id="status.editor.selection"]', { hasText: `Ln ${line}, Col ${column}` });
  }

  /** A message in the corner. */
  notification(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** Takes back every change of the file in front and closes it. */
  async discard(): Promise<void> {
    await this.page.mouse.move(300, 10); // Where it hovers over nothing.
    await this.press('Escape', 'Escape');
    await this.command('File: Revert File');
    await this.command('View: Close All Editors');
    const dontSave = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    // Texts that were never saved, of a command say, are asked about.
    if (await dontSave.isVisible()) await dontSave.click();
  }
}
