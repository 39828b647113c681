import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelFrame, panelPage, violations } from './panel-page';
import { userSuite } from './suite';

const FILES = {
  'main.yaml': `type: automata
initial: home
context:
  score: 0
states: !include state
`,
  'state/game.yaml': `home:
  outputs:
    context.score: '{{context.score + 1}}'
  render:
    text: Your score is {{context.score}}.
    buttons:
      - content: Play
        on_click: play
  transitions:
    play:
      - condition: '{{context.score > 2}}'
        target: won
      - target: home
won:
  render:
    text: You have won with {{context.score}}.
`,
  'game.scenario.yaml': `automata: main.yaml
scenarios:
  - name: counts what was played
    steps:
      - click: Play
      - expect: { text: Your score is 2. }
  - name: begins with nothing
    steps:
      - expect:
          state: home
          text: Your score is 0.
`,
  'promises.scenario.yaml': `automata: main.yaml
promises:
  - always: '{{context.score >= 0}}'
  - never: { state: won, where: '{{context.score === 3}}' }
  - always: '{{Math.random() < 2}}'
`,
} as const;

/** A global of the page, in which the functions that use it run. */
declare function getComputedStyle(element: unknown): { opacity: string };

/**
 * A user's actions with scenarios in the Test Explorer.
 *
 * @param workspace the path of the open folder
 */
