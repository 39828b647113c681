import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'mocha';
import { notePath, notesFolder } from '../../../server/watchdog/notes';
import { processesOf, seesProcesses, whileStopped } from '../processes';
import { delay, waitFor } from '../wait-for';
import type { Editor } from './editor';
import { userSuite } from './suite';

const main = 'quiz-bot/main.yaml';
const home = 'quiz-bot/state/0_home.yaml';

/** The last key has no value yet. */
const SHOP = `type: automata
initial: buy
states:
  buy:
    type: automata
    id: basket
    initial: choose
    states:
      choose:
        render: {text: Choose}
  end:
    transitions:
      pay:
`;

/**
 * Kills a server while its note names a file that it processes, and waits until it has ended.
 *
 * @param hasHash whether the note also has the hash of the text, without which the kill is not counted
 */
async function killDuringWork(serverFile: string, name: string, hasHash: boolean): Promise<void> {
  const folder = notesFolder();
  assert.ok(folder);
  for (const end = performance.now() + 60_000; performance.now() < end; await delay(5)) {
    for (const pid of processesOf(serverFile)) {
      const path = notePath(folder, pid);
      const [note = ''] = existsSync(path) ? readFileSync(path, 'utf8').split('\n', 1) : [];
      if (!note.includes(name) || (hasHash && note.includes('"hash":""'))) continue;
      process.kill(pid, 'SIGKILL');
      // A process that is ending looks like one that works.
      await waitFor(() => assert.ok(!processesOf(serverFile).includes(pid)));
      return;
    }
  }
  assert.fail(`no server processes ${name}`);
}

/**
 * The first actions of a user with the extension.
 *
 * @param serverFile the language server of the installed extension
 * @param workspace the open folder
 */
