import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, it } from 'mocha';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelFrame, panelPage, violations } from './panel-page';
import { userSuite } from './suite';

const question = 'trivia/state/2_question.yaml';

/** An author's actions with a conversation. */
export function userRunSuite(editor: Editor, workspace: string, settings: string): void {
  const { page } = editor;

  const frame = () => panelPage(page);
  const bubble = (text: string) => frame().locator('.bubble.agent', { hasText: text }).last();
  const button = (name: string) => frame().locator('.turn:last-child .row button', { hasText: name });
  const tool = (name: string) => frame().locator(`.tools [aria-label^="${name}"]`);
  const step = (text: string) => frame().locator('.trace .step', { hasText: text }).last();
  const value = (text: RegExp) => frame().locator('dt.changed:has-text("score") + dd', { hasText: text });

  const run = async () => {
    await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
    await frame().locator('.composer form.form').waitFor();
  };

  /** Fills in the form, and begins the quiz. */
  const begin = async () => {
    await frame().locator('.composer input').fill('Ada');
    await page.keyboard.press('Enter');
    await bubble('Hello Ada!').waitFor();
    await button('Start').click();
    await button('True').waitFor();
  };

  userSuite(editor, 'an author who runs an automata', () => {
    beforeEach(async () => {
      await editor.openStates(question);
      await run();
    });

    it('plays a conversation to its end and enters the results of tasks', async () => {
      await frame().locator('.composer input').fill('A name that is much longer than forty characters');
      await page.keyboard.press('Enter');
      await frame().locator('.composer .problem', { hasText: 'at most 40 characters' }).waitFor();
      await editor.picture('run-form');
      await frame().locator('.composer input').fill('A name');
      await frame().locator('.composer .problem').waitFor({ state: 'hidden' });
      await begin();
      await editor.picture('run-question');
      for (const right of ['True', 'False', 'True']) {
        await button(right).click();
        await button('Next').waitFor();
        await step('compare').waitFor();
        if (right === 'True') await value(/^\d . \d$/).waitFor();
        await button('Next').click();
        await waitFor(async () => assert.equal(await button('Next').count(), 0));
      }
      await frame().locator('.composer .asks', { hasText: 'congratulate' }).waitFor();
      await editor.picture('run-task');
      await frame().locator('.composer textarea').fill('# Result\n\n**Well done**, Ada!');
      await page.keyboard.press('Enter');
      await frame().locator('.composer .asks', { hasText: 'say_it' }).waitFor();
      await page.keyboard.press('Enter');
      await bubble('Well done, Ada!').locator('strong').waitFor();
      const heading = await bubble('Well done, Ada!').locator('h1').boundingBox();
      assert.ok(heading && heading.width > 20, 'a heading is visible');
      await frame().locator('.media.audio').waitFor();
      await frame().locator('.composer .say input').fill('thanks');
      await page.keyboard.press('Enter');
      await frame().locator('.bubble.user', { hasText: 'thanks' }).waitFor();
      await editor.picture('run-end');
    });

    it('takes a transition by a click in the state graph', async () => {
      await frame().locator('.composer input').fill('Ada');
      await page.keyboard.press('Enter');
      await bubble('Hello Ada!').waitFor();
      await editor.tab('2_question.yaml').click();
      await page.locator('.editor-actions [aria-label*="Open State Graph"]').first().click();
      const running = (name: string) => frame().locator(`.node.running[aria-label^="${name},"]`);
      await running('home').waitFor();
      await frame().locator('.edge.open .label').first().click({ force: true });
      await running('question').waitFor();
      await editor.picture('run-graph');
      // The same with keys.
      await frame().locator('.canvas').focus();
      await waitFor(async () => {
        await page.keyboard.press('t');
        await frame()
          .locator('.edge.selected.open[aria-selected="true"][aria-label^="answer from question"]')
          .waitFor({ timeout: 1000 });
      });
      await editor.picture('run-graph-key');
      // The label of a state contains its name and special properties; its texts are shortened.
      const rules = { 'label-content-name-mismatch': { enabled: false } };
      assert.deepEqual(await violations(await panelFrame(page, '.edge.selected'), { rules }), []);
      await page.keyboard.press('Enter');
      // Two buttons raise the event.
      await editor.take('True');
      await running('correct').and(frame().locator('.selected')).waitFor();
      await page.locator('.tab', { hasText: 'Run trivia' }).click();
      await frame().locator('.bubble.user', { hasText: 'True' }).waitFor();
      await button('Next').click();
      await button('True').waitFor();
      await page.locator('.tab', { hasText: '(States)' }).click();
      await frame().locator('.node[aria-label^="question,"] .times', { hasText: '×' }).waitFor();
      await editor.picture('run-graph-counts');
    });

    it('steps back, and opens the source of a step', async () => {
      await begin();
      await button('True').click();
      await button('Next').waitFor();
      await step('compare').locator('button').click();
      await editor.position(28, 7).waitFor();
      await frame()
        .locator('.turn', { hasText: 'Hello Ada!' })
        .locator('button', { hasText: 'Go Back Here' })
        .click();
      await button('Start').click();
      await button('True').waitFor();
      await frame()
        .locator('.turn', { hasText: 'Start' })
        .locator('button', { hasText: 'Resend' })
        .first()
        .waitFor();
      await tool('Restart').click();
      await frame().locator('.composer form.form').waitFor();
    });

    it('edits the text during a conversation and sees what changes', async () => {
      await begin();
      await button('True').click();
      await bubble('Right! That makes 1.').waitFor();
      await editor.tab('2_question.yaml').click();
      await editor.goto(52, 12);
      await editor.type('Very ');
      await frame().locator('.notice.changed').waitFor();
      await frame().locator('.before', { hasText: 'Right! That makes 1.' }).waitFor();
      await frame().locator('.turn.changed > .bubble.agent', { hasText: 'Very' }).waitFor();
      await editor.picture('run-edited');
      await frame().locator('.notice.changed button').click();
      await waitFor(async () => assert.equal(await frame().locator('.before').count(), 0));
      await button('Next').waitFor();
    });

    it('sees values of the conversation in the text if the setting is on', async () => {
      const original = readFileSync(settings, 'utf8');
      writeFileSync(
        settings,
        JSON.stringify({ ...JSON.parse(original), 'atomicState.run.showValues': true }),
      );
      try {
        await begin();
        await button('True').click();
        await button('Next').waitFor();
        await editor.tab('2_question.yaml').click();
        await editor.goto(52, 41);
        await editor.line('Right! That makes').getByText('run: 1').waitFor();
        await editor.pressFor(editor.hover('Value in the last run'), 'Control+K', 'Control+I');
        await editor.picture('run-values');
      } finally {
        writeFileSync(settings, original);
      }
    });

    it('starts from a state with its code lens', async () => {
      await begin();
      await editor.tab('2_question.yaml').click();
      await editor.goto(1, 1);
      const lens = page.locator('.codelens-decoration', { hasText: '3 incoming' });
      await lens.locator('a', { hasText: 'Run from here' }).click();
      // With the last context of the state.
      await frame().locator('.notice', { hasText: 'Started in question, with a context' }).waitFor();
      await bubble('An automata starts at').waitFor();
      await tool('Start From').click();
      await frame().locator('.start select').selectOption('wrong');
      await frame().locator('.start textarea').fill('{"answer": "maybe", "current": 1}');
      await editor.picture('run-start');
      await frame().locator('.start button', { hasText: 'Start Here' }).click();
      await bubble('You said maybe.').waitFor();
    });

    it('saves the conversation as a scenario', async () => {
      await begin();
      const path = join(workspace, 'trivia', 'conversation.scenario.yaml');
      rmSync(path, { force: true });
      await tool('Save as Scenario').click();
      await editor.saveAs(path);
      await waitFor(() => assert.ok(existsSync(path)));
      assert.match(
        readFileSync(path, 'utf8'),
        /automata: main\.yaml[\s\S]*user_name: Ada[\s\S]*click: Start/,
      );
      rmSync(path);
    });

    it('has the panel after the window is reloaded', async () => {
      await begin();
      // VS Code in a browser stores the open editors every five seconds.
      await page.waitForTimeout(6500);
      await editor.loaded();
      await page.reload();
      await button('True').waitFor();
      await bubble('Hello Ada!').waitFor();
    });

    it('plays with the keyboard, with labels for screen readers', async () => {
      const focused = () => frame().locator(':focus');
      await page.keyboard.type('Ada');
      await page.keyboard.press('Enter');
      await bubble('Hello Ada!').waitFor();
      await focused().getByText('Start').waitFor();
      await page.keyboard.press('Enter');
      await focused().getByText('True').waitFor();
      await page.keyboard.press('Tab');
      await focused().getByText('False').waitFor();
      await page.keyboard.press('Enter');
      await focused().getByText('Next').waitFor();
      const spoken = await frame().locator('main').ariaSnapshot();
      for (const part of [
        '- heading "Conversation" [level=1]',
        '- toolbar "Conversation tools"',
        '- log "Messages"',
        '- button "home"',
        '- button "Resend"',
        '- group "Trace and context"',
        '- region "Trace"',
        '- region "Context"',
      ])
        assert.ok(spoken.includes(part), `${part} in\n${spoken}`);
      assert.doesNotMatch(
        spoken,
        /- (?:button|textbox|combobox|link)(?: \[[^\]]*\])*$/m,
        'each control has a name',
      );
      // All content can be scrolled into view.
      const reached = new Set<string>();
      for (let at = 0; at < 40; at++) {
        await page.keyboard.press('Shift+Tab');
        if ((await focused().count()) === 0) continue;
        reached.add((await focused().getAttribute('aria-label')) ?? (await focused().textContent()) ?? '');
      }
      for (const name of ['Restart', 'Start From…', 'Save as Scenario…', 'Go Back Here', 'Resend'])
        assert.ok(reached.has(name), `${name} in ${[...reached]}`);
      await editor.picture('run-keys');
    });

    it('sees the sender and answers with a suggested reply', async () => {
      const path = join(workspace, 'replies.automata.yaml');
      writeFileSync(
        path,
        'initial: ask\nstates:\n  ask:\n    inputs: {said: {type: IM}}\n    render:\n      text: \'You said {{said ?? "nothing"}}.\'\n' +
          '      sender: {name: Mia, avatar: https://example.com/mia.png}\n      suggested_reply: [Tell me more, Stop]\n    transitions: {CHAT: ask}\n',
      );
      await editor.openStates('replies.automata.yaml');
      await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
      await bubble('You said nothing.').waitFor();
      await frame().locator('.sender .name', { hasText: 'Mia' }).waitFor();
      await frame().locator('.replies button', { hasText: 'Tell me more' }).click();
      await bubble('You said Tell me more.').waitFor();
      await frame().locator('.bubble.user', { hasText: 'Tell me more' }).waitFor();
      assert.equal(await frame().locator('.replies button:disabled').count(), 2);
      await editor.picture('run-replies');
      assert.deepEqual(await violations(await panelFrame(page, '.log')), []);
      rmSync(path);
    });

    it('reads it in every theme', async () => {
      await begin();
      await button('True').click();
      await button('Next').waitFor();
      for (const theme of ['Light Modern', 'Dark Modern', 'Dark High Contrast', 'Light High Contrast']) {
        await editor.theme(theme);
        await bubble('Right!').waitFor();
        await editor.picture(`run-${theme.toLowerCase().replaceAll(' ', '-')}`);
        assert.deepEqual(await violations(await panelFrame(page, '.log')), [], theme);
      }
      await editor.theme('Light Modern');
    });
  });
}
