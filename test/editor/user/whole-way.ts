import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, it } from 'mocha';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelPage } from './panel-page';
import { userSuite } from './suite';

/**
 * An agent with a form, a language model, speech, a nested automata and a loop. It has a mistake that no rule can find:
 * the loop ends a day too early.
 */
const AGENT = `type: automata
id: travel
initial: home
context:
  city: ''
  days: 1
  day: 1
  plan: ''
states:
  home:
    render:
      text: Where do you want to go?
      buttons:
        - content: Plan a trip
          on_click: plan
    transitions:
      plan: trip
  trip:
    inputs:
      city: { type: text, user_input: true }
      days: { type: text, user_input: true, choices: ['1', '2', '3'], default_value: '2' }
    outputs:
      context.city: '{{city}}'
      context.days: '{{Number(days)}}'
      context.day: '{{1}}'
      context.plan: ''
    transitions:
      ALWAYS: write_day
  write_day:
    tasks:
      - name: suggest
        module_type: LLMModule
        module_config:
          model: gpt-4
          system_prompt: You plan one day of a trip in a sentence.
          user_prompt: 'Day {{context.day}} in {{context.city}}'
          output_name: idea
    outputs:
      context.plan: '{{context.plan + "Day " + context.day + ": " + idea + "  "}}'
      context.day: '{{context.day + 1}}'
    transitions:
      ALWAYS:
        - condition: '{{context.day < context.days}}'
          target: write_day
        - target: feedback
  feedback:
    type: automata
    initial: ask
    context:
      stars: 0
    states:
      ask:
        tasks:
          - name: speak
            module_type: TtsModule
            module_config:
              content: '{{context.plan}}'
              tts_widget_url: https://app.example.com/widget/voice
              output_name: voice
        render:
          text: '{{context.plan}}'
          audio: '{{voice}}'
          buttons:
            - content: Good
              on_click: { event: rate, payload: { stars: 5 } }
            - content: Bad
              on_click: { event: rate, payload: { stars: 1 } }
        transitions:
          rate:
            target: thanks
            target_inputs:
              stars: '{{payload.stars}}'
      thanks:
        inputs:
          stars: { type: number }
        outputs:
          context.stars: '{{stars}}'
        render:
          text: Thank you for {{context.stars}} stars.
        properties:
          is_final: true
    transitions:
      DONE: home
`;

const faultLine = AGENT.split('\n').findIndex((line) => line.includes('day < context.days')) + 1;
const faultColumn = (AGENT.split('\n')[faultLine - 1] ?? '').indexOf('< ') + 2;

/** A global of the page, in which the functions that use it run. */
declare const navigator: { clipboard: { writeText(text: string): Promise<void> } };

/**
 * From an empty folder to an exported agent without leaving the editor.
 *
 * @param workspace the path of the open folder
 */
