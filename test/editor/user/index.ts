/** The suite of a scripted user, who uses the real editor in a browser. */

import { before, describe } from 'mocha';
import { chromium } from 'playwright-core';
import { fromEnvironment, saveResult } from '../environment';
import { runSuites } from '../report';
import { compareSuite } from './compare';
import { userDebuggerSuite } from './debugger';
import { Editor } from './editor';
import { firstHourSuite } from './first-hour';
import { firstMinuteSuite } from './first-minute';
import { userGraphSuite } from './graph';
import { graphDrawingSuite } from './graph-drawing';
import { graphThemesSuite } from './graph-themes';
import { userModelSuite } from './model';
import { panelsSuite } from './panels';
import { userPreviewSuite } from './preview';
import { projectsSuite } from './projects';
import { restrictedModeSuite } from './restricted-mode';
import { userRunSuite } from './run';
import { testExplorerSuite } from './test-explorer';
import { typingSuite } from './typing';
import { wholeAgentSuite } from './whole-agent';
import { newProjectSuite } from './whole-way';

async function main(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: fromEnvironment('ATOMIC_STATE_TEST_CHROMIUM'),
    args: fromEnvironment('ATOMIC_STATE_TEST_CHROMIUM_FLAGS').split(' '),
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const editor = new Editor(
    page,
    fromEnvironment('ATOMIC_STATE_TEST_SCREENSHOTS'),
    fromEnvironment('ATOMIC_STATE_TEST_BACKUPS'),
  );
  const url = fromEnvironment('ATOMIC_STATE_TEST_URL');
  /** A suite that begins with a new window, without elements such as questions that another suite left open. */
  const afresh = (suite: () => void) => () =>
    describe('in a fresh window', () => {
      before(() => editor.loadFromScratch(url));
      suite();
    });
  // Two parts, which two windows can run at the same time.
  const parts: Record<string, (() => void)[]> = {
    edits: [
      () =>
        typingSuite(
          editor,
          fromEnvironment('ATOMIC_STATE_TEST_SERVER'),
          fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'),
        ),
      afresh(() => wholeAgentSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'))),
      afresh(() => firstMinuteSuite(editor)),
      afresh(() => userGraphSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'))),
      afresh(() => graphDrawingSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'))),
      afresh(() => graphThemesSuite(editor)),
      afresh(() => userPreviewSuite(editor)),
    ],
    runs: [
      afresh(() => testExplorerSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'))),
      afresh(() => userDebuggerSuite(editor)),
      afresh(() =>
        userRunSuite(
          editor,
          fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'),
          fromEnvironment('ATOMIC_STATE_TEST_SETTINGS'),
        ),
      ),
      afresh(() => panelsSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'))),
      afresh(() => compareSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'))),
      afresh(() => newProjectSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE'))),
      afresh(() => firstHourSuite(editor, url)),
      afresh(() => userModelSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_SETTINGS'))),
      () => restrictedModeSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_RESTRICTED_URL'), url),
      // Last: it fills the workspace.
      () => projectsSuite(editor, fromEnvironment('ATOMIC_STATE_TEST_WORKSPACE')),
    ],
  };
  try {
    await editor.load(url);
    const result = await runSuites(parts[fromEnvironment('ATOMIC_STATE_TEST_PART')] ?? [], saveResult);
    process.exitCode = result.failed > 0 ? 1 : 0;
  } finally {
    await browser.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
