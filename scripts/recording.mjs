// Records the animations of the documentation in a real VS Code: `node scripts/recording.mjs`, or only one of them:
// `node scripts/recording.mjs drawing`.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, launchChromium } from './lib/chromium.mjs';
import { examples, out, root } from './lib/paths.mjs';
import { Pointer } from './lib/pointer.mjs';
import { temporaryFolder } from './lib/process.mjs';
import { Recorder } from './lib/recorder.mjs';
import { ensureVSCodeServer, startVSCodeServer } from './lib/vscode-server.mjs';
import { createVsix } from './lib/vsix.mjs';
import { PICTURE_SETTINGS, Workbench } from './lib/workbench.mjs';

const SIZE = { width: 1200, height: 700 };

/** @typedef {{ page: import('playwright-core').Page, workbench: Workbench }} Recorded */

/**
 * What is recorded, by the name of the picture. `begin` is not.
 *
 * @type {Record<string, { begin(recorded: Recorded): Promise<void>, show(recorded: Recorded): Promise<void> }>}
 */
const RECORDINGS = {
  tour: { begin: beginTour, show: showTour },
  drawing: { begin: beginDrawing, show: showDrawing },
};

const chromium = await ensureChromium();
if ('missing' in chromium) throw new Error(chromium.missing);
const vsix = await createVsix(join(out, 'recording', 'atomic-state.vsix'));
const wanted = process.argv.slice(2);
for (const [name, recording] of Object.entries(RECORDINGS))
  if (wanted.length === 0 || wanted.includes(name)) await record(name, recording, chromium.executable);
process.exit();

/** Records one animation in a VS Code of its own. */
async function record(
  /** @type {string} */ name,
  /** @type {(typeof RECORDINGS)[string]} */ { begin, show },
  /** @type {string} */ executable,
) {
  const folder = join(temporaryFolder('recording'), 'trivia');
  cpSync(join(examples, 'trivia'), folder, { recursive: true });
  const server = await startVSCodeServer({
    server: await ensureVSCodeServer(),
    folder,
    extensions: [vsix],
    testing: true,
    settings: {
      ...PICTURE_SETTINGS,
      'window.commandCenter': false,
      'workbench.layoutControl.enabled': false,
    },
  });
  const browser = await launchChromium(executable);
  const page = await browser.newPage({ viewport: SIZE });
  page.setDefaultTimeout(90_000);
  await page.goto(server.url);
  const recorded = { page, workbench: new Workbench(page) };
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  await begin(recorded);
  const recorder = await Recorder.start(page);
  await show(recorded);
  const picture = await recorder.finish({ width: 900, quality: 60 });
  mkdirSync(join(root, 'docs/images'), { recursive: true });
  writeFileSync(join(root, `docs/images/${name}.webp`), picture);
  console.log(`docs/images/${name}.webp: ${Math.round(picture.length / 1024)} KiB`);
  await browser.close();
  await server.stop();
}

async function beginTour(/** @type {Recorded} */ { page, workbench }) {
  await workbench.open('2_question.yaml');
  await page.locator('.codelens-decoration', { hasText: 'incoming' }).first().waitFor();
  await page.waitForTimeout(2000);
}

async function showTour(/** @type {Recorded} */ { page, workbench }) {
  const { keyboard } = page;
  // Write.
  await workbench.goTo(52);
  await keyboard.press('End');
  await keyboard.press('ArrowLeft');
  await keyboard.type(' Your answers: {{context.', { delay: 60 });
  await page.locator('.suggest-widget .monaco-list-row', { hasText: 'answer' }).first().waitFor();
  await page.waitForTimeout(1200);
  await keyboard.type('ans', { delay: 60 });
  await page.waitForTimeout(400);
  await keyboard.press('Enter');
  await page.waitForTimeout(800);

  // See.
  await page.locator('.editor-actions [aria-label*="Open State Graph"]').first().click();
  await panel(page).locator('.node').first().waitFor();
  await page.waitForTimeout(2000);
  await workbench.closePanel();

  // Try.
  await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
  await panel(page).locator('.composer input').waitFor();
  await keyboard.type('Ada', { delay: 80 });
  await keyboard.press('Enter');
  for (const name of ['Start', 'True', 'Next', 'True']) {
    await panel(page).locator('.turn:last-child .row button', { hasText: name }).click();
    await page.waitForTimeout(900);
  }

  // Test.
  await workbench.command('Test: Run All Tests');
  await workbench.command('Testing: Focus on Test Explorer View');
  const result = '.codicon-testing-passed-icon, .codicon-testing-failed-icon';
  await page.locator('.test-explorer').locator(result).first().waitFor();
  await page.waitForTimeout(1500);
}

