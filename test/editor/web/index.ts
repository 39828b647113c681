/** The suite inside VS Code's extension host for browsers, in which the server is a worker, and VS Code reads all files. */

import { Uri, workspace } from 'vscode';
import { debuggerSuite } from '../host/debugger';
import { bytesOf, uriOf } from '../host/editor';
import { featuresSuite } from '../host/features';
import { graphEditSuite } from '../host/graph';
import { namesSuite } from '../host/names';
import { navigationSuite } from '../host/navigation';
import { runSuite } from '../host/run';
import { virtualSuite } from '../host/virtual';
import { runSuites } from '../report';
import { workerSuite } from './worker';

/** The prefix by which the script recognises the lines of the suite in the output of VS Code. */
const linePrefix = '[suite] ';

/** The second folder of the workspace that the script opens. */
const virtualFolder = Uri.parse('memfs:/bot');

/** Called by VS Code. It rejects if tests fail. */
export async function run(): Promise<void> {
  const suites = [
    () => virtualSuite(virtualFolder, true),
    workerSuite,
    navigationSuite,
    namesSuite,
    featuresSuite,
    graphEditSuite,
    debuggerSuite,
    runSuite,
  ];
  const result = await runSuites(
    suites,
    // A browser has no environment variables and cannot write files otherwise.
    async (counts) => workspace.fs.writeFile(uriOf('../result.json'), bytesOf(JSON.stringify(counts))),
    linePrefix,
  );
  if (result.failed > 0) {
    throw new Error(`${result.failed} failed`);
  }
}
