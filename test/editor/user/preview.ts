import assert from 'node:assert/strict';
import { source } from 'axe-core';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Frame, FrameLocator } from 'playwright-core';
import type { Editor } from './editor';

const home = 'quiz-bot/state/0_home.yaml';

/** What a user does with the preview of a state, in its page. */
export function previewSuite(editor: Editor): void {
  const { page } = editor;

  /** The page inside of the panel: VS Code puts one frame into another. */
  const frame = (): FrameLocator => page.frameLocator('iframe.webview').frameLocator('#active-frame');
  const name = (text: string) => frame().locator('h1', { hasText: text });

  const frameOf = async (): Promise<Frame> => {
    const outer = await page.locator('iframe.webview').elementHandle();
    const inner = await (await outer?.contentFrame())?.waitForSelector('#active-frame', {
      state: 'attached',
    });
    const content = await inner?.contentFrame();
    assert.ok(content);
    return content;
  };

  describe('a user of the preview', () => {
    beforeEach(async () => {
      await editor.open(home);
      await editor.language('Atomic State').waitFor();
      await editor.goto(5, 1);
      await page.locator('.editor-actions [aria-label*="Open Preview of the State"]').first().click();
      await name('home_state').waitFor();
    });

    afterEach(async function () {
      if (this.currentTest?.state === 'failed') {
        await editor.picture('failed');
      }
      await page.locator('.editor-group-container .tab', { hasText: '0_home.yaml' }).first().click();
      await editor.discard();
    });

    it('sees the text with its expressions, and the buttons with where they lead', async () => {
      await frame().locator('.markdown', { hasText: 'Hello 🎉🎉' }).waitFor();
      await frame().locator('.markdown .chip', { hasText: 'context.player_name' }).waitFor();
      const start = frame().locator('.row button', { hasText: 'Start' });
      assert.equal(await start.getAttribute('title'), 'Event: start_quiz\nleads to question_state');
      await editor.picture('preview');
    });

    it('types and sees it, also while the text has errors', async () => {
      await editor.goto(5, 18);
      await editor.type('dear {{');
      await frame().locator('.markdown', { hasText: 'dear' }).waitFor();
      await frame().locator('.markdown .chip.broken').waitFor();
      await editor.picture('preview-typed');
    });

    it('goes to the source of a button by a click, and of an expression by a key', async () => {
      await frame().locator('.row button', { hasText: 'Home' }).click();
      await editor.position(9, 9).waitFor();
      await frame().locator('.row button.here', { hasText: 'Home' }).waitFor();
      await frame().locator('.markdown .chip').focus();
      await page.keyboard.press('Enter');
      await editor.position(5, 21).waitFor();
    });

    it('moves to another state and sees that', async () => {
      await editor.open('quiz-bot/state/1_question.yaml');
      await name('question_state').waitFor();
      await frame().locator('.bubble.user', { hasText: 'answer' }).waitFor();
      await editor.picture('preview-other');
      await editor.open('quiz-bot/main.yaml');
      await name('question_state').waitFor();
      await editor.open(home);
      await name('home_state').waitFor();
    });

    it('finds it again after a reload of the window', async function () {
      this.timeout(180_000);
      // VS Code in a browser writes down what is open every five seconds.
      await page.waitForTimeout(6500);
      await page.reload();
      await name('home_state').waitFor({ timeout: 120_000 });
      await frame().locator('.row button', { hasText: 'Start' }).waitFor();
    });

    it('can read it in every theme', async function () {
      this.timeout(120_000);
      for (const theme of ['Light Modern', 'Dark Modern', 'Dark High Contrast', 'Light High Contrast']) {
        await editor.theme(theme);
        await name('home_state').waitFor();
        await editor.picture(`preview-${theme.toLowerCase().replaceAll(' ', '-')}`);
        const content = await frameOf();
        await content.evaluate(source);
        assert.deepEqual(await content.evaluate(violations), [], theme);
      }
      await editor.theme('Light Modern');
    });
  });
}

declare const axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

/** Runs in the page, after axe: what it has to say. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
