import {
  BranchCoverage,
  commands,
  Disposable,
  EventEmitter,
  FileCoverage,
  type FileCoverageDetail,
  Range,
  StatementCoverage,
  type TestRun,
  type TextDocumentChangeEvent,
  type TextEditorDecorationType,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { AutomataCoverage, FileCoverageData } from '../../server/protocol/messages';
import type { UnreachedPart } from '../graph/messages';
import { rangesAfterEdit } from './edited-ranges';

/** The coverage of the last run. VS Code shows it in the gutter; unreached text and parts of the graph are dimmed. */
export class ScenarioCoverage implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #details = new WeakMap<FileCoverage, FileCoverageDetail[]>();
  readonly #dimmed: TextEditorDecorationType = window.createTextEditorDecorationType({ opacity: '0.5' });
  /** Unreached ranges, by address. */
  readonly #unreached = new Map<string, readonly Range[]>();
  /** The unreached parts of graphs, by the addresses of main files. */
  readonly #inGraphs = new Map<string, UnreachedPart>();
  readonly #changed = new EventEmitter<void>();
  /** Fires when the coverage in graphs may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #listeners: Disposable[];

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#listeners = [
      this.#dimmed,
      this.#changed,
      window.onDidChangeVisibleTextEditors(() => this.#show()),
      workspace.onDidChangeTextDocument((change) => this.#edited(change)),
    ];
  }

  dispose(): void {
    Disposable.from(...this.#listeners).dispose();
  }

  /** The part of a graph that was not reached, by the address of its main file; undefined without coverage. */
  unreachedIn(automata: string): UnreachedPart | undefined {
    return this.#inGraphs.get(automata);
  }

  /** Adds the coverage of a run, which replaces that of earlier runs. */
  add(run: TestRun, automata: readonly AutomataCoverage[]): void {
    this.#reset();
    for (const { uri, nodes, edges, files } of automata) {
      this.#inGraphs.set(uri, { nodes: unreachedIds(nodes), edges: unreachedIds(edges) });
      for (const file of files) this.#addFile(run, file);
    }
    this.#announce();
  }

  clear(): void {
    this.#reset();
    this.#announce();
  }

  detailsOf(file: FileCoverage): FileCoverageDetail[] {
    return this.#details.get(file) ?? [];
  }

  #reset(): void {
    this.#inGraphs.clear();
    this.#unreached.clear();
  }

  #announce(): void {
    void commands.executeCommand('setContext', 'atomicState.hasCoverage', this.#inGraphs.size > 0);
    this.#show();
    this.#changed.fire();
  }

  #addFile(run: TestRun, { uri: address, statements, unreached }: FileCoverageData): void {
    const { asUri, asRange } = this.#client.protocol2CodeConverter;
    const uri = asUri(address);
    const details = statements.map(
      ({ range, count, branches }) =>
        new StatementCoverage(
          count,
          asRange(range),
          branches?.map((one) => new BranchCoverage(one.count, asRange(one.range), one.label)),
        ),
    );
    const file = FileCoverage.fromDetails(uri, details);
    this.#details.set(file, details);
    run.addCoverage(file);
    this.#unreached.set(
      uri.toString(),
      unreached.map((range) => asRange(range)),
    );
  }

  #show(): void {
    for (const editor of window.visibleTextEditors)
      editor.setDecorations(this.#dimmed, this.#unreached.get(editor.document.uri.toString()) ?? []);
  }

  /** VS Code moves existing decorations; this is for editors that are opened later. */
  #edited({ document, contentChanges }: TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const ranges = this.#unreached.get(key);
    if (ranges === undefined || contentChanges.length === 0) return;
    const moved = rangesAfterEdit(ranges, contentChanges);
    this.#unreached.set(
      key,
      moved.map(({ start, end }) => new Range(start.line, start.character, end.line, end.character)),
    );
    this.#show();
  }
}

function unreachedIds(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([id, count]) => (count === 0 ? [id] : []));
}
