import {
  l10n,
  type TestController,
  type TestItem,
  type TestMessage,
  type TestRun,
  TestRunRequest,
  type Uri,
} from 'vscode';
import { type BaseLanguageClient, ProgressType } from 'vscode-languageclient';
import type { ExploreAnswer, ExploreFindingData, ExploreProgress } from '../../server/protocol/messages';
import { displayUri } from '../commands/display-uri';
import { exploreRequest } from '../protocol';
import { locatedMessage, resultText } from './failure';
import type { FoundFaults } from './faults';
import { printToRun } from './output';
import type { TestTree } from './tree';

const PROGRESS = new ProgressType<ExploreProgress>();

/** Prefix of the ids of findings, which begins as no name of a scenario does; the menus in the manifest use it. */
const FINDING = ' finding:';

/** Explores automata in the server. Findings are failed items. */
export class AutomataExplorer {
  readonly #controller: TestController;
  readonly #client: BaseLanguageClient;
  readonly #tree: TestTree;
  readonly #faults: FoundFaults;
  #runs = 0;

  constructor(controller: TestController, client: BaseLanguageClient, tree: TestTree, faults: FoundFaults) {
    this.#controller = controller;
    this.#client = client;
    this.#tree = tree;
    this.#faults = faults;
  }

  async run({ include, exclude, profile }: TestRunRequest): Promise<void> {
    // Running a finding runs its automata again.
    const chosen = include?.map((item) => (item.id.startsWith(FINDING) ? (item.parent ?? item) : item));
    const items = this.#tree.itemsOf(['automata'], chosen, exclude);
    // Items that are created during the run belong to it if their parents do.
    const run = this.#controller.createTestRun(new TestRunRequest(items, undefined, profile));
    try {
      for (const item of items) run.enqueued(item);
      for (const item of items) {
        if (run.token.isCancellationRequested) run.skipped(item);
        else await this.#explore(run, item);
      }
    } finally {
      run.end();
    }
  }

  async #explore(run: TestRun, item: TestItem): Promise<void> {
    const kind = this.#tree.kindOf(item);
    if (kind?.kind !== 'automata') return;
    run.started(item);
    const print = (text: string) => printToRun(run, item, text);
    const main = this.#client.protocol2CodeConverter.asUri(kind.uri);
    print(l10n.t('Exploring {0}', displayUri(main)));
    this.#runs++;
    const progressToken = `atomicState.explore.${this.#runs}`;
    const listener = this.#client.onProgress(PROGRESS, progressToken, ({ steps }) =>
      print(l10n.t('{0} steps', steps)),
    );
    try {
      const answer = await this.#client.sendRequest(
        exploreRequest,
        { uri: kind.uri, progressToken },
        run.token,
      );
      this.#take(run, item, main, answer, print);
    } catch (error) {
      if (!run.token.isCancellationRequested) throw error;
      run.skipped(item);
    } finally {
      listener.dispose();
    }
  }

  #take(run: TestRun, item: TestItem, main: Uri, answer: ExploreAnswer, print: (text: string) => void): void {
    if ('refused' in answer) {
      const { location } = answer;
      const message = answer.refused || l10n.t('The run failed. The output of Atomic State says why.');
      run.errored(item, locatedMessage({ message, ...(location && { location }) }, this.#client));
      print(message);
      return;
    }
    const { findings, promises, errors, states, cases, steps, stoppedBy } = answer;
    const found = findings.map((finding) => this.#itemOf(item, main, finding));
    item.children.replace(found.map(({ child }) => child));
    for (const { child, message } of found) run.failed(child, message);
    const wrong = errors.map((error) => locatedMessage(error, this.#client));
    if (wrong.length > 0) run.errored(item, wrong);
    else if (found.length === 0) run.passed(item);
    item.description = l10n.t('{0} of {1} states were reached', states.reached, states.all);
    for (const { message } of findings) print(message);
    for (const { message } of errors) print(message);
    for (const { title, result, why } of promises) print(`${title}: ${resultText(result, why)}`);
    print(
      l10n.t(
        '{0} of {1} states and {2} of {3} cases of transitions were reached in {4} steps.',
        states.reached,
        states.all,
        cases.reached,
        cases.all,
        steps,
      ),
    );
    if (stoppedBy !== undefined) print(stopText(stoppedBy));
  }

  #itemOf(
    parent: TestItem,
    main: Uri,
    finding: ExploreFindingData,
  ): { readonly child: TestItem; readonly message: TestMessage } {
    const { id, code, message: text, location } = finding;
    const { uri, range } = this.#faults.placeOf(main, location);
    const child = this.#controller.createTestItem(`${FINDING}${id}`, text, uri);
    child.range = range;
    child.description = code;
    child.tags = parent.tags;
    return { child, message: this.#faults.messageOf(child, main, finding) };
  }
}

function stopText(stoppedBy: NonNullable<Extract<ExploreAnswer, { steps: number }>['stoppedBy']>): string {
  switch (stoppedBy) {
    case 'steps':
      return l10n.t('Not everything was tried: the limit of steps was reached.');
    case 'time':
      return l10n.t('Not everything was tried: the limit of time was reached.');
    case 'values':
      return l10n.t('Not everything was tried: there are more values than can be tried.');
  }
}
