import assert from 'node:assert/strict';
import { beforeEach, it } from 'mocha';
import type { Editor } from './editor';
import { panelFrame, panelPage, violations } from './panel-page';
import { userSuite } from './suite';

const home = 'quiz-bot/state/0_home.yaml';

/** A user's actions with the preview of a state. */
export function userPreviewSuite(editor: Editor): void {
  const { page } = editor;

  const frame = () => panelPage(page);
  const name = (text: string) => frame().locator('h1', { hasText: text });

  userSuite(editor, 'a user of the preview', () => {
    beforeEach(async () => {
      await editor.openStates(home);
      await editor.goto(5, 1);
      await page.locator('.editor-actions [aria-label*="Open State Preview"]').first().click();
      await name('home_state').waitFor();
    });

    it('sees the text with its expressions, and the targets of buttons', async () => {
      await frame().locator('.markdown', { hasText: 'Hello 🎉🎉' }).waitFor();
      await frame().locator('.markdown .chip', { hasText: 'context.player_name' }).waitFor();
      const start = frame().locator('.row button', { hasText: 'Start' });
      assert.equal(await start.getAttribute('title'), 'Event: start_quiz\ngoes to question_state');
      await editor.picture('preview');
    });

    it('sees changes while typing, even in text with errors', async () => {
      await editor.goto(5, 18);
      await editor.type('dear {{');
      await frame().locator('.markdown', { hasText: 'dear' }).waitFor();
      await frame().locator('.markdown .chip.broken').waitFor();
      await editor.picture('preview-typed');
    });

    it('opens the source of a button by a click, and of an expression by a key', async () => {
      await frame().locator('.row button', { hasText: 'Home' }).click();
      await editor.position(9, 9).waitFor();
      await frame().locator('.row button.here', { hasText: 'Home' }).waitFor();
      await frame().locator('.markdown .chip').focus();
      await page.keyboard.press('Enter');
      await editor.position(5, 21).waitFor();
    });

    it('moves to another state and sees its preview', async () => {
      await editor.open('quiz-bot/state/1_question.yaml');
      await name('question_state').waitFor();
      await frame().locator('.bubble.user', { hasText: 'answer' }).waitFor();
      await editor.picture('preview-other');
      await editor.open('quiz-bot/main.yaml');
      await name('question_state').waitFor();
      await editor.open(home);
      await name('home_state').waitFor();
    });

    it('has the panel after the window is reloaded', async () => {
      // VS Code in a browser stores the open editors every five seconds.
      await page.waitForTimeout(6500);
      await editor.loaded();
      await page.reload();
      await name('home_state').waitFor();
      await frame().locator('.row button', { hasText: 'Start' }).waitFor();
    });

    it('reads it in every theme', async () => {
      for (const theme of ['Light Modern', 'Dark Modern', 'Dark High Contrast', 'Light High Contrast']) {
        await editor.theme(theme);
        await name('home_state').waitFor();
        await editor.picture(`preview-${theme.toLowerCase().replaceAll(' ', '-')}`);
        assert.deepEqual(await violations(await panelFrame(page, 'h1')), [], theme);
      }
      await editor.theme('Light Modern');
    });
  });
}
