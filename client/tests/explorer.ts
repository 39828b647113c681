import {
  Location,
  l10n,
  MarkdownString,
  Range,
  type TestController,
  type TestItem,
  TestMessage,
  type TestRun,
  TestRunRequest,
  type Uri,
} from 'vscode';
import { type BaseLanguageClient, ProgressType } from 'vscode-languageclient';
import type { ExploreAnswer, ExploreFindingData, ExploreProgress } from '../../server/protocol/messages';
import { displayUri } from '../commands/display-uri';
import { exploreRequest } from '../protocol';
import { printToRun } from './output';
import type { TestTree } from './tree';

const PROGRESS = new ProgressType<ExploreProgress>();

/** Prefix of the ids of findings; the menus in the manifest use it. */
const FINDING = 'finding:';

/** A scenario that shows a finding. */
export interface FoundScenario {
  /** The main file, next to which the scenario is written. */
  readonly main: Uri;
  readonly code: string;
  readonly text: string;
}

/** Explores automata in the server. Findings are failed items. */
export class AutomataExplorer {
  readonly #controller: TestController;
  readonly #client: BaseLanguageClient;
  readonly #tree: TestTree;
  readonly #scenarios = new WeakMap<TestItem, FoundScenario>();
  #runs = 0;

  constructor(controller: TestController, client: BaseLanguageClient, tree: TestTree) {
    this.#controller = controller;
    this.#client = client;
    this.#tree = tree;
  }

  /** The scenario of a finding; undefined for other items, and for unreached parts. */
  scenarioOf(item: TestItem): FoundScenario | undefined {
    return this.#scenarios.get(item);
  }

  async run({ include, exclude, profile }: TestRunRequest): Promise<void> {
    // Running a finding runs its automata again.
    const chosen = include?.map((item) => (item.id.startsWith(FINDING) ? (item.parent ?? item) : item));
    const items = this.#tree.itemsOf('automata', chosen, exclude);
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
    const { asUri, asRange } = this.#client.protocol2CodeConverter;
    if ('refused' in answer) {
      const reason = answer.refused || l10n.t('The run failed. The output of Atomic State says why.');
      const message = new TestMessage(reason);
      if (answer.location)
        message.location = new Location(asUri(answer.location.uri), asRange(answer.location.range));
      run.errored(item, message);
      print(reason);
      return;
    }
    const { findings, states, cases, steps, stoppedBy } = answer;
    const found = findings.map((finding) => this.#itemOf(item, main, finding));
    item.children.replace(found.map(({ child }) => child));
    for (const { child, message } of found) run.failed(child, message);
    if (found.length === 0) run.passed(item);
    item.description = l10n.t('{0} of {1} states were reached', states.reached, states.all);
    for (const { message } of findings) print(message);
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
    const { asUri, asRange } = this.#client.protocol2CodeConverter;
    const { id, code, message: text, location, scenario, steps } = finding;
    const uri = location ? asUri(location.uri) : main;
    const child = this.#controller.createTestItem(`${FINDING}${id}`, text, uri);
    child.range = location ? asRange(location.range) : new Range(0, 0, 0, 0);
    child.description = code;
    child.tags = parent.tags;
    const shown = new MarkdownString();
    shown.appendText(text);
    if (steps.length > 0) {
      shown.appendMarkdown(`\n\n${l10n.t('To get there:')}\n`);
      shown.appendCodeblock(steps.join('\n'), 'yaml');
    }
    const message = new TestMessage(shown);
    message.location = new Location(uri, child.range);
    if (scenario !== undefined) {
      this.#scenarios.set(child, { main, code, text: scenario });
      message.contextValue = 'atomicState.finding';
    }
    return { child, message };
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