export function testExplorerSuite(editor: Editor, workspace: string): void {
  const { page } = editor;
  const folder = join(workspace, 'tested');

  const row = (text: string) => page.locator('.test-explorer .monaco-list-row', { hasText: text });
  const failed = (text: string) => row(text).locator('.codicon-testing-failed-icon');
  const passed = (text: string) => row(text).locator('.codicon-testing-passed-icon');
  const showTests = () => editor.command('Testing: Focus on Test Explorer View');
  /** Expands rows of the tree, each inside the previous one. */
  const expand = async (...names: readonly string[]) => {
    for (const [index, name] of names.slice(0, -1).entries()) {
      await row(name).first().click();
      await editor.pressFor(row(names[index + 1] ?? ''), 'ArrowRight');
    }
  };
  const expandAll = () => expand('tested', 'game.scenario.yaml', 'begins with nothing');

  userSuite(editor, 'a user of the Test Explorer', () => {
    before(() => {
      mkdirSync(join(folder, 'state'), { recursive: true });
      for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it('lists scenarios of files that were never opened, and new ones', async () => {
      await showTests();
      await row('tested').first().waitFor();
      await expandAll();
      await row('begins with nothing').waitFor();
      await editor.picture('test-explorer');
      writeFileSync(join(folder, 'more.scenario.yaml'), 'scenarios:\n  - name: one more\n    steps: []\n');
      await row('more.scenario.yaml').waitFor();
      rmSync(join(folder, 'more.scenario.yaml'));
      await row('more.scenario.yaml').waitFor({ state: 'detached' });
    });

    it('compares expected and actual, and opens the state that produced the message', async () => {
      await editor.openStates('tested/game.scenario.yaml');
      await showTests();
      await expandAll();
      await editor.command('Test: Run All Tests');
      await failed('begins with nothing').waitFor();
      await passed('counts what was played').waitFor();
      await row('Expected “Your score is 0.”, got “Your score is 1.”').waitFor();
      await editor.picture('test-explorer-failure');
      const results = page.locator('.test-output-peek-tree .monaco-list-row', { hasText: '`text` differs.' });
      await results.first().click();
      await page.locator('.part.panel .monaco-diff-editor').first().waitFor();
      await editor.picture('test-explorer-diff');
    });

    it('decides promises, and shows the conversation that refutes one', async () => {
      await editor.openStates('tested/promises.scenario.yaml');
      await showTests();
      await expand('tested', 'promises.scenario.yaml', 'never state: won');
      await editor.command('Test: Run Tests in Current File');
      await passed('always {{context.score >= 0}}').waitFor();
      await failed('never state: won').waitFor();
      await row('not decided: Random numbers').locator('.codicon-testing-skipped-icon').waitFor();
      await page
        .locator('.test-output-peek-tree .monaco-list-row', { hasText: 'is refuted' })
        .first()
        .click();
      const message = page.locator('.part.panel', { hasText: 'To get there:' });
      await message.getByText('click: Play').first().waitFor();
      await message.getByText('Keep as Scenario').first().waitFor();
      await editor.picture('test-explorer-promises');
    });

    it('updates an expectation from its failure', async () => {
      await editor.openStates('tested/game.scenario.yaml');
      await showTests();
      await expandAll();
      await editor.command('Test: Run All Tests');
      await failed('begins with nothing').waitFor();
      await page
        .locator('.test-output-peek-tree .monaco-list-row', { hasText: '`text` differs.' })
        .first()
        .click();
      await page.locator('.part.panel').getByText('Update Expectation').click();
      // Spaces are shown as dots: the expectation is selected.
      await page
        .locator('.view-line', { hasText: /text:.Your.score.is.1\./ })
        .first()
        .waitFor();
      await editor.picture('test-explorer-updated');
    });

    it('runs scenarios after an edit in continuous mode', async () => {
      await editor.openStates('tested/state/game.yaml');
      await showTests();
      await expandAll();
      await editor.command('Test: Run All Tests');
      await passed('counts what was played').waitFor();
      await editor.ask('Test: Start Continuous Run');
      const profile = editor.row('Run').first();
      await profile.waitFor();
      await profile.locator('.monaco-checkbox, input[type="checkbox"]').first().click();
      await editor.picture('test-explorer-continuous');
      await page.locator('.quick-input-action .monaco-button', { hasText: 'OK' }).click();
      await profile.waitFor({ state: 'hidden' });
      try {
        await editor.tab('game.yaml').click();
        await editor.goto(3, 40);
        await editor.press('Backspace');
        await editor.type('0');
        await editor.press('Control+S');
        await failed('counts what was played').waitFor();
        await passed('begins with nothing').waitFor();
        await editor.picture('test-explorer-continuous-again');
      } finally {
        writeFileSync(join(folder, 'state/game.yaml'), FILES['state/game.yaml']);
        await editor.command('Test: Stop Continuous Run');
      }
    });

    it('debugs a scenario with the same result as a run', async () => {
      await editor.openStates('tested/game.scenario.yaml');
      await showTests();
      await expandAll();
      await editor.command('Test: Clear All Results');
      await row('counts what was played').hover();
      await row('counts what was played').locator('[aria-label*="Debug Test"]').click();
      // The first debug session of a window shows the view of the debugger.
      await waitFor(async () => {
        await showTests();
        await passed('counts what was played').waitFor({ timeout: 4000 });
      });
      await editor.picture('test-explorer-debug');
    });

    it('sees coverage in the gutter', async () => {
      await editor.openStates('tested/state/game.yaml');
      await showTests();
      await expandAll();
      await editor.command('Test: Run All Tests with Coverage');
      await failed('begins with nothing').waitFor();
      await page.locator('.coverage-deco-gutter').first().waitFor();
      await editor.picture('test-explorer-coverage');
    });

    it('dims unreached code until coverage is cleared', async () => {
      await editor.openStates('tested/state/game.yaml');
      await editor.command('Test: Run All Tests with Coverage');
      const opacity = () =>
        editor
          .line('You have won')
          .locator('span > span')
          .first()
          .evaluate((span) => getComputedStyle(span).opacity);
      await waitFor(async () => assert.equal(await opacity(), '0.5'));
      await editor.command('Atomic State: Open State Graph');
      const card = (name: string) => panelPage(page).locator('.node.state', { hasText: name });
      await card('home').waitFor();
      await panelPage(page).locator('.node.unreached', { hasText: 'won' }).waitFor();
      assert.equal(await panelPage(page).locator('.node.unreached').count(), 1);
      await editor.picture('test-explorer-coverage-graph');
      // The label of a state contains its name and special properties; its texts are shortened.
      const rules = { 'label-content-name-mismatch': { enabled: false } };
      assert.deepEqual(await violations(await panelFrame(page, '.node.unreached'), { rules }), []);
      assert.equal(await card('won').getAttribute('aria-description'), 'not reached by scenarios');
      await editor.command('Atomic State: Clear Coverage of Scenarios');
      await waitFor(async () => assert.equal(await opacity(), '1'));
      await panelPage(page).locator('.node.unreached').waitFor({ state: 'detached' });
    });

    it('explores an automata and sees its faults as failures', async () => {
      await showTests();
      await expand('tested', 'main.yaml');
      await row('main.yaml').first().click({ button: 'right' });
      await editor.takeFromMenu('Execute Using Profile');
      await editor.take('Explore');
      await failed('main.yaml').first().waitFor();
      await editor.picture('test-explorer-explore');
    });
  });
}
