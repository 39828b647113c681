/** The suite of a scripted user: who sees the real editor in a browser, types, and looks. */

import { chromium } from 'playwright-core';
import { fromEnvironment, saveResult } from '../environment';
import { runSuites } from '../report';
import { Editor } from './editor';
import { graphSuite } from './graph';
import { graphThemesSuite } from './graph-themes';
import { previewSuite } from './preview';
import { projectsSuite } from './projects';
import { typingSuite } from './typing';

/** Generous: the machine may be busy, and what fails fast does so anyway. */
const testTimeout = 60_000;

async function main(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: fromEnvironment('ATOMIC_STATE_TEST_CHROMIUM'),
    args: fromEnvironment('ATOMIC_STATE_TEST_CHROMIUM_FLAGS').split(' '),
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const editor = new Editor(page, fromEnvironment('ATOMIC_STATE_TEST_SCREENSHOTS'));
  try {
    await editor.load(fromEnvironment('ATOMIC_STATE_TEST_URL'));
    const result = await runSuites(
      [
        () => typingSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_SERVER')),
        () => projectsSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE')),
        () => graphSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE')),
        () => graphThemesSuite(editor),
        () => previewSuite(editor),
      ],
      saveResult,
      testTimeout,
    );
    process.exitCode = result.failed > 0 ? 1 : 0;
  } finally {
    await browser.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
