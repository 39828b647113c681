// Records the animation of the readme in a real VS Code: `node scripts/recording.mjs`.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, launchChromium } from './lib/chromium.mjs';
import { examples, out, root } from './lib/paths.mjs';
import { temporaryFolder } from './lib/process.mjs';
import { Recorder } from './lib/recorder.mjs';
import { ensureVSCodeServer, startVSCodeServer } from './lib/vscode-server.mjs';
import { createVsix } from './lib/vsix.mjs';
import { Workbench } from './lib/workbench.mjs';

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
const workbench = new Workbench(page);

await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
await workbench.open('2_question.yaml');
await page.locator('.codelens-decoration', { hasText: 'incoming' }).first().waitFor();
await page.waitForTimeout(2000);

const recorder = await Recorder.start(page);

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
await panel().locator('.node').first().waitFor();
await page.waitForTimeout(2000);
await workbench.closePanel();

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
await workbench.command('Test: Run All Tests');
await workbench.command('Testing: Focus on Test Explorer View');
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
