// Records the animation of the readme in a real VS Code: `node scripts/recording.mjs`.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, launchChromium } from './lib/chromium.mjs';
import { examples, out, root } from './lib/paths.mjs';
import { temporaryFolder } from './lib/process.mjs';
import { Recorder } from './lib/recorder.mjs';
import { ensureVSCodeServer, startVSCodeServer } from './lib/vscode-server.mjs';
import { createVsix } from './lib/vsix.mjs';

const SIZE = { width: 1200, height: 700 };

const chromium = await ensureChromium();
if ('missing' in chromium) throw new Error(chromium.missing);
const vsix = await createVsix(join(out, 'recording', 'atomic-state.vsix'));
const folder = join(temporaryFolder('recording'), 'trivia');
cpSync(join(examples, 'trivia'), folder, { recursive: true });
const server = await startVSCodeServer({
  server: await ensureVSCodeServer(),
  folder,
  extensions: [vsix],
  testing: true,
  settings: {
    'workbench.startupEditor': 'none',
    'workbench.colorTheme': 'Default Dark Modern',
    'editor.minimap.enabled': false,
    'editor.stickyScroll.enabled': false,
    'window.commandCenter': false,
    'workbench.layoutControl.enabled': false,
  },
});
const browser = await launchChromium(chromium.executable);
const page = await browser.newPage({ viewport: SIZE });
await page.goto(server.url);
const { keyboard } = page;

await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
await open('2_question.yaml');
await page.locator('.codelens-decoration', { hasText: 'incoming' }).first().waitFor();
await page.waitForTimeout(2000);

const recorder = await Recorder.start(page);

// Write.
await goTo(52);
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
await panel().locator('.node').first().waitFor();
await page.waitForTimeout(2000);
await closePanel();

// Try.
await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
await panel().locator('.composer input').waitFor();
await keyboard.type('Ada', { delay: 80 });
await keyboard.press('Enter');
for (const name of ['Start', 'True', 'Next', 'True']) {
  await panel().locator('.turn:last-child .row button', { hasText: name }).click();
  await page.waitForTimeout(900);
}

// Test.
await command('Test: Run All Tests');
await command('Testing: Focus on Test Explorer View');
const result = '.codicon-testing-passed-icon, .codicon-testing-failed-icon';
await page.locator('.test-explorer').locator(result).first().waitFor();
await page.waitForTimeout(1500);

const picture = await recorder.finish({ width: 900, quality: 60 });
mkdirSync(join(root, 'docs/images'), { recursive: true });
writeFileSync(join(root, 'docs/images/tour.webp'), picture);
console.log(`docs/images/tour.webp: ${Math.round(picture.length / 1024)} KiB`);
await browser.close();
await server.stop();
process.exit();

/** The page of the panel in front. */
function panel() {
  return page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
}

/** Puts the cursor into a line. */
async function goTo(/** @type {number} */ line) {
  await keyboard.press('Control+G');
  await page.locator('.quick-input-widget input').fill(`:${line}`);
  await keyboard.press('Enter');
}

/** Closes the panel that has the focus. */
async function closePanel() {
  await page.locator('.tab.active .codicon-close').last().click();
  await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
}

/** Runs a command of the palette. */
async function command(/** @type {string} */ title) {
  await keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).waitFor();
  await keyboard.press('Enter');
  await page.locator('.quick-input-widget input').waitFor({ state: 'hidden' });
}

/** Opens a file by its name. */
async function open(/** @type {string} */ name) {
  await keyboard.press('Control+P');
  await page.locator('.quick-input-widget input').fill(name);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
  await keyboard.press('Enter');
  await page.locator('.tab', { hasText: name }).first().waitFor();
  await page.locator('.editor-instance .view-lines .view-line').first().waitFor();
}
