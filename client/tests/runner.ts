import {
  Location,
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
import { failureLine, testMessage } from './failure';
import { printToRun } from './output';
import type { TestTree } from './tree';

const PROGRESS = new ProgressType<ScenarioProgress>();

/** Runs scenarios in the server, and shows each result as soon as it is known. */
export class ScenarioRunner {
  readonly #controller: TestController;
  readonly #client: BaseLanguageClient;
  readonly #tree: TestTree;
  readonly #coverage: ScenarioCoverage;
  #runs = 0;

  constructor(
    controller: TestController,
    client: BaseLanguageClient,
    tree: TestTree,
    coverage: ScenarioCoverage,
  ) {
    this.#controller = controller;
    this.#client = client;
    this.#tree = tree;
    this.#coverage = coverage;
  }

  /** The scenarios of a request. */
  scenariosOf({ include, exclude }: TestRunRequest): TestItem[] {
    return this.#tree.itemsOf('scenario', include, exclude);
  }

  /** Runs some scenarios of a request. */
  async run(request: TestRunRequest, scenarios: readonly TestItem[], hasCoverage: boolean): Promise<void> {
    const run = this.#controller.createTestRun(request);
    try {
      for (const item of scenarios) run.enqueued(item);
      await this.report(run, scenarios, hasCoverage);
    } finally {
      run.end();
    }
  }

  /** Runs scenarios as a part of a run. */
  async report(run: TestRun, scenarios: readonly TestItem[], hasCoverage: boolean): Promise<void> {
    const waiting = new Map<string, TestItem>();
    const chosen = new Map<string, string[]>();
    for (const item of scenarios) {
      const kind = this.#tree.kindOf(item);
      if (kind?.kind !== 'scenario') continue;
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
      // Removed scenarios, and those after the user has stopped the run.
      for (const item of waiting.values()) run.skipped(item);
    }
  }

  #show(run: TestRun, item: TestItem, progress: ScenarioProgress): void {
    switch (progress.kind) {
      case 'started':
        item.description = '';
        run.started(item);
        break;
      case 'refused': {
        const message = new TestMessage(progress.message);
        const { asUri, asRange } = this.#client.protocol2CodeConverter;
        const { location } = progress;
        if (location) message.location = new Location(asUri(location.uri), asRange(location.range));
        run.errored(item, message);
        print(run, item, `${l10n.t('not run')}: ${progress.message}`);
        break;
      }
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
