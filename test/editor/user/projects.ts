import assert from 'node:assert/strict';
import { it } from 'mocha';
import type { Editor } from './editor';
import { userSuite } from './suite';

const home = 'quiz-bot/state/0_home.yaml';
const json = 'json/quiz.json';

/**
 * A user's actions with whole projects, by keys except for buttons of dialogs.
 *
 * @param workspace the path of the open folder
 */
export function projectsSuite(editor: Editor, workspace: string): void {
  userSuite(editor, 'a user of projects', () => {
    it('creates a project, but not over an existing one', async () => {
      const title = 'New Automata Project';
      await editor.ask(`Atomic State: ${title}`);
      await editor.question(title).waitFor();
      await editor.picture('new-project-scaffolds');
      await editor.pick(title, 'Quiz');
      await editor.row('a new folder in').waitFor();
      await editor.type('a/b');
      await editor.row('cannot contain "/"').waitFor();
      await editor.picture('new-project-name');
      await editor.press('Control+A');
      await editor.type('shop');
      await editor.row('a new folder in').waitFor();
      await editor.picture('new-project-folder');
      await editor.take('a new folder in');
      await editor.tab('main.yaml').waitFor();
      await editor.line('id: shop').waitFor();
      await editor.language('Atomic State').waitFor();
      await editor.picture('new-project');
      assert.equal(await editor.squiggle('error').count(), 0);
      assert.equal(await editor.squiggle('warning').count(), 0);

      await editor.ask(`Atomic State: ${title}`);
      await editor.pick(title, 'Quiz');
      await editor.nameProject('shop');
      const dialog = editor.dialog('shop already contains 2 of these files');
      await dialog.waitFor();
      await editor.picture('new-project-exists');
      await editor.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });

    it('types the name of a project without waiting for the question', async () => {
      await editor.ask('Atomic State: New Automata Project');
      await editor.row('Quiz').waitFor();
      await editor.press('Enter', 'h', 'a', 's', 't', 'y');
      await editor.row('hasty').first().waitFor();
      await editor.press('Escape');
    });

    it('sees why a folder cannot be written to', async function () {
      if (process.platform !== 'linux') {
        this.skip();
      }
      const title = 'New Automata Project';
      await editor.ask(`Atomic State: ${title}`);
      await editor.pick(title, 'Automata');
      await editor.row('Choose Folder').click();
      await editor.chooseFolder('/proc/');
      const dialog = editor.dialog('Could not write to /proc');
      await dialog.waitFor();
      await editor.picture('not-writable');
      await editor.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });

    it('does not mix a project with the states of another', async () => {
      const title = 'Import JSON into a Project';
      await editor.open(json);
      await editor.ask(`Atomic State: ${title}`);
      await editor.pick(title, 'quiz.json');
      await editor.pick(title, 'Choose Folder');
      await editor.chooseFolder(`${workspace}/quiz-bot/`);
      const dialog = editor.dialog('Folder quiz-bot/state already contains state files');
      await dialog.waitFor();
      await editor.picture('import-mixed');
      await editor.answer(dialog, 'Cancel');
    });

    it('adds a state, and sees why a name is not valid', async () => {
      await editor.openStates(home);
      await editor.ask('Atomic State: New State');
      await editor.inputMessage('which gets its own file in folder').waitFor();
      await editor.picture('new-state');
      await editor.type('home_state');
      await editor.inputMessage('already exists in').waitFor();
      await editor.picture('new-state-taken');
      await editor.press('Control+A');
      await editor.type('Bonus page');
      await editor.inputMessage('contains a space').waitFor();
      await editor.press('Control+A');
      await editor.type('bonus');
      await editor.confirm('which gets its own file');
      await editor.tab('bonus.yaml').waitFor();
      await editor.line('text: Hello').waitFor();
      await editor.type('The bonus');
      await editor.line('text: The bonus').waitFor();
      await editor.picture('new-state-opened');
    });

    it('exports to a file after a warning about errors', async () => {
      await editor.openStates(home);
      await editor.typeAtEndOf(12, 'x');
      await editor.press('Escape');
      await editor.squiggle('error').first().waitFor();
      await editor.ask('Atomic State: Export as JSON');
      const dialog = editor.dialog('main.yaml has 1 error');
      await dialog.waitFor();
      await editor.picture('export-errors');
      await editor.answer(dialog, 'Export Anyway');
      await editor.row('Save to File').waitFor();
      await editor.picture('export-where');
      await editor.take('Save to File');
      await editor.saveAs('quiz-bot/output.json', 'export-file');
      await editor.notification('Exported main.yaml to quiz-bot/output.json').waitFor();
      await editor.picture('exported');
    });

    it('imports the open file, and sees the position of invalid JSON', async () => {
      const title = 'Import JSON into a Project';
      await editor.open(json);
      await editor.ask(`Atomic State: ${title}`);
      await editor.question(title).waitFor();
      await editor.picture('import-from');
      await editor.take('quiz.json');
      await editor.take('a new folder in');
      await editor.tab('main.yaml').waitFor();
      await editor.line('states: !include state').waitFor();
      await editor.notification('Imported 1 state into 3 files in quiz').waitFor();
      await editor.picture('imported');

      await editor.open(json);
      await editor.goto(3, 14);
      await editor.press('Delete');
      await editor.ask(`Atomic State: ${title}`);
      await editor.question(title).waitFor();
      await editor.take('quiz.json');
      const dialog = editor.dialog('Cannot import quiz.json');
      await dialog.waitFor();
      assert.match((await dialog.textContent()) ?? '', /Line 3, column \d+:/);
      await editor.picture('import-broken');
      await editor.answer(dialog, 'Go to Problem');
      await editor.tab('quiz.json').waitFor();
    });

    it('checks all files and copies a report', async () => {
      await editor.openStates(home);
      await editor.command('Atomic State: Check All State Files');
      await editor.notification('Checked').first().waitFor();
      await editor.picture('checked');
      await editor.command('Atomic State: Copy Diagnostic Report');
      const message = editor.notification('Copied versions');
      await message.waitFor();
      await message.locator('.monaco-button', { hasText: 'Show Report' }).click();
      await editor.line('### Versions').waitFor();
      await editor.picture('report');
    });

    it('creates a project without an open folder', async () => {
      const address = editor.page.url();
      await editor.discard();
      await editor.page.goto(new URL('/?ew=true', address).toString());
      await editor.page.locator('.monaco-workbench .editor-group-container').first().waitFor();
      const title = 'New Automata Project';
      await editor.ask(title);
      await editor.pick(title, 'Automata');
      await editor.row('Choose Folder').click();
      await editor.chooseFolder(`${workspace}/lone/`);
      await editor.tab('main.yaml').waitFor();
      await editor.notification('which is not open in this window').waitFor();
      await editor.picture('no-folder');
      await editor.load(address);
    });
  });
}
