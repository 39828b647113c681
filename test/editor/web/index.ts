/** The suite inside VS Code's extension host for browsers: the server is a worker, and all files are the editor's. */

import { Uri, workspace } from 'vscode';
import { debuggerSuite } from '../host/debugger';
import { bytesOf, uriOf } from '../host/editor';
import { featuresSuite } from '../host/features';
import { namesSuite } from '../host/names';
import { navigationSuite } from '../host/navigation';
import { runSuite } from '../host/run';
import { virtualSuite } from '../host/virtual';
import { runSuites } from '../report';
import { workerSuite } from './worker';

/** By this the script that runs the suite knows its lines among whatever else VS Code prints. */
const linePrefix = '[suite] ';

/** The second folder of the workspace that the script opens. */
const virtualFolder = Uri.parse('memfs:/bot');

/** Called by VS Code. A rejection tells it that the tests failed. */
export async function run(): Promise<void> {
  const suites = [
    () => virtualSuite(virtualFolder, true),
    workerSuite,
    navigationSuite,
    namesSuite,
    featuresSuite,
    debuggerSuite,
    runSuite,
  ];
  const result = await runSuites(
    suites,
    // There is no environment to name a file, and no other way to write one.
    async (counts) => workspace.fs.writeFile(uriOf('../result.json'), bytesOf(JSON.stringify(counts))),
    linePrefix,
  );
  if (result.failed > 0) {
    throw new Error(`${result.failed} failed`);
  }
}
