import {
  l10n,
  type TestController,
  type TestItem,
  TestMessage,
  type TestRun,
  type TestRunRequest,
} from 'vscode';
import { type BaseLanguageClient, ProgressType } from 'vscode-languageclient';
import type { ScenarioProgress } from '../../server/protocol/messages';
import { runScenariosRequest } from '../protocol';
import type { ScenarioCoverage } from './coverage';
import { failureLine, locatedMessage, resultText, testMessage } from './failure';
import type { FoundFaults } from './faults';
import { printToRun } from './output';
import type { TestTree } from './tree';

const PROGRESS = new ProgressType<ScenarioProgress>();

/** Runs scenarios and decides promises in the server, and shows each result as soon as it is known. */
export class ScenarioRunner {
  readonly #controller: TestController;
  readonly #client: BaseLanguageClient;
  readonly #tree: TestTree;
  readonly #coverage: ScenarioCoverage;
  readonly #faults: FoundFaults;
  #runs = 0;

  constructor(
    controller: TestController,
    client: BaseLanguageClient,
    tree: TestTree,
    coverage: ScenarioCoverage,
    faults: FoundFaults,
  ) {
    this.#controller = controller;
    this.#client = client;
    this.#tree = tree;
    this.#coverage = coverage;
    this.#faults = faults;
  }

  /** The scenarios of a request. */
  scenariosOf({ include, exclude }: TestRunRequest): TestItem[] {
    return this.#tree.itemsOf(['scenario'], include, exclude);
  }

  /** What a request runs: scenarios and, as they have no coverage, otherwise promises as well. */
  testsOf(request: TestRunRequest, hasCoverage: boolean): TestItem[] {
    if (hasCoverage) return this.scenariosOf(request);
    return this.#tree.itemsOf(['scenario', 'promise'], request.include, request.exclude);
  }

  /** Runs some scenarios and promises of a request. */
  async run(request: TestRunRequest, items: readonly TestItem[], hasCoverage: boolean): Promise<void> {
    const run = this.#controller.createTestRun(request);
    try {
      for (const item of items) run.enqueued(item);
      await this.report(run, items, hasCoverage);
    } finally {
      run.end();
    }
  }

  /** Runs scenarios and promises as a part of a run. */
  async report(run: TestRun, items: readonly TestItem[], hasCoverage: boolean): Promise<void> {
    const waiting = new Map<string, TestItem>();
    const chosen = new Map<string, string[]>();
    for (const item of items) {
      const kind = this.#tree.kindOf(item);
      if (kind?.kind !== 'scenario' && kind?.kind !== 'promise') continue;
      waiting.set(keyOf(kind.file.uri, item.id), item);
      chosen.set(kind.file.uri, [...(chosen.get(kind.file.uri) ?? []), item.id]);
    }
    if (waiting.size === 0) return;
    this.#runs++;
    const progressToken = `atomicState.run.${this.#runs}`;
    const listener = this.#client.onProgress(PROGRESS, progressToken, (progress) => {
      const item = waiting.get(keyOf(progress.uri, progress.id));
      if (item === undefined) return;
      if (progress.kind !== 'started') waiting.delete(keyOf(progress.uri, progress.id));
      this.#show(run, item, progress);
    });
    try {
      const answer = await this.#client.sendRequest(
        runScenariosRequest,
        { chosen: [...chosen].map(([uri, ids]) => ({ uri, ids })), coverage: hasCoverage, progressToken },
        run.token,
      );
      if (answer.isFailed) {
        const message = new TestMessage(l10n.t('The run failed. The output of Atomic State says why.'));
        for (const item of waiting.values()) run.errored(item, message);
        waiting.clear();
      }
      if (answer.coverage) this.#coverage.add(run, answer.coverage);
    } catch (error) {
      if (!run.token.isCancellationRequested) throw error;
    } finally {
      listener.dispose();
      // What was removed, and what follows after the user has stopped the run.
      for (const item of waiting.values()) run.skipped(item);
    }
  }

  #show(run: TestRun, item: TestItem, progress: ScenarioProgress): void {
    switch (progress.kind) {
      case 'started':
        item.description = '';
        run.started(item);
        break;
      case 'refused':
        run.errored(item, locatedMessage(progress, this.#client));
        print(run, item, `${l10n.t('not run')}: ${progress.message}`);
        break;
      case 'refuted': {
        const { fault, milliseconds } = progress;
        const kind = this.#tree.kindOf(item);
        const main = kind?.kind === 'promise' ? kind.file.automata : undefined;
        const { asUri } = this.#client.protocol2CodeConverter;
        run.failed(item, this.#faults.messageOf(item, asUri(main ?? progress.uri), fault), milliseconds);
        item.description = l10n.t('refuted');
        print(run, item, resultText('refuted', ''));
        for (const step of fault.steps) printToRun(run, item, `    ${step}`);
        break;
      }
      case 'undecided':
        item.description = resultText('undecided', progress.why);
        run.skipped(item);
        print(run, item, item.description);
        break;
      case 'ended': {
        const { failures, milliseconds } = progress;
        // In the list beside the name, so that nothing needs to be opened.
        item.description = failures[0] ? failureLine(failures[0]) : '';
        if (failures.length === 0) {
          run.passed(item, milliseconds);
          print(run, item, l10n.t('passed'));
        } else {
          run.failed(
            item,
            failures.map((one) => testMessage(one, this.#client)),
            milliseconds,
          );
          print(run, item, l10n.t('failed'));
          for (const one of failures) printToRun(run, item, `    ${failureLine(one)}`);
        }
      }
    }
  }
}

function print(run: TestRun, item: TestItem, result: string): void {
  printToRun(run, item, `${item.parent?.label ?? ''}: ${item.label}: ${result}`.replace(/\r?\n/g, ' '));
}

function keyOf(uri: string, id: string): string {
  return `${uri}\n${id}`;
}
