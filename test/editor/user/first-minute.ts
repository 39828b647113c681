import assert from 'node:assert/strict';
import { it } from 'mocha';
import { delay } from '../wait-for';
import type { Editor } from './editor';
import { panelPage } from './panel-page';
import { userSuite } from './suite';

const home = 'trivia/state/1_home.yaml';

/** Of the walkthrough. */
const STEPS = [
  'Create a project',
  'Write a state',
  'Fix problems',
  'See the state graph',
  'Try it',
  'Test it and export it',
];

/** The first minute of the README, sentence by sentence, in its example. */
export function firstMinuteSuite(editor: Editor): void {
  /** The cursor is in `next_question`, the event of the button. */
  const onEvent = async () => {
    await editor.openStates(home);
    await editor.goto(25, 22);
  };

  userSuite(editor, 'a user in the first minute', () => {
    it('goes with F12 from a button to its transition in another file, and then to the target', async () => {
      await onEvent();
      await editor.pressFor(editor.hover('next_question'), 'Control+K', 'Control+I');
      await editor.picture('minute-hover');
      await editor.press('Escape');
      await editor.pressFor(editor.tab('main.yaml'), 'F12');
      await editor.position(18, 3).waitFor();
      await editor.picture('minute-transition');
      await editor.press('End');
      await editor.pressFor(editor.tab('2_question.yaml'), 'F12');
      await editor.position(1, 1).waitFor();
      await editor.picture('minute-state');
    });

    it('renames the event in both files', async () => {
      await onEvent();
      const box = editor.page.locator('.rename-box input');
      await editor.pressFor(box, 'F2');
      await box.fill('begin');
      await editor.picture('minute-rename');
      await editor.press('Enter');
      await editor.line('on_click: begin').waitFor();
      await editor.open('trivia/main.yaml');
      await editor.line('begin: question').waitFor();
      await editor.picture('minute-renamed');
    });

    it('sees the state graph', async () => {
      await onEvent();
      await editor.command('Atomic State: Open State Graph');
      const drawn = () => panelPage(editor.page).locator('.node.selected[aria-label^="home,"]');
      await drawn().waitFor();
      await editor.picture('minute-graph');
    });

    it('starts with the walkthrough', async () => {
      await editor.ask('Welcome: Open Walkthrough...');
      await editor.row('Get Started with Atomic State').click();
      await editor.page.locator('.getting-started-step', { hasText: 'Create a project' }).first().waitFor();
      await editor.picture('minute-walkthrough');
      for (const [index, step] of STEPS.entries()) {
        const row = editor.page.locator('.getting-started-step', { hasText: step }).first();
        await row.click();
        await editor.page.locator('.getting-started-step.expanded', { hasText: step }).waitFor();
        // Markdown except links is shown unchanged.
        assert.doesNotMatch((await row.textContent()) ?? '', /[`*]/);
        await editor.page.locator('.getting-started-media img').first().waitFor();
        await editor.picture(`minute-walkthrough-${index + 1}`);
      }
    });

    it('sees templates where a state can begin', async () => {
      await editor.openStates(home);
      await editor.press('Control+End');
      await editor.position(26, 1).waitFor();
      await editor.press('Enter');
      await editor.position(27, 1).waitFor();
      await editor.type('atomic');
      await editor.position(27, 7).waitFor();
      const templates = editor.page.locator('.suggest-widget.visible .monaco-list-row');
      await templates.nth(3).waitFor();
      await editor.seesWholeName(templates.first());
      await editor.type('-state-');
      await editor.position(27, 14).waitFor();
      await templates.nth(3).waitFor();
      // The list closes only after the answer of the server.
      await delay(1500);
      await editor.picture('minute-templates');
      assert.ok((await templates.count()) > 3, 'the list is still there');
    });
  });
}
