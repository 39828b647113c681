import { afterEach, it } from 'mocha';
import type { Editor } from './editor';
import { userSuite } from './suite';

const home = 'quiz-bot/state/0_home.yaml';
const question = 'quiz-bot/state/1_question.yaml';

/** What a user does with the debugger. */
export function userDebuggerSuite(editor: Editor): void {
  const { page } = editor;

  const toolbar = page.locator('.debug-toolbar');
  const button = (name: string) => toolbar.locator(`.action-label[aria-label^="${name}"]`);
  const stoppedLine = page.locator('.debug-top-stack-frame-line');
  const variable = (text: string) =>
    page.locator('.debug-variables .monaco-list-row', { hasText: text }).first();
  const printed = (text: string) => page.locator('.repl-tree .monaco-list-row', { hasText: text }).first();

  /** Starts by F5 and waits until it has stopped. */
  const start = async () => {
    await editor.pressFor(toolbar, 'F5');
    await stoppedLine.first().waitFor();
  };
  const inConsole = async (text: string) => {
    await page.locator('.repl-input-wrapper .view-lines').click();
    await editor.type(text);
  };

  userSuite(editor, 'a user of the debugger', () => {
    afterEach(async () => {
      if (await toolbar.isVisible()) {
        await button('Stop').click();
        await toolbar.waitFor({ state: 'hidden' });
      }
      await editor.command('Debug: Remove All Breakpoints');
      await editor.command('View: Show Explorer');
    });

    it('stops at a breakpoint with F5 alone, sees values, and steps back', async () => {
      await editor.openStates(home);
      await editor.goto(4, 3);
      await editor.press('F9');
      await page.locator('.codicon-debug-breakpoint').first().waitFor();
      await start();
      await variable('player_name').waitFor();
      await editor.picture('debug-stopped');
      // The value of the context variable is shown after its line.
      await page.locator('.view-line', { hasText: 'score' }).first().waitFor();
      await editor.pointFor(
        page.locator('.debug-hover-widget', { hasText: '""' }),
        editor.line('player_name').locator('span > span', { hasText: 'player_name' }).first(),
      );
      await editor.picture('debug-hover');
      await editor.rest();
      await button('Step Back').click();
      await page.locator('.debug-call-stack .monaco-list-row', { hasText: 'outputs' }).waitFor();
      await editor.picture('debug-stepped-back');
    });

    it('talks to the agent and evaluates in the console', async () => {
      await editor.openStates(question);
      await editor.goto(15, 3);
      await editor.press('F9');
      await editor.pressFor(toolbar, 'F5');
      await printed('ready?').waitFor();
      await inConsole(':cl');
      await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: ':click' }).waitFor();
      await editor.picture('debug-console-commands');
      await editor.press('Escape');
      await editor.type('ick 1');
      await editor.press('Enter');
      await stoppedLine.first().waitFor();
      await inConsole('context.score + 41');
      await editor.press('Enter');
      await printed('42').waitFor();
      await editor.picture('debug-console');
      await button('Reverse').click();
      await page.locator('.debug-call-stack .monaco-list-row').first().waitFor();
      await editor.picture('debug-reversed');
    });
  });
}
