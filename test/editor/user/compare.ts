import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, it } from 'mocha';
import type { Editor } from './editor';
import { panelFrame, panelPage, violations } from './panel-page';
import { userSuite } from './suite';

/** An agent with buttons, a form, a task and an end. */
const BEFORE = {
  'main.yaml': 'type: automata\ninitial: home\ncontext: { orders: 0 }\nstates: !include state\n',
  'state/1_home.yaml': `home:
  render:
    text: Welcome to the bakery.
    buttons:
      - content: Order
        on_click: order
      - content: Opening hours
        on_click: hours
  transitions:
    order: order
    hours: hours
hours:
  render:
    text: We open at 7.
    buttons: [{ content: Back, on_click: back }]
  transitions: { back: home }
`,
  'state/2_order.yaml': `order:
  inputs:
    size: { type: text, user_input: true, choices: [small, large] }
  outputs:
    context.orders: '{{context.orders + 1}}'
  render:
    text: 'Order {{context.orders}}: a {{size}} loaf. Anything else?'
    buttons:
      - content: Another one
        on_click: again
      - content: That is all
        on_click: done
  transitions:
    again:
      - condition: '{{context.orders >= 2}}'
        target: done
      - target: order
    done: done
done:
  properties: { is_final: true }
  render:
    text: Thank you!
`,
};
/** A renamed state, a removed one, another limit, and a choice more. */
const AFTER = {
  ...BEFORE,
  'state/1_home.yaml': BEFORE['state/1_home.yaml']
    .slice(0, BEFORE['state/1_home.yaml'].indexOf('hours:\n'))
    .replace('      - content: Opening hours\n        on_click: hours\n', '')
    .replace('    hours: hours\n', ''),
  'state/2_order.yaml': BEFORE['state/2_order.yaml']
    .replaceAll(/\bdone: done\b/g, 'done: thanks')
    .replace('target: done', 'target: thanks')
    .replace('\ndone:', '\nthanks:')
    .replace('>= 2', '>= 3')
    .replace('[small, large]', '[small, medium, large]'),
};

const THEMES = ['Light Modern', 'Dark Modern', 'Dark High Contrast', 'Light High Contrast'];

/**
 * An author compares an agent with an earlier version.
 *
 * @param workspace the path of the open folder
 */
export function compareSuite(editor: Editor, workspace: string): void {
  const { page } = editor;
  const folder = join(workspace, 'bakery');
  const frame = () => panelPage(page);
  const entry = (title: string) => frame().locator('button.entry', { hasText: title });
  const focused = (selector: string) => frame().locator(`${selector}:focus`);
  // The label of a state contains its name and special properties; its texts are shortened.
  const rules = { 'label-content-name-mismatch': { enabled: false } };

  const git = (...args: readonly string[]) => {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'core.autocrlf=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const compare = async () => {
    await editor.ask('Atomic State: Compare with Branch or Commit…');
    await editor.row('HEAD').first().waitFor();
    await editor.row('first').first().waitFor();
    await editor.picture('compare-question');
    await editor.take('HEAD');
    await frame().locator('button.entry').first().waitFor();
  };

  userSuite(editor, 'an author who compares versions', () => {
    before(() => {
      write(BEFORE);
      git('init', '--quiet', '.');
      git('add', '.');
      git('commit', '--quiet', '--message', 'Open the bakery');
      git('tag', 'first');
      write(AFTER);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it('sees what people notice, opens a conversation, and goes to the text, with the keyboard', async () => {
      await editor.openStates('bakery/state/1_home.yaml');
      await editor.typeAtEndOf(3, ' Come in.');
      await compare();
      await focused('button.entry').waitFor();
      await entry('People have other choices in home').waitFor();
      await frame().locator('.node.removed[aria-label^="hours,"][aria-description="removed"]').waitFor();
      await frame().locator('.node.changed[aria-label^="home,"][aria-description="changed"]').waitFor();
      await frame()
        .locator('.sign.renamed + .title', { hasText: 'state thanks renamed from done' })
        .waitFor();
      await editor.picture('compare');
      await editor.pressFor(frame().locator('button.entry:focus', { hasText: 'order' }), 'ArrowDown');
      await editor.pressFor(focused('.versions-of-conversation h2'), 'Home', 'Enter');
      const differs = frame().locator('li.first.differs');
      await differs.locator('.before-version .bubble', { hasText: /^Welcome to the bakery\.$/ }).waitFor();
      await differs.locator('.after-version .bubble', { hasText: 'Come in.' }).waitFor();
      await editor.picture('compare-conversation');
      await editor.pressFor(focused('button.entry'), 'Escape');
      await frame().locator('.node.removed').first().waitFor();
      await editor.press('Tab', 'Enter');
      await editor.tab('1_home.yaml').waitFor();
      await editor.picture('compare-text');
    });

    it('shows the old text of what was removed, and says that the text has changed since', async () => {
      await editor.openStates('bakery/state/1_home.yaml');
      await compare();
      await entry('state hours removed').click();
      await page.locator('.tab.active', { hasText: '1_home.yaml' }).waitFor();
      await editor.line('We open at 7.').first().waitFor();
      await editor.picture('compare-old-text');
      await editor.open('bakery/state/2_order.yaml');
      assert.equal(await frame().locator('.notice').count(), 0);
      await editor.typeAtEndOf(22, '!');
      await frame().locator('.notice', { hasText: 'The text has changed' }).waitFor();
      await editor.press('Control+Z');
      await frame().locator('.notice').waitFor({ state: 'detached' });
    });

    it('compares from the title of Source Control, and again after the window is reloaded', async () => {
      // The automata of the repository is meant, not that of the active text.
      await editor.openStates('trivia/state/2_question.yaml');
      await editor.command('Source Control: Focus on Changes View');
      await page.locator('.scm-view .monaco-list-row', { hasText: '1_home.yaml' }).first().waitFor();
      await page.locator('.part.sidebar .codicon-toolbar-more').last().click();
      await editor.picture('compare-source-control');
      await editor.takeFromMenu('Compare with Branch or Commit…');
      await editor.row('HEAD').first().waitFor();
      await editor.take('HEAD');
      await entry('state thanks renamed from done').waitFor();
      await frame().locator('.node.removed').first().waitFor();
      await editor.picture('compare-from-source-control');
      // VS Code in a browser stores the open editors every five seconds.
      await page.waitForTimeout(6500);
      await editor.reload();
      await entry('state thanks renamed from done').waitFor();
      await frame().locator('.node.removed').first().waitFor();
      await editor.picture('compare-reloaded');
    });

    it('is readable and accessible in every theme', async () => {
      await editor.openStates('bakery/state/2_order.yaml');
      await compare();
      for (const theme of THEMES) {
        await editor.theme(theme);
        const name = theme.toLowerCase().replaceAll(' ', '-');
        await editor.picture(`compare-${name}`);
        assert.deepEqual(await violations(await panelFrame(page, '.node.removed'), { rules }), [], theme);
        await entry('goes elsewhere').first().click();
        await frame().locator('li.differs').first().waitFor();
        await editor.picture(`compare-conversation-${name}`);
        assert.deepEqual(await violations(await panelFrame(page, 'li.differs'), { rules }), [], theme);
        await frame().locator('[aria-label^="Back to the states"]').click();
      }
      await editor.theme('Light Modern');
    });
  });
}