export function newProjectSuite(editor: Editor, workspace: string): void {
  const { page } = editor;
  const folder = join(workspace, 'travel');

  const frame = () => panelPage(page);
  const bubble = (text: string) => frame().locator('.bubble.agent', { hasText: text }).last();
  const button = (name: string) => frame().locator('.turn:last-child .row button', { hasText: name });
  const asks = (task: string) => frame().locator('.composer .asks', { hasText: task });
  const toolbar = page.locator('.debug-toolbar');
  const step = (name: string) => toolbar.locator(`.action-label[aria-label^="${name}"]`);
  const variable = (text: RegExp) =>
    page.locator('.debug-variables .monaco-list-row', { hasText: text }).first();

  /** Enters the result of the waiting task. */
  const answer = async (task: string, text: string) => {
    await asks(task).waitFor();
    await frame().locator('.composer textarea').fill(text);
    await page.keyboard.press('Enter');
  };
  userSuite(editor, 'an author on the whole way', () => {
    afterEach(async () => {
      if (await toolbar.isVisible()) await step('Stop').click();
      await toolbar.waitFor({ state: 'hidden' });
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it('writes an agent in an empty folder', async () => {
      const title = 'New Automata Project';
      await editor.ask(`Atomic State: ${title}`);
      await editor.pick(title, 'Automata');
      await editor.nameProject('travel');
      await editor.tab('main.yaml').waitFor();
      await editor.language('Atomic State').waitFor();
      await editor.line('id: travel').click();
      await editor.press('Control+A');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate((text) => navigator.clipboard.writeText(text), AGENT);
      await editor.press('Control+V');
      await editor.press('Control+S');
      await editor.line('DONE: home').waitFor();
      await waitFor(() => assert.equal(readFileSync(join(folder, 'main.yaml'), 'utf8'), AGENT));
      assert.equal(await editor.squiggle('error').count(), 0);
      assert.equal(await editor.squiggle('warning').count(), 0);
      await editor.picture('whole-way-written');
    });

    it('runs it and sees a missing value', async () => {
      await editor.openStates('travel/main.yaml');
      await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
      await button('Plan a trip').click();
      await frame().locator('.composer input[type="text"]').first().fill('Rome');
      await editor.picture('whole-way-form');
      await page.keyboard.press('Enter');
      await answer('suggest', 'Colosseum.');
      await asks('speak').waitFor();
      await editor.picture('whole-way-speech');
      await page.keyboard.press('Enter');
      await bubble('Day 1: Colosseum.').waitFor();
      assert.doesNotMatch((await bubble('Day 1').textContent()) ?? '', /Day 2/);
      await button('Good').click();
      await bubble('Thank you for 5 stars.').waitFor();
      await editor.picture('whole-way-run');
    });

    it('finds the mistake with a breakpoint and a step back', async () => {
      await editor.openStates('travel/main.yaml');
      await editor.goto(faultLine + 2, 11); // The case that is taken too early.
      await editor.position(faultLine + 2, 11).waitFor();
      const breakpoint = page.locator('.glyph-margin-widgets .codicon-debug-breakpoint').first();
      await waitFor(async () => {
        if (!(await breakpoint.isVisible())) await editor.press('F9');
        await breakpoint.waitFor({ timeout: 4000 });
      });
      await editor.pressFor(toolbar, 'F5');
      await button('Plan a trip').click();
      await frame().locator('.composer input[type="text"]').first().fill('Rome');
      await page.keyboard.press('Enter');
      await page.locator('.debug-top-stack-frame-line').first().waitFor();
      await variable(/\bdays\W+2/).waitFor();
      await variable(/\bday\W+2/).waitFor();
      await editor.picture('whole-way-breakpoint');
      await step('Step Back').click();
      await page.locator('.debug-call-stack .monaco-list-row').first().waitFor();
      await editor.picture('whole-way-step-back');
      await editor.line('target: feedback').click();
      await editor.press('F9');
      await editor.command('View: Show Explorer');
    });

    it('corrects it during the conversation and saves a scenario', async () => {
      await editor.openStates('travel/main.yaml');
      await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
      await button('Plan a trip').click();
      await frame().locator('.composer input[type="text"]').first().fill('Rome');
      await page.keyboard.press('Enter');
      await answer('suggest', 'Colosseum.');
      await asks('speak').waitFor();
      await page.keyboard.press('Enter');
      await bubble('Day 1: Colosseum.').waitFor();
      await editor.line('context.day <').click();
      await editor.goto(faultLine, faultColumn);
      await editor.type('=');
      await editor.press('Control+S');
      await asks('suggest').waitFor();
      await editor.picture('whole-way-repaired');
      await answer('suggest', 'Vatican.');
      await bubble('Day 2: Vatican.').waitFor();
      await editor.picture('whole-way-two-days');
      await frame().locator('.tools [aria-label^="Save as Scenario"]').click();
      const path = join(folder, 'conversation.scenario.yaml');
      await editor.saveAs(path);
      await waitFor(() => assert.ok(existsSync(path)));
      await editor.picture('whole-way-scenario');
    });

    it('tests and exports it', async () => {
      await editor.openStates('travel/main.yaml');
      await editor.command('Test: Run All Tests');
      await editor.command('Testing: Focus on Test Explorer View');
      const row = page.locator('.test-explorer .monaco-list-row', { hasText: 'travel' });
      await row.locator('.codicon-testing-passed-icon').first().waitFor();
      await editor.picture('whole-way-tested');
      await editor.command('View: Show Explorer');
      await editor.openStates('travel/main.yaml');
      await editor.ask('Atomic State: Export as JSON');
      await editor.row('Save to File').waitFor();
      await editor.take('Save to File');
      await editor.saveAs('travel/output.json');
      await editor.notification('Exported main.yaml to travel/output.json').waitFor();
      assert.match(readFileSync(join(folder, 'output.json'), 'utf8'), /context\.day <= context\.days/);
      await editor.picture('whole-way-exported');
    });
  });
}
