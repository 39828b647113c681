/** The suite inside the extension host of a real VS Code, which tests features by the API of extensions. */

import { Uri } from 'vscode';
import { saveResult } from '../environment';
import { runSuites } from '../report';
import { changesSuite } from './changes';
import { commandSuite } from './commands';
import { completionSuite } from './completion';
import { crashSuite } from './crashes';
import { debuggerSuite } from './debugger';
import { diagnosticsSuite } from './diagnostics';
import { diskSuite } from './disk';
import { featuresSuite } from './features';
import { graphSuite } from './graph';
import { languageSuite } from './language';
import { namesSuite } from './names';
import { navigationSuite } from './navigation';
import { otherExtensionSuite } from './neighbour';
import { previewSuite } from './preview';
import { projectSuite } from './projects';
import { runSuite } from './run';
import { taskSuite } from './tasks';
import { virtualSuite } from './virtual';

/** The prefix by which the script recognises the lines of the suite in the output of VS Code. */
const linePrefix = '[suite] ';

/** Called by VS Code. It rejects if tests fail. */
export async function run(): Promise<void> {
  const suites = [
    languageSuite,
    diagnosticsSuite,
    completionSuite,
    navigationSuite,
    namesSuite,
    otherExtensionSuite,
    featuresSuite,
    graphSuite,
    previewSuite,
    changesSuite,
    diskSuite,
    projectSuite,
    () => virtualSuite(Uri.parse('vscode-vfs://tests/bot'), false),
    taskSuite,
    debuggerSuite,
    runSuite,
    commandSuite,
    crashSuite,
  ];
  const result = await runSuites(suites, saveResult, linePrefix);
  if (result.failed > 0) {
    throw new Error(`${result.failed} failed`);
  }
}
