import { l10n, type TestController, type TestItem, type TestItemCollection, TestTag, type Uri } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { ListedScenarioFile, ScenarioList } from '../../server/protocol/messages';
import { displayUri, lastSegment } from '../commands/display-uri';
import { scenariosRequest } from '../protocol';

/** The items on which the profiles can be used: those that can be run, the scenarios among them, and automata. */
export const RUN_TAG = new TestTag('run');
export const SCENARIO_TAG = new TestTag('scenario');
export const AUTOMATA_TAG = new TestTag('automata');

/** The kind of a test item, and what it runs. */
type ItemKind =
  | { readonly kind: 'folder' }
  | { readonly kind: 'file'; readonly file: ListedScenarioFile }
  | { readonly kind: 'scenario'; readonly file: ListedScenarioFile; readonly name: string }
  | { readonly kind: 'promise'; readonly file: ListedScenarioFile }
  /** An automata to explore; its children are the findings. */
  | { readonly kind: 'automata'; readonly uri: string };

type FileKind = Extract<ItemKind, { kind: 'file' }>;

/** The scenarios, promises and automata of the workspace by folder, from the server. */
export class TestTree {
  readonly #controller: TestController;
  readonly #client: BaseLanguageClient;
  readonly #kinds = new WeakMap<TestItem, ItemKind>();
  /** The versions of files and automata, by address. */
  #versions: ReadonlyMap<string, string> = new Map();
  #latest = 0;

  constructor(controller: TestController, client: BaseLanguageClient) {
    this.#controller = controller;
    this.#client = client;
  }

  kindOf(item: TestItem): ItemKind | undefined {
    return this.#kinds.get(item);
  }

  /** The version of the texts that the results of an item depend on. */
  versionOf(item: TestItem): string | undefined {
    const kind = this.kindOf(item);
    const uri = kind?.kind === 'file' ? kind.file.uri : kind?.kind === 'automata' ? kind.uri : undefined;
    return uri === undefined ? undefined : this.#versions.get(uri);
  }

  /** Requests the items. Marks results as outdated if the texts have changed. */
  async refresh(): Promise<void> {
    if (!this.#client.isRunning()) return;
    this.#latest++;
    const latest = this.#latest;
    const list = await this.#client.sendRequest(scenariosRequest);
    if (latest === this.#latest) this.#take(list);
  }

  /** The items of some kinds at or below some items, without excluded items and their children. */
  itemsOf(
    kinds: readonly ItemKind['kind'][],
    include: Iterable<TestItem> | undefined,
    exclude: readonly TestItem[] = [],
  ): TestItem[] {
    const found = new Set<TestItem>();
    const visit = (item: TestItem) => {
      if (exclude.includes(item)) return;
      const kind = this.kindOf(item)?.kind;
      if (kind && kinds.includes(kind)) found.add(item);
      for (const [, child] of item.children) visit(child);
    };
    for (const item of include ?? itemsIn(this.#controller.items)) visit(item);
    return [...found];
  }

  #take({ files, automata }: ScenarioList): void {
    const before = this.#versions;
    this.#versions = new Map([...files, ...automata].map(({ uri, version }) => [uri, version]));
    const folders = new Map<string, TestItem[]>();
    const add = (uri: Uri, item: TestItem) => {
      const folder = parentOf(uri).toString();
      folders.set(folder, [...(folders.get(folder) ?? []), item]);
    };
    const toUri = this.#client.protocol2CodeConverter.asUri;
    const known = new Map(
      itemsIn(this.#controller.items).flatMap((folder) =>
        itemsIn(folder.children).map((item) => [item.id, item] as const),
      ),
    );
    for (const { uri: address } of automata) {
      const uri = toUri(address);
      add(uri, this.#itemOf(known, address, uri, { kind: 'automata', uri: address }));
    }
    for (const file of files) {
      const uri = toUri(file.uri);
      const item = this.#itemOf(known, file.uri, uri, { kind: 'file', file });
      item.children.replace(this.#testsOf(item, file, uri));
      add(uri, item);
    }
    this.#controller.items.replace(
      [...folders].map(([id, items]) => {
        const uri = parentOf(items[0]?.uri as Uri);
        const folder =
          this.#controller.items.get(id) ?? this.#controller.createTestItem(id, displayUri(uri), uri);
        this.#kinds.set(folder, { kind: 'folder' });
        folder.tags = [...new Set(items.flatMap(({ tags }) => tags))];
        folder.children.replace(items);
        return folder;
      }),
    );
    const changed = this.itemsOf(['file', 'automata'], undefined).filter((item) => {
      const old = before.get(item.id);
      return old !== undefined && old !== this.#versions.get(item.id);
    });
    if (changed.length > 0) this.#controller.invalidateTestResults(changed);
  }

  #itemOf(
    known: ReadonlyMap<string, TestItem>,
    id: string,
    uri: Uri,
    kind: FileKind | Extract<ItemKind, { kind: 'automata' }>,
  ): TestItem {
    const item = known.get(id) ?? this.#controller.createTestItem(id, lastSegment(uri), uri);
    const isFile = kind.kind === 'file';
    item.tags = kind.kind === 'file' ? tagsOf(kind.file) : [AUTOMATA_TAG];
    // That of an automata says what was reached last.
    if (kind.kind !== 'file') item.description ||= l10n.t('explore');
    else item.description = kind.file.automata === undefined ? l10n.t('no automata found') : '';
    // Sorted after scenario files.
    item.sortText = `${isFile ? 0 : 1}${item.label}`;
    this.#kinds.set(item, kind);
    return item;
  }

  /** The scenarios and promises of a file, in the order of its text. */
  #testsOf(parent: TestItem, file: ListedScenarioFile, uri: Uri): TestItem[] {
    const tests = [
      ...file.scenarios.map((one) => ({ ...one, kind: 'scenario' as const })),
      ...file.promises.map((one) => ({ ...one, kind: 'promise' as const })),
    ].toSorted((a, b) => a.range.start.line - b.range.start.line);
    return tests.map(({ id, name, range, kind }, index) => {
      const item = parent.children.get(id) ?? this.#controller.createTestItem(id, name, uri);
      item.label = name;
      item.range = this.#client.protocol2CodeConverter.asRange(range);
      item.sortText = String(index).padStart(6, '0');
      item.tags = kind === 'promise' ? [RUN_TAG] : [RUN_TAG, SCENARIO_TAG];
      this.#kinds.set(item, { kind, file, name });
      return item;
    });
  }
}

function tagsOf({ scenarios, promises }: ListedScenarioFile): TestTag[] {
  return scenarios.length > 0 || promises.length === 0 ? [RUN_TAG, SCENARIO_TAG] : [RUN_TAG];
}

function itemsIn(items: TestItemCollection): TestItem[] {
  return [...items].map(([, item]) => item);
}

function parentOf(uri: Uri): Uri {
  return uri.with({ path: uri.path.slice(0, uri.path.lastIndexOf('/')) || '/' });
}