export function typingSuite(editor: Editor, serverFile: string, workspace: string): void {
  userSuite(editor, 'a user', () => {
    it('opens a state file with colours and its language', async () => {
      await editor.openStates(home);
      const colours = await editor.colours('context.player_name');
      const colourOf = (text: string) => colours.find(([content]) => content?.includes(text))?.[1];
      assert.ok(colourOf('text'), JSON.stringify(colours));
      assert.notEqual(colourOf('player_name'), colourOf('text'));
      assert.notEqual(colourOf('player_name'), colourOf('ready'));
      await editor.picture('state-file');
    });

    it('sees events while typing, and accepts one', async () => {
      await editor.openStates(home);
      await editor.goto(8, 1);
      await editor.press('End');
      await editor.press(...Array<string>('start_quiz'.length).fill('Backspace'));
      await editor.type('st');
      await editor.suggested('start_quiz');
      await editor.picture('events');
      await editor.press('Enter');
      await editor.line('on_click: start_quiz').waitFor();
    });

    it('sees fields of an object on a new line', async () => {
      await editor.openStates(home);
      await editor.goto(7, 1);
      await editor.press('End', 'Enter');
      await editor.suggested('description');
      assert.equal(await editor.suggestion('content').count(), 0);
      await editor.picture('fields');
    });

    it('starts a new line with Enter while a list is open', async () => {
      await editor.openStates(home);
      await editor.goto(7, 1);
      await editor.press('End', 'Enter');
      await editor.suggestion('description').waitFor();
      await editor.picture('list-unasked');
      await editor.press('Enter');
      await editor.position(9, 9).waitFor();
      assert.equal(await editor.line('description:').count(), 0);
      await editor.type('desc');
      await editor.suggestion('description').waitFor();
      await editor.picture('list-typed');
      await editor.press('Enter');
      await editor.line('description:').waitFor();
      await editor.goto(10, 1);
      await editor.press('End');
      await editor.press(...Array<string>('start_quiz'.length).fill('Backspace'));
      await editor.type('start_quiz');
      await editor.suggestion('start_quiz').waitFor();
      await editor.press('Enter');
      await editor.position(11, 9).waitFor();
      // The list after the inserted dash opens when its edit has arrived.
      await editor.suggestion('-').waitFor();
      await editor.picture('list-after-dash');
    });

    it('sees context variables inside an expression', async () => {
      await editor.openStates(home);
      await editor.goto(5, 1);
      await editor.press('End', 'ArrowLeft');
      await editor.type(' {{context.');
      await editor.suggested('player_name');
      await editor.suggestion('score').waitFor();
      await editor.picture('context');
      // After a dot, the first item is selected, as in other languages.
      await editor.press('Enter');
      await editor.line('{{context.score}}').waitFor();
    });

    it('keeps the list open after the dot of an output', async () => {
      await editor.openStates(home);
      await editor.goto(3, 1);
      await editor.press('End', 'Enter');
      await editor.position(4, 5).waitFor();
      await editor.type('context');
      await editor.suggestion('context.player_name').waitFor();
      await editor.type('.');
      await editor.position(4, 13).waitFor();
      // The list closes only after the answer of the server.
      await delay(1500);
      await editor.picture('output-list');
      assert.equal(await editor.suggestion('context.player_name').count(), 1);
      await editor.type('pl');
      await editor.suggestion('context.player_name').waitFor();
      await editor.press('Enter');
      await editor.line('context.player_name:').waitFor();
    });

    it('sees suggestions for a word that is typed faster than the server answers', async function () {
      if (!seesProcesses) {
        this.skip();
      }
      await editor.openStates(home);
      await editor.goto(8, 1);
      await editor.press('End');
      await editor.press(...Array<string>('start_quiz'.length).fill('Backspace'));
      await editor.suggested('start_quiz');
      await editor.press('Escape');
      await editor.suggestion('start_quiz').waitFor({ state: 'hidden' });
      await whileStopped(serverFile, async () => {
        await editor.type('s');
        await editor.position(8, 20).waitFor();
        await delay(500); // VS Code requests a list by now.
        await editor.type('tar');
        await editor.position(8, 23).waitFor();
      });
      await editor.suggestion('start_quiz').waitFor();
      await editor.picture('list-late');
      await editor.press('Enter');
      await editor.line('on_click: start_quiz').waitFor();
    });

    it('sees ids after `#` in a target', async () => {
      const file = join(workspace, 'lone', 'shop.automata.yaml');
      writeFileSync(file, SHOP);
      try {
        await editor.openStates('lone/shop.automata.yaml');
        await editor.goto(SHOP.split('\n').length - 1, 1);
        await editor.press('End');
        await editor.type(" '#");
        await editor.suggestion('#basket').waitFor();
        await editor.picture('target-id');
        await editor.type('ba');
        await editor.suggestion('#basket').waitFor();
        await editor.press('Enter');
        await editor.line("pay: '#basket'").waitFor();
      } finally {
        rmSync(file);
      }
    });

    it('sees a mistake underlined, reads the message and applies its fix', async () => {
      await editor.openStates(home);
      await editor.typeAtEndOf(12, 'x');
      await editor.press('Escape');
      await editor.squiggle('error').first().waitFor();
      await editor.press('ArrowLeft');
      await editor.pressFor(editor.hover('question_statex'), 'Control+K', 'Control+I');
      await editor.picture('squiggle');
      await editor.press('Escape', 'Delete');
      await editor.squiggle('error').first().waitFor({ state: 'detached' });
    });

    it('opens the page of a rule from its code', async () => {
      await editor.openStates(home);
      await editor.typeAtEndOf(12, 'x');
      await editor.press('Escape');
      await editor.squiggle('error').first().waitFor();
      await editor.press('ArrowLeft');
      await editor.pressFor(editor.hover('question_statex'), 'Control+K', 'Control+I');
      await editor.page.locator('.monaco-hover a', { hasText: 'unknown-target' }).first().click();
      await editor.picture('rule-page-question');
      const dialog = editor.dialog('to open this URI');
      const preview = editor.tab('unknown-target.md');
      await Promise.race([dialog.waitFor(), preview.waitFor()]);
      if (await dialog.isVisible()) await editor.answer(dialog, 'Open');
      await preview.waitFor();
      await waitFor(async () => {
        const texts = await Promise.all(editor.page.frames().map((frame) => frame.textContent('body')));
        assert.ok(texts.some((text) => /Target state does not exist\. Severity: error/.test(text ?? '')));
      });
      await editor.picture('rule-page');
      await editor.press('Control+W');
      await editor.tab('0_home.yaml').waitFor();
      await editor.press('Control+Z');
    });

    it('shares severities by a configuration file, which the language status names', async () => {
      const file = join(workspace, 'quiz-bot/atomic-state.config.yaml');
      await editor.openStates(home);
      await editor.typeAtEndOf(12, 'x');
      await editor.press('Escape');
      await editor.squiggle('error').first().waitFor();
      writeFileSync(file, 'rules:\n  unknown-target: warning\n');
      try {
        await editor.squiggle('warning').first().waitFor();
        assert.equal(await editor.squiggle('error').count(), 0);
        const item = editor.page.locator('.hover-language-status', {
          hasText: 'quiz-bot/atomic-state.config.yaml',
        });
        await editor.pointFor(item, editor.page.locator('[id="status.languageStatus"]'));
        await editor.picture('language-status-configuration');
        await item.locator('a', { hasText: 'Open' }).click();
        await editor.tab('atomic-state.config.yaml').waitFor();
        await editor.language('Atomic State').waitFor();
        await editor.typeAtEndOf(2, '\nunused-vari');
        await editor.suggested('unused-variable');
        await editor.picture('configuration-completion');
        await editor.press('Tab');
        await editor.suggested('off');
        await editor.press('Escape');
      } finally {
        rmSync(file);
      }
    });

    it('goes to a state in another file, and back', async () => {
      await editor.openStates(home);
      await editor.goto(12, 20);
      await editor.pressFor(editor.tab('1_question.yaml'), 'F12');
      await editor.position(1, 1).waitFor();
      await editor.picture('jump');
      await editor.press('Control+Alt+-');
      await editor.tab('0_home.yaml').waitFor();
    });

    it('reads the description of a field', async () => {
      await editor.openStates(main);
      await editor.goto(4, 3);
      await editor.pressFor(editor.hover('initial'), 'Control+K', 'Control+I');
      await editor.picture('hover');
    });

    it('sees the automata of the file in the language status', async () => {
      await editor.openStates(home);
      await editor.pointFor(
        editor.page.locator('.hover-language-status', { hasText: 'main.yaml' }),
        editor.page.locator('[id="status.languageStatus"]'),
      );
      await editor.picture('language-status');
    });

    it('sees in the language status why a file is a state file, with a command to change it', async () => {
      await editor.openStates('lone/greeting.yaml');
      const reason = editor.page.locator('.hover-language-status', {
        hasText: 'A button has content and on_click.',
      });
      await editor.pointFor(reason, editor.page.locator('[id="status.languageStatus"]'));
      await reason.locator('a', { hasText: 'Not a State File' }).waitFor();
      await editor.picture('language-status-reason');
    });

    it('sees in the language status why a file of another format is not a state file', async () => {
      await editor.open('other/deployment.yaml');
      const reason = editor.page.locator('.hover-language-status', {
        hasText: 'nothing that only state files have',
      });
      await editor.pointFor(reason, editor.page.locator('[id="status.languageStatus"]'));
      await reason.locator('a', { hasText: 'Treat as State File' }).waitFor();
      await editor.picture('language-status-other');
    });

    it('has the outline and findings of an included state after the window is reloaded', async () => {
      await editor.openStates(home);
      await editor.reload();
      // The last open editor may not be restored, because VS Code stores it after a delay.
      await editor.openStates(home);
      await editor.command('Explorer: Focus on Outline View');
      await editor.outline('home_state').first().waitFor();
      await editor.typeAtEndOf(12, 'x');
      await editor.squiggle('error').first().waitFor();
      await editor.picture('after-reload');
    });

    it('restarts the server from the palette', async () => {
      await editor.openStates(home);
      await editor.command('Atomic State: Restart Server');
      await editor.typeAtEndOf(12, 'x');
      await editor.squiggle('error').first().waitFor();
    });

    it('continues with unsaved changes after the server was killed and the window reloaded', async function () {
      if (!seesProcesses) {
        this.skip();
      }
      const mistake = editor.squiggle('error').first();
      await editor.openStates(home);
      await editor.typeAtEndOf(12, 'x');
      await editor.press('Escape');
      await mistake.waitFor();
      // While it works, the file would be quarantined.
      await editor.page.waitForTimeout(1000);
      const before = processesOf(serverFile);
      for (const pid of before) process.kill(pid, 'SIGKILL');
      await waitFor(() => assert.ok(processesOf(serverFile).some((pid) => !before.includes(pid))));
      await editor.picture('after-kill');
      // The findings of the unsaved text, and of text typed from here on.
      await editor.pressFor(editor.hover('question_statex'), 'Escape', 'Control+K', 'Control+I');
      await editor.picture('after-kill-hover');
      await editor.press('Escape', 'Backspace');
      await mistake.waitFor({ state: 'detached' });
      await editor.suggested('question_state');
      await editor.picture('after-kill-suggestions');
      await editor.press('Escape');
      await editor.pressFor(editor.tab('1_question.yaml'), 'F12');
      await editor.open(home);
      await editor.typeAtEndOf(12, 'y');
      await editor.press('Escape');
      await mistake.waitFor();
      // VS Code stores unsaved text after a delay, and restores it.
      await waitFor(() => assert.ok(editor.hasBackup('question_statey')));
      await editor.reload();
      // Another tab may be active, because VS Code stores the active one after a delay.
      await editor.openStates(home);
      await editor.line('start_quiz: question_statey').waitFor();
      await mistake.waitFor();
      await editor.command('Explorer: Focus on Outline View');
      await editor.outline('home_state').first().waitFor();
      await editor.picture('after-reload-unsaved');
    });

    it('sees that a text on which the server ended is not analysed, until it is edited', async function () {
      if (!seesProcesses) {
        this.skip();
      }
      const left = editor.squiggle('info').first();
      await editor.openStates(home);
      const killed = killDuringWork(serverFile, '0_home.yaml', false);
      await editor.typeAtEndOf(12, 'x');
      await killed;
      // The hash of an edited text is known when it is opened again; then it takes two servers. A kill does not count if
      // it comes after the work, and then nothing is processed until the next server.
      for (let round = 0; round < 3; round++) {
        for (let count = 0; count < 2; count++) {
          await killDuringWork(serverFile, '0_home.yaml', true);
        }
        await editor.press('Escape');
        if (
          await left.waitFor({ timeout: 15_000 }).then(
            () => true,
            () => false,
          )
        )
          break;
        for (const pid of processesOf(serverFile)) process.kill(pid, 'SIGKILL');
      }
      await left.waitFor();
      await editor.goto(1, 1);
      await editor.pressFor(editor.hover('ended while it processed this file'), 'Control+K', 'Control+I');
      await editor.picture('quarantined');
      await editor.press('Escape');
      await editor.typeAtEndOf(12, 'y');
      await editor.press('Escape');
      await editor.squiggle('error').first().waitFor();
      await left.waitFor({ state: 'detached' });
      await editor.picture('quarantined-edited');
    });

    it('sees one message when the server keeps crashing, and restarts it', async function () {
      if (!seesProcesses) {
        this.skip();
      }
      await editor.openStates(home);
      const message = editor.notification('stopped several times');
      await waitFor(async () => {
        for (const pid of processesOf(serverFile)) {
          process.kill(pid, 'SIGKILL');
        }
        await message.waitFor({ timeout: 300 });
      });
      assert.equal(await editor.page.locator('.notifications-toasts .notification-list-item').count(), 1);
      await editor.picture('server-stopped');
      await message.locator('.monaco-button', { hasText: 'Restart' }).click();
      await editor.typeAtEndOf(12, 'x');
      await editor.squiggle('error').first().waitFor();
    });

    it('has no suggestions in other YAML', async () => {
      await editor.open('other/deployment.yaml');
      await editor.language('YAML').waitFor();
      await editor.goto(5, 1);
      await editor.press('End', 'Enter', 'Control+Space');
      await editor.page.waitForTimeout(1500);
      await editor.picture('other-yaml');
      assert.equal(await editor.suggestion('render').count(), 0);
      assert.equal(await editor.squiggle('error').count(), 0);
      assert.equal(await editor.squiggle('warning').count(), 0);
      await editor.language('YAML').waitFor();
    });
  });
}
