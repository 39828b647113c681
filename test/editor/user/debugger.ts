import { afterEach, it } from 'mocha';
import type { Editor } from './editor';
import { userSuite } from './suite';

const home = 'quiz-bot/state/0_home.yaml';

/** What a user does with the debugger. */
export function userDebuggerSuite(editor: Editor): void {
  const { page } = editor;

  const toolbar = page.locator('.debug-toolbar');
  const button = (icon: string) => toolbar.locator(`.codicon-debug-${icon}`);
  const stoppedLine = page.locator('.debug-top-stack-frame-line');
  const variable = (text: string) =>
    page.locator('.debug-variables .monaco-list-row', { hasText: text }).first();

  userSuite(editor, 'a user of the debugger', () => {
    afterEach(async () => {
      if (await toolbar.isVisible()) await button('stop').first().click();
      await toolbar.waitFor({ state: 'hidden' });
    });

    it('stops at a breakpoint with F5 alone, sees values, and steps back', async () => {
      await editor.openStates(home);
      await editor.goto(4, 3);
      await editor.press('F9');
      await page.locator('.codicon-debug-breakpoint').first().waitFor();
      await editor.pressFor(toolbar, 'F5');
      await stoppedLine.first().waitFor();
      await variable('player_name').waitFor();
      await editor.picture('debug-stopped');
      await button('step-back').first().click();
      await page.locator('.debug-call-stack .monaco-list-row', { hasText: 'outputs' }).first().waitFor();
      await editor.picture('debug-stepped-back');
    });
  });
}
