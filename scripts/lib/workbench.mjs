// Actions with the keyboard and the mouse in a VS Code that is shown in a browser.

/** @typedef {import('playwright-core').Page} Page */

/** Settings with which a workbench looks the same in all pictures. */
export const PICTURE_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
};

/** The workbench in a page. */
export class Workbench {
  /** @type {Page} */
  #page;

  constructor(/** @type {Page} */ page) {
    this.#page = page;
  }

  /** Opens a file by its name. */
  async open(/** @type {string} */ name) {
    const page = this.#page;
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').fill(name);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: name }).first().waitFor();
    await page.locator('.editor-instance .view-lines .view-line').first().waitFor();
  }

  /** Runs a command of the palette. */
  async command(/** @type {string} */ title) {
    const page = this.#page;
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill(`>${title}`);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget input').waitFor({ state: 'hidden' });
  }

  /** Moves the cursor to a line. */
  async goTo(/** @type {number} */ line) {
    await this.#page.keyboard.press('Control+G');
    await this.#page.locator('.quick-input-widget input').fill(`:${line}`);
    await this.#page.keyboard.press('Enter');
  }

  /** Closes the panel that has the focus. */
  async closePanel() {
    await this.#page.locator('.tab.active .codicon-close').last().click();
    await this.#page.locator('iframe.webview').first().waitFor({ state: 'detached' });
  }
}
