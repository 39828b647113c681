import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, it } from 'mocha';
import { fail, ModelServer, stream } from '../../support/model-server';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelFrame, panelPage, violations } from './panel-page';
import { userSuite } from './suite';

const KEY = 'sk-a-very-secret-key-0123456789';

/** An author who lets a language model answer tasks in the panel. */
export function userModelSuite(editor: Editor, settings: string): void {
  const { page } = editor;
  const frame = () => panelPage(page);
  const button = (name: string) => frame().locator('.composer button', { hasText: name });
  const said = (text: string) => frame().locator('.bubble.agent', { hasText: text }).last();
  let model: ModelServer;
  let original = '';

  /** Settings that an author has changed; VS Code reads the file again. */
  const set = (values: object) =>
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(original), ...values }));

  const setKey = async (key: string, notice: string) => {
    await editor.ask('Atomic State: Set API Key');
    await editor.question('Set API Key').waitFor();
    await page.locator('.quick-input-widget input').fill(key);
    await editor.press('Enter');
    await editor.notification(notice).waitFor();
  };

  userSuite(editor, 'an author with a language model', () => {
    before(async () => {
      model = new ModelServer();
      await model.start();
      original = readFileSync(settings, 'utf8');
    });
    beforeEach(async () => {
      set({ 'atomicState.run.model.url': model.url });
      await editor.openStates('trivia/state/3_finish.yaml');
    });
    afterEach(() => writeFileSync(settings, original));
    after(() => model.stop());

    /** Starts the conversation at a task that waits for a language model. */
    const begin = async () => {
      await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
      await frame().locator('.composer form.form').waitFor();
      await frame().locator('.tools select').selectOption('live');
      await frame().locator('.notice', { hasText: model.host }).waitFor();
      await frame().locator('.tools [aria-label^="Start From"]').click();
      await frame().locator('.start select').selectOption('finish');
      await frame().locator('.start textarea').fill('{"user_name": "Ada", "score": 2}');
      await frame().locator('.start button', { hasText: 'Start Here' }).click();
    };

    it('sees the answer while it arrives, stops it and requests it again', async () => {
      await setKey(KEY, 'was stored');
      model.respond = (response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('data: {"choices":[{"delta":{"content":"Well do"}}]}\n\n');
      };
      await begin();
      await frame().locator('.model-text', { hasText: 'Well do' }).waitFor();
      await editor.picture('model-answering');
      await button('Stop').click();
      await button('Ask the Model').waitFor();
      model.respond = (response) => stream(response, 'Well ', 'done, Ada!');
      await button('Ask the Model').click();
      await said('Well done, Ada!').waitFor();
      // Other tasks have an example.
      await frame().locator('.media.audio').waitFor();
      await editor.picture('model-answered');
      assert.equal(model.calls.at(-1)?.authorization, `Bearer ${KEY}`);
      await setKey('', 'was removed');
    });

    it('sees why the model did not answer, and enters a result instead', async () => {
      model.respond = (response) => fail(response, 401, { error: { message: 'No key.' } });
      await begin();
      await frame().locator('.composer .error', { hasText: 'requires an API key' }).waitFor();
      await button('Set API Key').waitFor();
      await editor.picture('model-problem');
      assert.deepEqual(await violations(await panelFrame(page, '.composer')), []);
      await frame().locator('.composer textarea').fill('Mine');
      await page.keyboard.press('Enter');
      await said('Mine').waitFor();
      await waitFor(() => assert.equal(model.calls.at(-1)?.authorization, undefined));
    });
  });
}
