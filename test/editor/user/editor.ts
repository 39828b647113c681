/** VS Code for a scripted user: keys, the mouse, and the displayed page. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Request } from 'playwright-core';
import { WAIT_LIMIT_MS, waitFor } from '../wait-for';

/**
 * Delay before a key is pressed again, in milliseconds: an element that closes late, such as a dialog, may take the focus or
 * keys, and a starting server does not answer.
 */
const soon = 4000;

/** The duration of the animation of lists and hovers, in milliseconds; screenshots wait for it. */
const fade = 400;

/** A global of the page, in which the functions that use it run. */
declare function getComputedStyle(element: unknown): { color: string };

export class Editor {
  readonly #screenshots: string;
  readonly #backups: string;
  #pictures = 0;
  /** The pending requests of pages in panels. */
  readonly #loading = new Set<Request>();

  /**
   * @param page of a browser
   * @param screenshots the folder for pictures
   * @param backups the folder in which VS Code stores unsaved texts
   */
  constructor(
    readonly page: Page,
    screenshots: string,
    backups: string,
  ) {
    this.#screenshots = screenshots;
    this.#backups = backups;
    rmSync(screenshots, { recursive: true, force: true }); // Those of an earlier run would mislead.
    mkdirSync(screenshots, { recursive: true });
    page.setDefaultTimeout(WAIT_LIMIT_MS);
    page.on('request', (request) => {
      if (new URL(request.url()).hostname.includes('.vscode-resource.')) this.#loading.add(request);
    });
    page.on('requestfinished', (request) => this.#loading.delete(request));
    page.on('requestfailed', (request) => this.#loading.delete(request));
  }

  /** Opens VS Code and waits until it can be used. */
  async load(url: string): Promise<void> {
    this.#loading.clear();
    await this.page.goto(url);
    await this.#ready();
  }

  /**
   * Reloads the window and waits until it can be used. VS Code reopens unsaved texts, and usually the other open ones, whose
   * names it stores only from time to time.
   */
  async reload(): Promise<void> {
    this.#loading.clear();
    await this.page.reload();
    await this.#ready();
  }

  async #ready(): Promise<void> {
    // VS Code shows again the view that was open before.
    const view = '.monaco-workbench :is(.explorer-folders-view, .scm-view) .monaco-list-row';
    await this.page.locator(view).first().waitFor();
  }

  /** Opens VS Code as for the first time, without previously open texts. */
  async loadFromScratch(url: string): Promise<void> {
    await this.page.goto('about:blank');
    const session = await this.page.context().newCDPSession(this.page);
    const storageTypes = 'indexeddb,local_storage,service_workers,cache_storage';
    await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes });
    await session.detach();
    await this.load(url);
  }

  /** Takes a screenshot of the window; its name begins with a consecutive number. */
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

  /** Types text key by key. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 30 });
  }

  /** Presses keys, and repeats that until they have the expected effect. */
  async pressFor(shown: Locator, ...keys: readonly string[]): Promise<void> {
    await waitFor(async () => {
      await this.press(...keys);
      await shown.first().waitFor({ timeout: soon });
    });
  }

  /** Hovers over an element, and repeats that until it has the expected effect. */
  async pointFor(shown: Locator, at: Locator): Promise<void> {
    await waitFor(async () => {
      await this.rest();
      await at.hover({ timeout: soon });
      await shown.first().waitFor({ timeout: soon });
    });
  }

  /** Moves the mouse away from all elements. */
  async rest(): Promise<void> {
    await this.page.mouse.move(300, 10);
  }

  /** Opens a file by "Go to File" and waits for its tab. */
  async open(file: string): Promise<void> {
    const name = file.split('/').at(-1) ?? file;
    await this.#quickly(['Control+P'], file, name);
    await this.tab(name).first().waitFor();
    await this.page.locator('.editor-instance .view-lines .view-line').first().waitFor();
  }

  /** Opens a state file and waits until it is detected. */
  async openStates(file: string): Promise<void> {
    await this.open(file);
    await this.language('Atomic State').waitFor();
  }

  /** Types at the end of a line; lines count from 1. */
  async typeAtEndOf(line: number, text: string): Promise<void> {
    await this.goto(line, 1);
    await this.press('End');
    await this.type(text);
  }

  /** Chooses a theme by its name in the list. */
  async theme(name: string): Promise<void> {
    await this.#quickly(['Control+K', 'Control+T'], name, name);
    await this.#box.waitFor({ state: 'hidden' });
  }

  /** Runs a command of the palette by its full name. */
  async command(title: string): Promise<void> {
    await this.ask(title);
    await this.#box.waitFor({ state: 'hidden' });
  }

  /** Runs a command of the palette that asks for input. */
  async ask(title: string): Promise<void> {
    await this.#quickly(['F1'], `>${title}`, title);
  }

  /** The input of the palette and of all quick picks. */
  get #box(): Locator {
    return this.page.locator('.quick-input-widget input');
  }

  /** A row of a quick pick. */
  row(text: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  /** The focused row of a quick pick. */
  #focused(text: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: text });
  }

  /** Opens a quick pick by keys, fills in its input, and accepts a row. */
  async #quickly(keys: readonly string[], text: string, row: string): Promise<void> {
    let isFirst = true;
    await waitFor(async () => {
      if (!isFirst) await this.press('Escape');
      isFirst = false;
      await this.press(...keys);
      await this.#box.waitFor({ timeout: soon });
      await this.#box.fill(text, { timeout: soon });
      await this.#focused(row).waitFor({ timeout: soon });
      await this.#enter(this.#focused(row));
    });
  }

  /** Accepts the focused row of a quick pick once it is the wanted one. */
  async take(row: string): Promise<void> {
    await this.#focused(row).waitFor();
    await this.#enter(this.#focused(row));
  }

  /** Presses Enter until the question is closed. */
  async #enter(asks: Locator): Promise<void> {
    await waitFor(async () => {
      if (await asks.isVisible()) await this.#box.press('Enter', { timeout: soon });
      await asks.waitFor({ state: 'hidden', timeout: soon });
    });
  }

  /** Selects an entry of a context menu. A menu ignores clicks during its first 100 ms. */
  async takeFromMenu(entry: string): Promise<void> {
    const label = this.page.locator('.action-label', { hasText: entry });
    await label.waitFor();
    await waitFor(async () => {
      if (await label.isVisible()) await label.click({ timeout: soon });
      await label.waitFor({ state: 'hidden', timeout: soon });
    });
  }

  /** Selects a row of a quick pick by typing a part of it. */
  async pick(title: string, row: string): Promise<void> {
    await this.question(title).waitFor();
    await this.row(row).first().waitFor();
    await this.#box.fill(row);
    await this.take(row);
  }

  /** Types the path of a folder into VS Code's dialog, once the dialog has filled in its default. */
  async chooseFolder(path: string): Promise<void> {
    await this.page.locator('.quick-input-widget', { hasText: 'Use This Folder' }).waitFor();
    await this.row('..').first().waitFor();
    do {
      await this.#box.fill(path);
      await this.page.waitForTimeout(1000);
    } while ((await this.#box.inputValue()) !== path);
    await this.#box.press('Enter');
  }

  /** Accepts the path that VS Code's dialog suggests for a file, once it is displayed. */
  async saveAs(path: string, picture?: string): Promise<void> {
    await waitFor(async () =>
      assert.ok((await this.#box.inputValue({ timeout: soon })).endsWith(path), path),
    );
    if (picture !== undefined) await this.picture(picture);
    await this.#enter(this.#box);
  }

  /** Enters another path than the one that VS Code's dialog suggests for a file, once that is displayed. */
  async saveAsOther(suggested: string, path: string): Promise<void> {
    await waitFor(async () =>
      assert.ok((await this.#box.inputValue({ timeout: soon })).endsWith(suggested), suggested),
    );
    await this.#box.fill(path);
    await this.#enter(this.#box);
  }

  /** Enters the name of a new project whose template was selected, and creates it in a new folder. */
  async nameProject(name: string): Promise<void> {
    await this.row('a new folder in').first().waitFor();
    await this.#box.fill(name);
    await this.row(name).first().waitFor();
    await this.take('a new folder in');
  }

  /** The title of a quick pick or an input box. */
  question(title: string): Locator {
    return this.page.locator('.quick-input-title', { hasText: title });
  }

  /** The message below an input box. */
  inputMessage(words: string): Locator {
    return this.page.locator('.quick-input-message', { hasText: words });
  }

  /** Accepts the content of an input box, once there is no other message below it. */
  async confirm(words: string): Promise<void> {
    await this.inputMessage(words).waitFor();
    await this.#enter(this.inputMessage(words));
  }

  /** A modal dialog. */
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
    const place = `:${line}:${column}`;
    await waitFor(async () => {
      await this.press('Control+G');
      await this.#box.fill(place, { timeout: soon });
      await this.#box.press('Enter', { timeout: soon });
      await this.#box.waitFor({ state: 'hidden', timeout: soon });
    });
  }

  /** The active tab, if it is that of a file. */
  tab(name: string): Locator {
    return this.page.locator('.tab.active', { hasText: name });
  }

  /** A line of the text that contains some words; the page contains no-break spaces. */
  line(words: string): Locator {
    return this.page.locator('.view-line', { hasText: words });
  }

  /** The differently coloured pieces of a line, each with its colour. */
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

  /** Waits for a suggestion, and requests it if typing did not open it. */
  async suggested(label: string): Promise<void> {
    await this.suggestion(label)
      .waitFor({ timeout: soon })
      .catch(() => this.pressFor(this.suggestion(label), 'Escape', 'Control+Space'));
  }

  /** Checks that the label of a suggestion is not cut. */
  async seesWholeName(suggestion: Locator): Promise<void> {
    const name = await suggestion.locator('.label-name').boundingBox();
    const room = await suggestion.locator('.main > .left').boundingBox();
    assert.ok(name && room && name.x + name.width <= room.x + room.width, JSON.stringify({ name, room }));
  }

  /** A row of the outline. */
  outline(name: string): Locator {
    return this.page.locator('.outline-pane .monaco-list-row', { hasText: name });
  }

  /** The squiggles of one severity in the text. */
  squiggle(severity: 'error' | 'warning' | 'info'): Locator {
    return this.page.locator(`.squiggly-${severity}`);
  }

  /** The displayed hover. */
  hover(words: string): Locator {
    return this.page.locator('.monaco-hover:visible .hover-contents, .monaco-hover:visible .markdown-hover', {
      hasText: words,
    });
  }

  /** The part of the status bar that names the language. */
  language(name: string): Locator {
    return this.page.locator('[id="status.editor.mode"]', { hasText: new RegExp(`^${name}$`) });
  }

  /** The part of the status bar with the line and column. */
  position(line: number, column: number): Locator {
    return this.page.locator('[id="status.editor.selection"]', { hasText: `Ln ${line}, Col ${column}` });
  }

  /** A notification. */
  notification(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /**
   * Waits until pages in panels are loaded. If one is closed before, VS Code waits for it for half a minute before it loads the
   * next page.
   */
  async loaded(): Promise<void> {
    await waitFor(() => assert.equal(this.#loading.size, 0));
  }

  /**
   * Closes everything without saving, as each test does at its end; reopens the window if that fails.
   *
   * @param failed takes a picture of what is closed
   */
  async tidy(failed: boolean): Promise<void> {
    if (failed) await this.picture('failed');
    try {
      await this.discard();
    } catch (error) {
      console.log(`  The window could not be tidied, and is loaded anew: ${error}`);
      await this.picture('untidy');
      await this.loadFromScratch(this.page.url());
      await this.discard();
    }
  }

  /** Whether VS Code has stored an unsaved text. */
  hasBackup(text: string): boolean {
    return filesBelow(this.#backups).some((file) => readFileSync(file, 'utf8').includes(text));
  }

  /** Reverts all changes and closes all editors. */
  async discard(): Promise<void> {
    await this.rest();
    await this.press('Escape', 'Escape');
    await this.loaded();
    if ((await this.notification('').count()) > 0)
      await this.command('Notifications: Clear All Notifications');
    await this.command('View: Close All Editors');
    const tabs = this.page.locator('.editor-group-container .tab');
    const dontSave = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    await waitFor(async () => {
      if (await dontSave.isVisible()) await dontSave.click({ timeout: soon });
      assert.equal(await tabs.count(), 0, 'all is closed');
    });
    // Otherwise the next window would have the text again.
    await waitFor(() => assert.deepEqual(filesBelow(this.#backups), []));
  }
}

/** The paths of all files below a folder; none if it does not exist. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
