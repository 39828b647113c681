import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'mocha';
import type { Locator } from 'playwright-core';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelPage } from './panel-page';
import { userSuite } from './suite';

/** The widths of the window in pixels, with themes. */
const LOOKS = [900, 1400].flatMap((width) =>
  ['dark', 'light'].map((shade) => ({ look: `${width} ${shade}`, width, shade })),
);

const HEIGHT = 800;

/**
 * The first hour: from an empty folder to an agent that was tested and debugged, in windows of several widths and themes.
 * For somebody who looks at its pictures, so it only runs on request: `ATOMIC_STATE_TEST_LOOKS` is a regular expression for
 * looks such as `900 dark`.
 *
 * @param url the address of a window
 */
export function firstHourSuite(editor: Editor, url: string): void {
  const { page } = editor;
  const wanted = process.env.ATOMIC_STATE_TEST_LOOKS;
  const looks = wanted ? LOOKS.filter(({ look }) => new RegExp(wanted).test(look)) : [];

  const frame = () => panelPage(page);
  const choice = (name: string) => frame().locator('label.choice', { hasText: name });
  const bubble = (text: string) => frame().locator('.bubble.agent', { hasText: text }).last();
  const button = (name: string) => frame().locator('.turn:last-child .row button', { hasText: name });
  const tab = (name: string) => page.locator('.tab', { hasText: new RegExp(`^${name}`) }).first();
  const action = (name: string) => page.locator(`.editor-actions [aria-label*="${name}"]`).first();
  const tested = (name: string) => page.locator('.test-explorer .monaco-list-row', { hasText: name }).first();
  const toolbar = page.locator('.debug-toolbar');
  const glyph = (result: 'passed' | 'failed') =>
    page.locator(`.testing-run-glyph.codicon-testing-${result}-icon`).first();

  /** Shows only the files and the text of one of them. */
  const clear = async (file: string) => {
    if (await page.locator('.part.panel').isVisible()) await editor.command('View: Hide Panel');
    await editor.command('View: Show Explorer');
    await tab(file).click();
  };
  /** Whether a row of elements fits into the panel. */
  const fits = async (element: Locator) => {
    const { scroll, client } = await element.evaluate(({ scrollWidth, clientWidth }) => ({
      scroll: scrollWidth,
      client: clientWidth,
    }));
    assert.ok(scroll <= client, `${scroll} of ${client} pixels`);
  };
  const order = async () => {
    await button('Start').click();
    await frame().locator('.composer input[type="text"]').first().fill('Ada');
    await choice('large').click();
    await frame().locator('.composer button[type="submit"]').click();
  };

  userSuite(editor, 'an author in the first hour', () => {
    for (const { look, width, shade } of looks) {
      const picture = (name: string) => editor.picture(`hour-${width}-${shade}-${name}`);

      it(`gets from an empty folder to a tested agent in ${look}`, async function () {
        this.timeout(600_000);
        const folder = mkdtempSync(join(tmpdir(), 'first-hour-'));
        const size = page.viewportSize();
        const address = new URL(url);
        address.searchParams.set('folder', folder);
        await page.setViewportSize({ width, height: HEIGHT });
        try {
          await page.goto(address.toString());
          await page.locator('.monaco-workbench .explorer-folders-view').first().waitFor();
          await editor.theme(shade === 'dark' ? 'Dark Modern' : 'Light Modern');
          await picture('empty');

          const project = 'New Automata Project';
          await editor.ask(`Atomic State: ${project}`);
          await editor.row('Quiz').waitFor();
          await picture('templates');
          await editor.pick(project, 'Automata');
          await editor.row('a new folder in').first().waitFor();
          await picture('name');
          await editor.nameProject('pizza');
          await editor.language('Atomic State').waitFor();
          await picture('project');

          // A state of a template, above the transitions of the automata.
          await editor.press('Escape');
          await editor.goto(22, 1);
          await editor.press('End', 'Enter', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
          await editor.type('atomic');
          await editor.suggested('atomic-state-form');
          await editor.seesWholeName(page.locator('.suggest-widget.visible .monaco-list-row.focused'));
          await picture('state-templates');
          await editor.type('-state-f');
          await editor.suggested('atomic-state-form');
          await editor.press('Enter');
          await editor.line('What shall we call you?').waitFor();
          await editor.type('order');
          await editor.press('Escape', 'Escape');
          await editor.goto(24, 1); // `inputs`
          await editor.press('End', 'Enter');
          await editor.type('size:');
          await editor.press('Enter');
          await editor.suggested('choices');
          await picture('fields');
          await editor.type('type: text');
          await editor.press('Escape', 'Enter');
          await editor.type('user_input: true');
          await editor.press('Escape', 'Enter');
          await editor.type('choices: [small, large]');
          await editor.press('Escape');
          await picture('state-written');

          // A mistake in the target of the first button, and its fix.
          await editor.goto(16, 1);
          await editor.press('End', 'Control+Backspace');
          await editor.type('ordr');
          await editor.squiggle('error').first().waitFor();
          await editor.press('Escape');
          await editor.pressFor(editor.hover('Did you mean'), 'Control+K', 'Control+I');
          await picture('mistake');
          const fix = page.locator('.action-widget .action', { hasText: 'Change to' }).first();
          await editor.pressFor(fix, 'Escape', 'Control+.');
          await picture('fix');
          await editor.press('Enter');
          await editor.line('start: order').waitFor();
          await waitFor(async () => assert.equal(await editor.squiggle('error').count(), 0));
          await editor.press('Control+S');

          await action('Open State Graph').click();
          await frame().locator('.node[aria-label^="order,"]').waitFor();
          await picture('graph');
          await fits(frame().locator('.toolbar'));
          await page.locator('.tab', { hasText: '(States)' }).locator('.codicon-close').click();

          await tab('main.yaml').click();
          await action('Run Automata').click();
          await button('Start').waitFor();
          await picture('run');
          await fits(frame().locator('.tools'));
          await button('Start').click();
          await choice('large').waitFor();
          await page.keyboard.press('Enter');
          await frame().getByText('is required').first().waitFor();
          await picture('refused');
          await frame().locator('.composer input[type="text"]').first().fill('Ada');
          await choice('large').click();
          await picture('form');
          await frame().locator('.composer button[type="submit"]').click();
          await bubble('Hello, Ada!').waitFor();
          await picture('answered');

          const path = join(folder, 'pizza', 'ada.scenario.yaml');
          await frame().locator('.tools [aria-label^="Save as Scenario"]').click();
          await editor.saveAsOther('conversation.scenario.yaml', join(folder, 'pizza', 'ada'));
          await waitFor(() => assert.ok(existsSync(path)));
          const saved = editor.notification('ada.scenario.yaml');
          await saved.waitFor();
          await picture('saved');
          await saved.locator('.monaco-button', { hasText: 'Run Scenario' }).click();
          await glyph('passed').waitFor();
          await picture('passed');
          const lines = readFileSync(path, 'utf8').split('\n');
          await clear('ada.scenario.yaml');
          await editor.goto(lines.findIndex((line) => line.includes('Hello, Ada!')) + 1, 1);
          await editor.press('End', 'ArrowLeft', 'Backspace', 'Backspace');
          await editor.type('m');
          await editor.press('Control+S');
          await editor.command('Test: Run All Tests');
          await glyph('failed').waitFor();
          await picture('failed');
          await editor.command('Testing: Focus on Test Explorer View');
          await tested('pizza').waitFor();
          await picture('failed-in-the-list');

          await clear('main.yaml');
          await page.locator('.editor-actions .dropdown-action-container .monaco-dropdown').first().click();
          await picture('debug-or-explore');
          await editor.takeFromMenu('Explore Automata');
          await tested('states were reached').waitFor();
          await picture('explored');

          await clear('main.yaml');
          const text = readFileSync(join(folder, 'pizza', 'main.yaml'), 'utf8').split('\n');
          await editor.goto(text.findIndex((line) => line.includes('context.name:')) + 1, 7);
          await editor.pressFor(page.locator('.codicon-debug-breakpoint'), 'F9');
          await editor.pressFor(toolbar, 'F5');
          await order();
          await page.locator('.debug-top-stack-frame-line').first().waitFor();
          await page.locator('.debug-variables .monaco-list-row', { hasText: 'visits' }).first().waitFor();
          await picture('debugger');
          await toolbar.locator('.action-label[aria-label^="Stop"]').click();
          await toolbar.waitFor({ state: 'hidden' });
          await picture('debugger-ended');

          await clear('main.yaml');
          await editor.command('Atomic State: Open All Three');
          await waitFor(async () => {
            const frames = page.frames().map((one) => one.locator('.node.state, .turn .row button').count());
            assert.equal((await Promise.all(frames)).filter((count) => count > 0).length, 2);
          });
          await page.waitForTimeout(1000);
          await picture('all-three');
          for (const one of page.frames()) {
            const bar = one.locator('.toolbar:has(.summary)');
            if ((await bar.count()) === 0) continue;
            const rows = await bar
              .locator('.group')
              .evaluateAll((groups) => groups.map((group) => group.getBoundingClientRect().top));
            assert.equal(new Set(rows).size, 1, 'the toolbar of the graph has one row');
          }
        } finally {
          if (await toolbar.isVisible()) await toolbar.locator('.action-label[aria-label^="Stop"]').click();
          await editor.discard();
          await editor.theme('Light Modern');
          if (size) await page.setViewportSize(size);
          await editor.load(url);
          rmSync(folder, { recursive: true, force: true });
        }
      });
    }
  });
}
