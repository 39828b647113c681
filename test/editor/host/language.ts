import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'mocha';
import { ConfigurationTarget, commands, languages, workspace } from 'vscode';
import { delay, waitFor } from '../wait-for';
import { closeAll, current, findings, open, uriOf } from './editor';

/** A delay in which the server would have answered, for tests that nothing changes. */
const settled = 1500;

const cases: readonly [file: string, language: string][] = [
  ['quiz-bot/main.yaml', 'atomic-state'],
  ['quiz-bot/state/0_home.yaml', 'atomic-state'],
  ['lone/greeting.yaml', 'atomic-state'],
  ['lone/farewell.state.yaml', 'atomic-state'],
  ['json/quiz.json', 'json'],
  ['quiz-bot/data/questions.json', 'json'],
  ['other/deployment.yaml', 'yaml'],
  ['other/workflow.yaml', 'yaml'],
  ['other/values.yaml', 'yaml'],
];

async function checkLanguage(file: string, language: string): Promise<void> {
  await waitFor(async () => assert.equal((await current(file)).languageId, language));
}

export function languageSuite(): void {
  describe('language', () => {
    afterEach(closeAll);

    for (const [file, language] of cases) {
      it(`${file} is ${language}`, async () => {
        const document = await open(file);
        // After an answer to a request, the server has processed the document.
        await commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);
        if (language === 'yaml' || language === 'json') {
          await delay(settled);
        }
        await checkLanguage(file, language);
      });
    }

    it('reports nothing in files that are not state files', async () => {
      for (const [file] of cases.filter(([, language]) => language === 'yaml')) {
        await open(file);
        await delay(settled);
        assert.deepEqual(findings(file), []);
      }
    });

    it('keeps a language that was chosen by hand', async () => {
      const file = 'lone/greeting.yaml';
      await open(file);
      await checkLanguage(file, 'atomic-state');
      await languages.setTextDocumentLanguage(await current(file), 'yaml');
      await delay(settled);
      await checkLanguage(file, 'yaml');
    });

    const configure = (setting: string, value: boolean | undefined) =>
      workspace
        .getConfiguration('atomicState')
        .update(`detect.${setting}`, value, ConfigurationTarget.Workspace);

    it('keeps the language of a setting, and still finds mistakes', async () => {
      const file = 'lone/kept.yaml';
      await configure('setLanguage', false);
      await workspace.fs.writeFile(
        uriOf(file),
        Buffer.from('type: automata\ninitial: b\nstates:\n  a: {}\n'),
      );
      await open(file);
      await waitFor(() => assert.notDeepEqual(findings(file), []));
      await checkLanguage(file, 'yaml');
      await configure('setLanguage', undefined);
      await checkLanguage(file, 'atomic-state');
    });

    describe('with detection by content off', () => {
      after(() => configure('byContent', undefined));

      it('detects by name only, until detection by content is turned on', async () => {
        await configure('byContent', false);
        await open('lone/farewell.state.yaml');
        await checkLanguage('lone/farewell.state.yaml', 'atomic-state');
        // Not a file of the tests above: VS Code keeps closed documents, and their language, for a while.
        const copy = uriOf('lone/other-greeting.yaml');
        await workspace.fs.copy(uriOf('lone/greeting.yaml'), copy, { overwrite: true });
        await open('lone/other-greeting.yaml');
        await delay(settled);
        await checkLanguage('lone/other-greeting.yaml', 'yaml');
        await configure('byContent', undefined);
        await checkLanguage('lone/other-greeting.yaml', 'atomic-state');
      });
    });
  });
}
