import { type CancellationToken, type Disposable, type TestItem, TestRunRequest } from 'vscode';
import type { ScenarioRunner } from './runner';
import type { TestTree } from './tree';

/** A request that is repeated when something changes. */
interface Repeated {
  readonly request: TestRunRequest;
  readonly token: CancellationToken;
  readonly hasCoverage: boolean;
  /** The versions of files at their last run, by the ids of their items. */
  readonly versions: Map<string, string | undefined>;
  isRunning: boolean;
}

/** Runs scenarios again whenever a text changes that they depend on, until the user turns that off. */
export class ContinuousRuns implements Disposable {
  readonly #tree: TestTree;
  readonly #runner: ScenarioRunner;
  readonly #all = new Set<Repeated>();

  constructor(tree: TestTree, runner: ScenarioRunner) {
    this.#tree = tree;
    this.#runner = runner;
  }

  dispose(): void {
    this.#all.clear();
  }

  /** Runs the scenarios of a request now, and after each change. */
  async add(request: TestRunRequest, token: CancellationToken, hasCoverage: boolean): Promise<void> {
    const one: Repeated = { request, token, hasCoverage, versions: new Map(), isRunning: false };
    this.#all.add(one);
    token.onCancellationRequested(() => this.#all.delete(one));
    await this.#runStale(one);
  }

  /** Called when the versions of files may have changed. */
  async changed(): Promise<void> {
    await Promise.all(Array.from(this.#all, (one) => this.#runStale(one)));
  }

  async #runStale(one: Repeated): Promise<void> {
    if (one.isRunning) return;
    one.isRunning = true;
    try {
      for (let stale = this.#stale(one); stale.length > 0; stale = this.#stale(one)) {
        for (const file of stale) one.versions.set(file.id, this.#tree.versionOf(file));
        const isStale = ({ parent }: TestItem) => parent !== undefined && stale.includes(parent);
        const all = this.#runner.testsOf(one.request, one.hasCoverage);
        // Coverage is counted in a single run.
        const tests = one.hasCoverage ? all : all.filter(isStale);
        // All runs of one request have one result, in which a scenario that failed once stays failed.
        const request = new TestRunRequest(tests, undefined, one.request.profile, true);
        await this.#runner.run(request, tests, one.hasCoverage);
      }
    } finally {
      one.isRunning = false;
    }
  }

  /** The files that have changed since their last run. */
  #stale({ request, token, versions, hasCoverage }: Repeated): TestItem[] {
    if (token.isCancellationRequested) return [];
    const files = this.#runner.testsOf(request, hasCoverage).flatMap(({ parent }) => parent ?? []);
    return [...new Set(files)].filter((file) => versions.get(file.id) !== this.#tree.versionOf(file));
  }
}
