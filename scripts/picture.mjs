// Takes the pictures of the readme and of the walkthrough in a real VS Code: `node scripts/picture.mjs`.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, launchChromium } from './lib/chromium.mjs';
import { examples, out, root } from './lib/paths.mjs';
import { ensureVSCodeServer, startVSCodeServer } from './lib/vscode-server.mjs';
import { createVsix } from './lib/vsix.mjs';
import { PICTURE_SETTINGS, Workbench } from './lib/workbench.mjs';

const SIZE = { width: 1200, height: 720 };

const chromium = await ensureChromium();
if ('missing' in chromium) throw new Error(chromium.missing);
const vsix = await createVsix(join(out, 'picture', 'atomic-state.vsix'));
const server = await startVSCodeServer({
  server: await ensureVSCodeServer(),
  folder: examples,
  extensions: [vsix],
  testing: true,
  settings: {
    ...PICTURE_SETTINGS,
    // The example must stay as it is.
    'testing.saveBeforeTest': false,
  },
});
const browser = await launchChromium(chromium.executable);
const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1.5 });
page.setDefaultTimeout(90_000);
await page.goto(server.url);
const { keyboard } = page;
const workbench = new Workbench(page);
const row = (/** @type {string} */ text) =>
  page.locator('.suggest-widget .monaco-list-row', { hasText: text });

await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
await workbench.open('2_question.yaml');
// Waits until the server has loaded the project.
await page.locator('.codelens-decoration', { hasText: 'incoming' }).first().waitFor({ timeout: 90_000 });
await page.waitForTimeout(2000);
// A target that does not exist, a misspelt variable, and an incomplete expression.
await workbench.goTo(60);
await keyboard.press('End');
await keyboard.type('t');
await workbench.goTo(66);
await keyboard.press('End');
await keyboard.press('ArrowLeft');
await keyboard.type(' {{contxt', { delay: 40 });
// A "." would accept the suggestion, which is the correct name.
await page.waitForTimeout(1000);
await keyboard.press('Escape');
await keyboard.type('.score}} {{context.', { delay: 40 });
// A busy machine closes the list before the server has answered.
await row('score')
  .waitFor({ timeout: 8000 })
  .catch(() => keyboard.press('Control+Space'));
await row('score').waitFor();
await page.waitForTimeout(1500);
mkdirSync(join(root, 'docs/images'), { recursive: true });
await page.screenshot({ path: join(root, 'docs/images/editor.png') });
await walkthroughPicture('state', { x: 300, y: 150 });

// The quick fixes of a wrong target.
await keyboard.press('Escape');
await keyboard.press('Escape');
await workbench.goTo(60);
await keyboard.press('End');
await keyboard.press('Control+.');
await page.locator('.action-widget .action', { hasText: 'Change to' }).first().waitFor();
await page.waitForTimeout(500);
await walkthroughPicture('check', { x: 300, y: 150 });
await keyboard.press('Escape');

// The templates of a new project.
await workbench.command('Atomic State: New Automata Project');
await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Quiz' }).waitFor();
await page.waitForTimeout(500);
await walkthroughPicture('project', { x: 200, y: 0 });
await keyboard.press('Escape');

// The state graph next to the original text, without the side bar.
await workbench.command('File: Revert File');
await keyboard.press('Control+B');
await page.locator('.editor-actions [aria-label*="Open State Graph"]').click();
const graph = page.frameLocator('iframe.webview').frameLocator('#active-frame');
await graph.locator('.node').first().waitFor();
await graph.locator('.node[aria-label^="judge,"]').click();
await page.waitForTimeout(1500);
await page.screenshot({ path: join(root, 'docs/images/graph.png') });
await walkthroughPicture('graph', { x: 626, y: 70, width: 574, height: 600 });

// A message of several lines in its field; the same in a light theme.
await graph.locator('.node[aria-label^="wrong,"] .text').dblclick();
const field = graph.locator('.field textarea');
await field.waitFor();
await field.press('End');
await field.press('Shift+Enter');
await field.pressSequentially('Next question?');
await page.waitForTimeout(500);
await page.screenshot({ path: join(root, 'docs/images/graph-edit.png') });
await theme('Light Modern');
await page.screenshot({ path: join(root, 'docs/images/graph-edit-light.png') });
await theme('Dark Modern');
await field.press('Escape');

// A conversation next to the text.
await workbench.closePanel();
await page.locator('.editor-actions [aria-label*="Run Automata"]').first().click();
const conversation = page.frameLocator('iframe.webview').frameLocator('#active-frame');
await conversation.locator('.composer input').fill('Ada');
await conversation.locator('.composer button.primary').click();
for (const name of ['Start', 'True', 'Next']) {
  await conversation.locator('.turn:last-child .row button', { hasText: name }).click();
}
await conversation.locator('.turn:last-child .row button', { hasText: 'True' }).waitFor();
await page.waitForTimeout(1000);
await page.screenshot({ path: join(root, 'docs/images/run.png') });
await walkthroughPicture('run', { x: 600, y: 35, width: 600, height: 680 });
await workbench.closePanel();

// A scenario that fails because its expectation was changed.
await workbench.open('trivia.scenario.yaml');
await keyboard.press('Control+F');
await keyboard.type('That makes 1');
await keyboard.press('Escape');
await keyboard.press('ArrowRight');
await keyboard.press('Backspace');
await keyboard.type('2');
await workbench.command('Test: Run All Tests');
await workbench.command('Testing: Focus on Test Explorer View');
await page.locator('.test-explorer .codicon-testing-failed-icon').first().waitFor();
await page.waitForTimeout(1000);
await walkthroughPicture('test', { x: 0, y: 35 });
await browser.close();
await server.stop();

async function theme(/** @type {string} */ name) {
  await keyboard.press('Control+K');
  await keyboard.press('Control+T');
  await page.locator('.quick-input-widget input').fill(name);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
  await keyboard.press('Enter');
  await page.waitForTimeout(1500);
}

/** A part of the page for a step of the walkthrough. */
async function walkthroughPicture(
  /** @type {string} */ step,
  /** @type {{ x: number, y: number, width?: number, height?: number }} */ part,
) {
  const png = await page.screenshot({ clip: { width: 800, height: 500, ...part }, scale: 'css' });
  // Displayed small, and part of every package, so in low quality.
  writeFileSync(join(root, `images/walkthrough-${step}.webp`), await toWebp(png, 0.5));
}

/** Chromium encodes WebP, but not its screenshots. */
async function toWebp(/** @type {Buffer} */ png, /** @type {number} */ quality) {
  const other = await browser.newPage();
  await other.setContent(`<img src="data:image/png;base64,${png.toString('base64')}"><canvas></canvas>`);
  const address = await other.locator('canvas').evaluate(async (canvas, chosen) => {
    const [image] = canvas.ownerDocument.images;
    await image.decode();
    Object.assign(canvas, { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', chosen);
  }, quality);
  await other.close();
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