async function beginDrawing(/** @type {Recorded} */ { page, workbench }) {
  await workbench.command('View: Toggle Primary Side Bar Visibility');
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input');
  await input.fill('>Atomic State: New Automata…');
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'New Automata…' }).waitFor();
  await page.keyboard.press('Enter');
  // The dialog of VS Code suggests a path once it has read the folder.
  while (!/\.ya?ml$/.test(await input.inputValue())) await page.waitForTimeout(200);
  await page.waitForTimeout(1000);
  await input.fill((await input.inputValue()).replace(/[^/]*$/, 'quiz.automata.yaml'));
  await page.waitForTimeout(1000);
  await page.keyboard.press('Enter');
  await panel(page).locator('.note', { hasText: 'press E to add one' }).waitFor();
  await page.waitForTimeout(2000);
}

async function showDrawing(/** @type {Recorded} */ { page }) {
  const { keyboard } = page;
  const pointer = await Pointer.in(page);
  const input = page.locator('.quick-input-widget input');
  const field = panel(page).locator('.field textarea');
  const state = (/** @type {string} */ name) => panel(page).locator(`.node[aria-label^="${name},"]`);
  const enter = async (/** @type {string} */ text) => {
    await input.waitFor();
    await page.waitForTimeout(400);
    await input.fill('');
    await input.pressSequentially(text, { delay: 50 });
    await page.waitForTimeout(500);
    await input.press('Enter');
  };
  const button = async (/** @type {string} */ text) => {
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'A new button' }).waitFor();
    await page.waitForTimeout(600);
    // VS Code may give the focus back to the page late.
    await input.press('Enter');
    await page.locator('.quick-input-widget', { hasText: 'The text of the new button' }).waitFor();
    await enter(text);
  };
  const canvas = await boxOf(panel(page).locator('.canvas'));
  const [middle, top] = [canvas.x + canvas.width / 2, canvas.y + 60];
  const border = async (/** @type {string} */ name) => {
    const { x, y, width, height } = await boxOf(state(name));
    return { x: x + width / 2, y: y + height - 2 };
  };
  const editAt = async (/** @type {import('playwright-core').Locator} */ text) => {
    const { x, y, width, height } = await boxOf(text);
    await pointer.moveTo({ x: x + width / 2, y: y + height / 2 });
    await pointer.doubleClick();
    await field.waitFor();
    await page.waitForTimeout(500);
    await keyboard.press('Control+A');
  };
  const lead = async (/** @type {string} */ from, /** @type {{ x: number, y: number }} */ to) => {
    await pointer.moveTo(await border(from));
    await pointer.dragTo(to);
  };

  await pointer.moveTo({ x: middle, y: top });
  await pointer.doubleClick();
  await enter('home');
  await state('home').waitFor();
  await page.waitForTimeout(900);
  await lead('home', { x: middle, y: top + 190 });
  await enter('question');
  await button('Start');
  await state('question').waitFor();
  await page.waitForTimeout(900);
  await lead('question', { x: middle, y: top + 380 });
  await enter('right');
  await button('Paris');
  await state('right').waitFor();
  await page.waitForTimeout(900);
  const { x, y, height } = await boxOf(state('question'));
  await lead('right', { x: x + 20, y: y + height / 2 });
  await button('Again');
  await panel(page).locator('.edge[aria-label="again from right to question"]').waitFor();
  await page.waitForTimeout(900);

  // Texts.
  await editAt(state('question').locator('.text'));
  await field.pressSequentially('Which city is the capital', { delay: 30 });
  await keyboard.press('Shift+Enter');
  await field.pressSequentially('of France?', { delay: 30 });
  await page.waitForTimeout(700);
  await keyboard.press('Enter');
  await state('question').locator('.text', { hasText: 'Which city' }).waitFor();
  await page.waitForTimeout(1500);
  await editAt(panel(page).locator('.edge[aria-label="again from right to question"] .event'));
  await field.pressSequentially('One more', { delay: 40 });
  await page.waitForTimeout(500);
  await keyboard.press('Enter');
  await panel(page).locator('.note', { hasText: 'One more' }).waitFor();
  await page.waitForTimeout(2500);
}

/** The page of the panel in front. */
function panel(/** @type {import('playwright-core').Page} */ page) {
  return page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
}

/** Where an element is shown. */
async function boxOf(/** @type {import('playwright-core').Locator} */ element) {
  const box = await element.first().boundingBox();
  if (!box) throw new Error(`Not shown: ${element}`);
  return box;
}
