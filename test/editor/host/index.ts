/** The suite inside the extension host of a real VS Code: what an extension can ask the editor for. */

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
import { neighbourSuite } from './neighbour';
import { previewSuite } from './preview';
import { projectSuite } from './projects';
import { runSuite } from './run';
import { taskSuite } from './tasks';
import { virtualSuite } from './virtual';

/** By this the script that runs the suite knows its lines among whatever else VS Code prints. */
const linePrefix = '[suite] ';

/** Called by VS Code. A rejection tells it that the tests failed. */
export async function run(): Promise<void> {
  const suites = [
    languageSuite,
    diagnosticsSuite,
    completionSuite,
    navigationSuite,
    namesSuite,
    neighbourSuite,
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
