import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import type { FrameLocator, Locator } from 'playwright-core';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelPage } from './panel-page';
import { userSuite } from './suite';

/** A form with a default text and choices, a prompt, and an end. */
const AGENT = `type: automata
initial: order
context:
  orders: 0
states:
  order:
    inputs:
      name:
        type: text
        user_input: true
        default_value: friend
        validations:
          - max_length: 10
      size: { type: text, user_input: true, choices: [small, medium, large] }
    outputs:
      context.orders: '{{context.orders + 1}}'
    render:
      text: 'A {{size}} one for {{name}}.'
      buttons:
        - content: Ask the cook
          on_click: cook
    transitions:
      cook: cook
  cook:
    tasks:
      - name: reply
        module_type: LLMModule
        module_config:
          model: gpt-4
          system_prompt: You are a cook.
          user_prompt: 'Say that order {{context.orders}} is ready.'
          output_name: words
    outputs:
      context.orders: '{{context.orders + 1}}'
    render:
      text: '{{words}}'
      buttons:
        - content: Thanks
          on_click: leave
    transitions:
      leave: bye
  bye:
    properties: { is_final: true }
    render:
      text: Goodbye.
`;

const NAME = 'pizzeria.automata.yaml';

/**
 * The panels as an author meets them in the first hour.
 *
 * @param workspace the path of the open folder
 */
