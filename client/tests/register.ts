import {
  type CancellationToken,
  commands,
  Disposable,
  l10n,
  type TestItem,
  type TestMessage,
  TestRunProfileKind,
  TestRunRequest,
  type TestTag,
  tests,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { mainFileOf } from '../commands/automata';
import { onDrawnStatesChanged } from '../drawn-states';
import { showScenario } from '../new-scenario';
import type { Server } from '../server';
import { ContinuousRuns } from './continuous';
import type { ScenarioCoverage } from './coverage';
import { debugScenarios } from './debug';
import { AutomataExplorer } from './explorer';
import { FoundFaults } from './faults';
import { keepScenario } from './keep-scenario';
import { ScenarioRunner } from './runner';
import { AUTOMATA_TAG, RUN_TAG, SCENARIO_TAG, TestTree } from './tree';
import { updateExpectation } from './update-expectation';

/** Delay after the last change before scenarios are requested, in milliseconds. */
const PAUSE = 300;

interface ProfileOptions {
  readonly isDefault?: boolean;
  readonly tag?: TestTag;
  readonly supportsContinuousRun?: boolean;
}

/** The Test Explorer: scenarios and promises, and automata to explore. */
export function registerTests({ client }: Server, coverage: ScenarioCoverage): Disposable {
  const controller = tests.createTestController('atomicState.scenarios', l10n.t('Atomic State'));
  const tree = new TestTree(controller, client);
  const faults = new FoundFaults(client);
  const runner = new ScenarioRunner(controller, client, tree, coverage, faults);
  const explorer = new AutomataExplorer(controller, client, tree, faults);
  const continuous = new ContinuousRuns(tree, runner);

  const refresh = async () => {
    try {
      await tree.refresh();
      await continuous.changed();
    } catch (error) {
      client.warn(`Scenarios: ${String(error)}`, undefined, false);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, PAUSE);
  };
  controller.refreshHandler = refresh;
  controller.resolveHandler = (item) => (item === undefined ? refresh() : undefined);

  const profile = (
    label: string,
    kind: TestRunProfileKind,
    run: (request: TestRunRequest, token: CancellationToken) => Promise<void>,
    options: ProfileOptions = {},
  ) => {
    const { isDefault = true, tag = SCENARIO_TAG, supportsContinuousRun = false } = options;
    return controller.createRunProfile(
      label,
      kind,
      async (request, token) => {
        if (!workspace.isTrusted) {
          void offerTrust();
          return;
        }
        // The latest edits must be part of the run.
        await tree.refresh();
        await run(request, token);
      },
      isDefault,
      tag,
      supportsContinuousRun,
    );
  };
  const runWith = (hasCoverage: boolean) => async (request: TestRunRequest, token: CancellationToken) => {
    if (request.continuous === true) await continuous.add(request, token, hasCoverage);
    else await runner.run(request, runner.testsOf(request, hasCoverage), hasCoverage);
  };
  /** Opens the scenarios of a file in the Test Explorer and runs them, as its buttons do. */
  const runFile = async (uri: Uri) => {
    await tree.refresh();
    await showScenario(uri);
    await commands.executeCommand('testing.runCurrentFile');
  };
  /** Explores an automata. Its findings are in the Test Explorer, where exploring is a profile as well. */
  const exploreAutomata = async (given: unknown) => {
    const main = await mainFileOf(client, given, l10n.t('Explore Automata'));
    if (main === undefined) return;
    if (!workspace.isTrusted) {
      void offerTrust();
      return;
    }
    await tree.refresh();
    const item = tree.itemsOf(['automata'], undefined).find(({ id }) => id === main);
    if (item === undefined) return;
    await commands.executeCommand('vscode.revealTestInExplorer', item);
    await explorer.run(new TestRunRequest([item]));
    const [, first] = [...item.children][0] ?? [];
    if (first) await commands.executeCommand('vscode.revealTestInExplorer', first);
  };
  const { Run, Debug, Coverage } = TestRunProfileKind;
  const withCoverage = profile(l10n.t('Run with Coverage'), Coverage, runWith(true), {
    supportsContinuousRun: true,
  });
  withCoverage.loadDetailedCoverage = async (_run, file) => coverage.detailsOf(file);
  const profiles = [
    profile(l10n.t('Run'), Run, runWith(false), { tag: RUN_TAG, supportsContinuousRun: true }),
    profile(l10n.t('Debug'), Debug, (request) => debugScenarios(controller, tree, runner, request)),
    withCoverage,
    profile(l10n.t('Explore'), Run, (request) => explorer.run(request), {
      isDefault: false,
      tag: AUTOMATA_TAG,
    }),
  ];

  return Disposable.from(
    controller,
    ...profiles,
    continuous,
    new Disposable(() => clearTimeout(timer)),
    onDrawnStatesChanged(client)(refreshSoon),
    commands.registerCommand('atomicState.clearCoverage', () => coverage.clear()),
    commands.registerCommand('atomicState.runScenarios', runFile),
    commands.registerCommand('atomicState.explore', exploreAutomata),
    commands.registerCommand('atomicState.updateExpectation', async (given: unknown) => {
      const message = messageIn(given);
      if (message) await updateExpectation(message);
    }),
    commands.registerCommand('atomicState.keepScenario', async (given: unknown) => {
      const item = itemIn(given);
      const found = item && faults.scenarioOf(item);
      if (found) await keepScenario(found);
    }),
  );
}

/** The item of a menu of the tree or of a message. */
function itemIn(given: unknown): TestItem | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  return 'test' in given ? (given as { test?: TestItem }).test : (given as TestItem);
}

/** The message of a menu. */
function messageIn(given: unknown): TestMessage | undefined {
  if (typeof given !== 'object' || given === null || !('message' in given)) return undefined;
  return (given as { message?: TestMessage }).message;
}

/** Explains why nothing is run. The run does not wait for an answer: VS Code would show it as unfinished. */
async function offerTrust(): Promise<void> {
  const trust = l10n.t('Manage Workspace Trust');
  const answer = await window.showWarningMessage(
    l10n.t('Running scenarios executes the expressions of state files. Trust this workspace to run them.'),
    trust,
  );
  if (answer === trust) await commands.executeCommand('workbench.trust.manage');
}
