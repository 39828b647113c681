import assert from 'node:assert/strict';
import { afterEach, it } from 'mocha';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelPage } from './panel-page';
import { userSuite } from './suite';

const home = 'quiz-bot/state/0_home.yaml';

/** A user's actions with the debugger. */
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

    it('answers in the panel of the conversation', async () => {
      const frame = () => panelPage(page);
      const notice = (text: string) => frame().locator('.notice.debugging', { hasText: text });
      await editor.openStates(home);
      await editor.pressFor(toolbar, 'F5');
      await notice('waits for you').waitFor();
      await waitFor(async () => assert.equal(await frame().locator('.tools').isVisible(), false));
      assert.equal(await frame().locator('.heading[aria-expanded="false"]').count(), 2);
      await editor.picture('debug-conversation');
      await frame().locator('.row button').first().click();
      await frame().locator('.bubble.user').first().waitFor();
      await editor.picture('debug-conversation-clicked');
      await button('stop').first().click();
      await notice('has ended').waitFor();
      await editor.picture('debug-conversation-ended');
    });

    it('stops at a breakpoint after F5 without a configuration, sees values and steps back', async () => {
      await editor.openStates(home);
      await editor.goto(4, 3);
      await editor.press('F9');
      await page.locator('.codicon-debug-breakpoint').first().waitFor();
      await editor.pressFor(toolbar, 'F5');
      await stoppedLine.first().waitFor();
      await variable('player_name').waitFor();
      await panelPage(page).locator('.notice.debugging', { hasText: 'Paused by the debugger' }).waitFor();
      await editor.picture('debug-stopped');
      const name = page.locator('.view-line span span', { hasText: 'score' }).first();
      await editor.pointFor(page.locator('.debug-hover-widget .value', { hasText: '0' }), name);
      await editor.picture('debug-hover');
      await editor.rest();
      await button('step-back').first().click();
      await page.locator('.debug-call-stack .monaco-list-row', { hasText: 'outputs' }).first().waitFor();
      await editor.picture('debug-stepped-back');
    });
  });
}