export function panelsSuite(editor: Editor, workspace: string): void {
  const { page } = editor;
  const folder = join(workspace, 'pizzeria');

  const frame = () => panelPage(page);
  const button = (name: string) => frame().locator('.turn:last-child .row button', { hasText: name });
  const choice = (name: string) => frame().locator('label.choice', { hasText: name });
  const bubble = (text: string) => frame().locator('.bubble.agent', { hasText: text }).last();

  const run = async () => {
    await editor.openStates(`pizzeria/${NAME}`);
    await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
    await choice('large').waitFor();
  };
  const order = async () => {
    await choice('large').click();
    await frame().locator('.composer button[type="submit"]').click();
    await bubble('A large one for friend.').waitFor();
  };
  const ratio = async (part: Locator) => {
    const all = await frame().locator('body').boundingBox();
    const one = await part.boundingBox();
    assert.ok(all && one);
    return { height: one.height / all.height, isInside: one.y + one.height <= all.y + all.height };
  };
  /** Pages of all visible panels. */
  const pages = async (): Promise<FrameLocator[]> => {
    const count = await page.locator('iframe.webview').count();
    return Array.from({ length: count }, (_, at) =>
      page.locator('iframe.webview').nth(at).contentFrame().frameLocator('#active-frame'),
    );
  };

  userSuite(editor, 'an author with the panels', () => {
    before(() => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, NAME), AGENT);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it('sees which unopened files are state files', async () => {
      const file = (label: string) =>
        page.locator(`.explorer-folders-view .monaco-icon-label[aria-label*="${label}"]`);
      await editor.openStates('quiz-bot/state/0_home.yaml');
      await file('1_question.yaml • ').waitFor();
      // An open one has the icon of its language instead.
      await file('0_home.yaml').waitFor();
      assert.equal(await file('0_home.yaml • ').count(), 0);
      await editor.open('other/values.yaml');
      await file('values.yaml').waitFor();
      assert.equal(await file('workflow.yaml • ').count(), 0);
      await editor.picture('panels-badges');
    });

    it('selects a choice with the first click', async () => {
      await run();
      for (const name of ['large', 'small', 'medium']) {
        await editor.line('type: automata').click();
        await editor.position(1, 1).or(page.locator('[id="status.editor.selection"]')).first().waitFor();
        await choice(name).click();
        await waitFor(async () => assert.equal(await choice(name).locator('input').isChecked(), true, name));
      }
      assert.equal(await frame().locator('.label .mark', { hasText: 'required' }).count(), 2);
      await editor.picture('panels-form');
    });

    it('sees what is wrong with a form once, at its field, and saves a scenario without that form', async () => {
      await run();
      const problems = frame().getByText('at most 10 characters');
      await choice('small').click();
      await frame().locator('.composer input[type="text"]').fill('somebody whose name is long');
      await page.keyboard.press('Enter');
      await problems.waitFor();
      await editor.picture('panels-refused');
      assert.equal(await problems.count(), 1);
      assert.equal(await frame().locator('.bubble').count(), 0);
      await frame().locator('.composer input[type="text"]').fill('Ada');
      await page.keyboard.press('Enter');
      await bubble('A small one for Ada.').waitFor();
      assert.equal(await frame().locator('.bubble.user').count(), 1);

      const path = join(folder, 'ada.scenario.yaml');
      await frame().locator('.tools [aria-label^="Save as Scenario"]').click();
      await editor.saveAsOther('conversation.scenario.yaml', join(folder, 'ada'));
      await waitFor(() => assert.ok(existsSync(path)));
      const text = readFileSync(path, 'utf8');
      assert.match(text, /name: Ada/);
      assert.doesNotMatch(text, /somebody/);
      const saved = editor.notification('ada.scenario.yaml');
      await saved.waitFor();
      await editor.picture('panels-saved');
      await saved.locator('.monaco-button', { hasText: 'Run Scenario' }).click();
      await page.locator('.testing-run-glyph.codicon-testing-passed-icon').first().waitFor();
      await editor.picture('panels-saved-run');
      rmSync(path);
    });

    it('has space for the conversation beside the text and above a panel', async () => {
      const size = page.viewportSize();
      await page.setViewportSize({ width: 1100, height: 760 });
      try {
        await run();
        await editor.command('View: Toggle Primary Side Bar Visibility');
        await waitFor(async () => {
          const width = (await frame().locator('body').boundingBox())?.width ?? 0;
          assert.ok(width > 490 && width < 560, `${width} px`);
        });
        await order();
        assert.equal(
          await frame()
            .locator('.tools')
            .evaluate((row) => row.children.length),
          6,
        );
        assert.ok(((await frame().locator('.tools').boundingBox())?.height ?? 99) < 45, 'one row');
        assert.ok((await ratio(frame().locator('.chat-column'))).height >= 0.5);
        await editor.picture('panels-narrow');
        await button('Ask the cook').click();
        await frame().locator('.prompt', { hasText: 'Say that order 1 is ready.' }).waitFor();
        await editor.command('Problems: Focus on Problems View');
        await frame().locator('.heading[aria-expanded="false"]').nth(1).waitFor();
        assert.ok((await ratio(frame().locator('.chat-column'))).height >= 0.5);
        for (const part of ['.prompt .text', '.composer textarea'])
          assert.equal((await ratio(frame().locator(part).first())).isInside, true, part);
        await editor.picture('panels-low');
        await editor.command('View: Hide Panel');
        await frame().locator('.composer textarea').fill('It is ready.');
        await page.keyboard.press('Enter');
        await button('Thanks').waitFor();
        await frame()
          .locator('dt.changed + dd', { hasText: /^1 . 2$/ })
          .waitFor();
        await button('Thanks').click();
        await bubble('Goodbye.').waitFor();
        assert.equal(await frame().getByText('The conversation is over.').count(), 1);
        await editor.picture('panels-over');
      } finally {
        await editor.command('View: Toggle Primary Side Bar Visibility');
        if (size) await page.setViewportSize(size);
      }
    });

    it('closes the trace, which stays closed in a hidden panel', async () => {
      await run();
      await frame().locator('.heading', { hasText: 'Trace' }).click();
      await frame().locator('.trace').waitFor({ state: 'hidden' });
      assert.equal(await frame().locator('.variables').isVisible(), true);
      await editor
        .tab(NAME)
        .or(page.locator('.tab', { hasText: NAME }))
        .first()
        .click();
      await editor.command('View: Join All Editor Groups');
      await page.locator('.tab', { hasText: NAME }).first().click();
      await editor.line('type: automata').waitFor();
      await page.locator('.tab', { hasText: 'Run pizzeria' }).click();
      await frame().locator('.variables').waitFor();
      assert.equal(await frame().locator('.trace').isVisible(), false);
    });

    it('sees the text, the graph and the conversation together', async () => {
      await editor.openStates(`pizzeria/${NAME}`);
      await editor.command('Atomic State: Open All Three');
      await waitFor(async () => assert.equal((await pages()).length, 2));
      const shows = async (selector: string) => {
        const shown = await Promise.all((await pages()).map((one) => one.locator(selector).count()));
        assert.equal(shown.filter((count) => count > 0).length, 1, selector);
      };
      await waitFor(() => shows('.node.state'));
      await waitFor(() => shows('.composer form'));
      assert.equal(await editor.line('type: automata').isVisible(), true);
      await editor.picture('panels-all-three');
      // Again, with the panels where they are.
      await editor.line('type: automata').click();
      await editor.command('Atomic State: Open All Three');
      await waitFor(async () => assert.equal(await page.locator('.editor-group-container').count(), 3));
      await waitFor(() => shows('.composer form'));
    });

    it('explores an automata from the title bar', async () => {
      await editor.openStates(`pizzeria/${NAME}`);
      await page.locator('.editor-actions .dropdown-action-container .monaco-dropdown').first().click();
      await editor.takeFromMenu('Explore Automata');
      const item = page.locator('.test-explorer .monaco-list-row', { hasText: NAME });
      await item.locator('.codicon-testing-passed-icon').first().waitFor();
      await item.getByText('3 of 3 states were reached').waitFor();
      await editor.picture('panels-explored');
      await editor.command('View: Show Explorer');
    });
  });
}
