import {
  type DebugSession,
  debug,
  type TestController,
  type TestItem,
  type TestRun,
  type TestRunRequest,
  type Uri,
  workspace,
} from 'vscode';
import type { ScenarioRunner } from './runner';
import type { TestTree } from './tree';

/** Debugs scenarios one after another; their results are those of a run without the debugger. */
export async function debugScenarios(
  controller: TestController,
  tree: TestTree,
  runner: ScenarioRunner,
  request: TestRunRequest,
): Promise<void> {
  const run = controller.createTestRun(request);
  try {
    for (const item of runner.scenariosOf(request)) {
      if (run.token.isCancellationRequested) run.skipped(item);
      else await debugItem(run, item, tree, runner);
    }
  } finally {
    run.end();
  }
}

async function debugItem(
  run: TestRun,
  item: TestItem,
  tree: TestTree,
  runner: ScenarioRunner,
): Promise<void> {
  const kind = tree.kindOf(item);
  if (kind?.kind !== 'scenario' || item.uri === undefined) return;
  run.started(item);
  const ended = sessionEnd(run, kind.name);
  const isStarted = await debug.startDebugging(
    workspace.getWorkspaceFolder(item.uri),
    {
      type: 'atomic-state',
      request: 'launch',
      name: kind.name,
      scenario: { file: fileName(item.uri), name: kind.name },
    },
    { testRun: run },
  );
  if (!isStarted) {
    ended.dispose();
    run.skipped(item);
    return;
  }
  await ended.over;
  if (run.token.isCancellationRequested) run.skipped(item);
  else await runner.report(run, [item], false);
}

/** The end of the debug session of a scenario. */
function sessionEnd(run: TestRun, name: string): { readonly over: Promise<void>; dispose(): void } {
  const isOurs = (session: DebugSession) => session.type === 'atomic-state' && session.name === name;
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const listeners = [
    debug.onDidTerminateDebugSession((session) => {
      if (isOurs(session)) dispose();
    }),
    run.token.onCancellationRequested(() => {
      const session = debug.activeDebugSession;
      if (session && isOurs(session)) void debug.stopDebugging(session);
      dispose();
    }),
  ];
  const dispose = () => {
    for (const listener of listeners) listener.dispose();
    end();
  };
  return { over, dispose };
}

/** A file in a debug configuration. */
function fileName(uri: Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}
