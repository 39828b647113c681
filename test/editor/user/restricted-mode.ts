import { after, beforeEach, describe, it } from 'mocha';
import type { Editor } from './editor';
import { panelPage } from './panel-page';

/** A folder that the author does not trust. */
export function restrictedModeSuite(editor: Editor, url: string, trustedUrl: string): void {
  const { page } = editor;

  describe('in restricted mode', () => {
    beforeEach(() => editor.loadFromScratch(url));
    after(() => editor.loadFromScratch(trustedUrl));

    it('runs nothing until the folder is trusted', async () => {
      const dialog = editor.dialog('Do you trust the authors');
      await dialog.waitFor();
      await editor.answer(dialog, "No, I don't trust the authors");
      await editor.openStates('trivia/state/2_question.yaml');
      const trust = panelPage(page).locator('.nothing button', { hasText: 'Manage Workspace Trust' });
      await editor.ask('Atomic State: Compare with Branch or Commit…');
      await page.locator('.tab.active', { hasText: 'HEAD' }).waitFor();
      await trust.waitFor();
      await editor.picture('restricted-compare');
      await editor.press('Control+W');
      await editor.tab('2_question.yaml').waitFor();
      // The graph edits the text, which runs nothing.
      await page.locator('.editor-actions [aria-label*="Open State Graph"]').first().click();
      await panelPage(page).locator('.node.selected').waitFor();
      await panelPage(page).locator('.canvas').focus();
      await page.keyboard.press('e');
      await editor.pick('Edit State Graph', 'Make Final State');
      await panelPage(page).locator('.node.selected[aria-label*="final state"]').waitFor();
      await editor.picture('restricted-edit');
      await page.keyboard.press('Control+z');
      await panelPage(page)
        .locator('.node.selected[aria-label*="final state"]')
        .waitFor({ state: 'detached' });
      await page.locator('.tab', { hasText: '(States)' }).click();
      await editor.press('Control+W');
      await editor.tab('2_question.yaml').waitFor();
      await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
      await trust.waitFor();
      await editor.picture('restricted-run');
      await editor.tab('2_question.yaml').click();
      await editor.press('F5');
      // VS Code itself asks before it debugs.
      const question = page.locator('.monaco-dialog-box');
      await question.waitFor();
      await editor.picture('restricted-debug');
      await editor.press('Escape');
      await question.waitFor({ state: 'detached' });
      await editor.command('Testing: Focus on Test Explorer View');
      await page.locator('.test-explorer .monaco-list-row', { hasText: 'trivia' }).first().waitFor();
      await editor.command('Test: Run All Tests');
      // Also for tests, VS Code itself asks first.
      await question.waitFor();
      await editor.picture('restricted-tests');
      await editor.press('Escape');
      await question.waitFor({ state: 'detached' });
      await page.locator('.test-explorer .codicon-testing-queued-icon').waitFor({ state: 'detached' });
      await editor.command('View: Show Explorer');
      await page.locator('.tab', { hasText: 'Run' }).first().click();
      await trust.click();
      const grant = page.locator(
        '.workspace-trust-buttons-row a, .workspace-trust-buttons-row .monaco-button',
        {
          hasText: /^Trust$/,
        },
      );
      await grant.first().waitFor();
      await editor.picture('restricted-trust');
      await grant.first().click();
      await page.locator('.tab', { hasText: 'Run' }).first().click();
      await panelPage(page).locator('.composer form.form').waitFor();
      await editor.picture('restricted-trusted');
    });
  });
}
