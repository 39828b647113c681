import type * as lsp from 'vscode-languageserver';
import { runTask } from '../../../server/engine/task';
import { automataList } from '../../../server/features/automata-list';
import { callsFrom, callsTo, hierarchyAt } from '../../../server/features/call-hierarchy';
import { codeLenses, lensText } from '../../../server/features/code-lens';
import { completeAt } from '../../../server/features/completion';
import { definitionAt } from '../../../server/features/definition';
import { documentLinks } from '../../../server/features/document-links';
import { documentSymbols, type OutlineEntry } from '../../../server/features/document-symbols';
import { foldingRanges } from '../../../server/features/folding';
import { highlights } from '../../../server/features/highlight';
import { hoverAt } from '../../../server/features/hover';
import { eventTargetHints } from '../../../server/features/inlay-hints';
import { contextTypeHints } from '../../../server/features/inlay-hints/types';
import { linkedRanges } from '../../../server/features/linked-editing';
import { editsForMoves } from '../../../server/features/moved-files';
import { statePreview } from '../../../server/features/preview';
import { refactorings } from '../../../server/features/refactor';
import { references } from '../../../server/features/references';
import { renameSymbol } from '../../../server/features/rename';
import { selectionRanges } from '../../../server/features/selection';
import { signatureHelp } from '../../../server/features/signature-help';
import { stateGraph } from '../../../server/features/state-graph';
import { drawnProject, stateAt } from '../../../server/features/state-graph/state-at';
import { typeDefinition } from '../../../server/features/type-definition';
import { workspaceSymbols } from '../../../server/features/workspace-symbols';
import {
  type Address,
  includableFiles,
  isInside,
  isStateFileName,
  normalize,
} from '../../../server/project/files/paths';
import type { Project } from '../../../server/project/project';
import { Workspace } from '../../../server/project/workspace';
import { DiagnosticsProvider } from '../../../server/protocol/findings';
import { SemanticTokens } from '../../../server/protocol/semantic-tokens';
import { SettingsByFolder } from '../../../server/protocol/settings-by-folder';
import type { Range } from '../../../server/text/range';
import type { Document } from '../../../server/yaml/cut/document';
import type { Unit } from '../../../server/yaml/cut/unit';
import { inEnglish } from '../../support/english';
import { stateOf } from '../../support/workspace';

export { isStateFileName };

/** The state of the client: the folders of the workspace, and its answers to requests for settings. */
export interface ClientState {
  readonly folders: readonly Address[];
  readonly settings: unknown;
  /** Of folders that have their own. */
  readonly folderSettings: ReadonlyMap<Address, unknown>;
}

/**
 * The server as the random edits use it, below the protocol: files are opened and edited, the disk is read, and
 * features are requested. Only this file depends on the structure of the server.
 */
export class TestedServer {
  private readonly workspace = new Workspace();
  private readonly settings = new SettingsByFolder();
  private readonly findings: DiagnosticsProvider;
  private readonly tokens = new SemanticTokens(this.workspace);
  /** The tokens that the client has of each file. */
  private readonly clientTokens = new Map<string, { readonly id: string | undefined; data: number[] }>();
  /** New folders that have not been searched for files. */
  private unsearched: readonly Address[];

  constructor(client: ClientState) {
    const settingsOf = (address: Address) => this.settings.of(address);
    this.findings = new DiagnosticsProvider(this.workspace, settingsOf, (address) => address);
    this.workspace.setFolders(client.folders);
    this.unsearched = client.folders;
    this.configure(client);
  }

  open(address: Address, language: string, text: string): void {
    this.workspace.openFile(address, language, text);
  }

  edit(address: Address, start: number, end: number, text: string): void {
    this.workspace.editFile(address, (document) => document.edit(start, end, text));
  }

  close(address: Address): void {
    this.clientTokens.delete(address);
    this.workspace.closeFile(address);
  }

  changeFolders(client: ClientState, before: readonly Address[]): void {
    this.workspace.setFolders(client.folders);
    this.configure(client);
    const added = client.folders.filter((folder) => !before.includes(folder));
    this.unsearched = [...this.unsearched, ...added].filter((folder) => client.folders.includes(folder));
  }

  configure({ folders, settings, folderSettings }: ClientState): void {
    const own = folders.map((folder) => {
      return [folder, folderSettings.has(folder) ? folderSettings.get(folder) : settings] as const;
    });
    this.settings.set(settings, new Map(own));
    this.findings.reset();
    this.workspace.configure((address) => this.settings.of(address));
  }

  /**
   * The client notifies of a change on disk: of all files in its folders, and elsewhere of those that the server has
   * requested.
   */
  fileChanged(address: Address, folders: readonly Address[]): void {
    const { workspace } = this;
    const isWatched = isStateFileName(address) && folders.some((folder) => isInside(folder, address));
    if (isWatched || workspace.isRelevant(address)) workspace.refresh(address);
  }

  /** Reads from disk until nothing more is requested; returns whether anything was. */
  load(disk: ReadonlyMap<Address, string>): boolean {
    let any = this.loadWanted(disk);
    const folders = this.unsearched;
    this.unsearched = [];
    const found = [...disk.keys()].filter(
      (address) => isStateFileName(address) && folders.some((folder) => isInside(folder, address)),
    );
    if (found.length > 0) {
      this.read(disk, found.sort());
      any = true;
      this.loadWanted(disk);
    }
    for (const address of [...this.workspace.openFiles]) any = this.search(disk, address) || any;
    return any;
  }

  /** Reads the folders around a file until it is known which automata include it. */
  private search(disk: ReadonlyMap<Address, string>, address: Address): boolean {
    const { workspace } = this;
    let any = false;
    for (const folder of workspace.foldersAround(address)) {
      if (workspace.hasKnownRole(address)) break;
      workspace.pathState(folder);
      any = this.loadWanted(disk) || any;
      const state = workspace.pathState(folder);
      if (state?.kind !== 'folder') continue;
      for (const file of includableFiles(state.files)) workspace.pathState(file);
      any = this.loadWanted(disk) || any;
    }
    return any;
  }

  private loadWanted(disk: ReadonlyMap<Address, string>): boolean {
    let any = false;
    for (
      let wanted = this.workspace.drainPending();
      wanted.length > 0;
      wanted = this.workspace.drainPending()
    ) {
      this.read(disk, wanted);
      any = true;
    }
    return any;
  }

  private read(disk: ReadonlyMap<Address, string>, addresses: readonly Address[]): void {
    this.workspace.setPaths(
      addresses.map((address) => [
        address,
        stateOf(disk, address, this.settings.of(address).limits.maxFileSize),
      ]),
    );
  }

  document(address: Address): Document | undefined {
    return this.workspace.document(address);
  }

  /** All diagnostics of a file, with the edits of their fixes. */
  diagnostics(address: Address): unknown {
    const document = this.workspace.document(address);
    return this.findings.ofFile(address).map((placed) => {
      const fixes = placed.finding.fixes?.map(({ elsewhere, ...fix }) => ({
        ...fix,
        elsewhere: elsewhere?.map(({ source, unit, edits }) => [
          placeOf(placed.project, source, unit),
          edits,
        ]),
      }));
      return [document && this.findings.toDiagnostic(document, placed), fixes];
    });
  }

  /** The units of a text, and the projects to which it belongs. */
  layout(address: Address): unknown {
    const units = this.workspace
      .source(address)
      ?.document.units.map(({ text, kind, path }) => [kind, text, path]);
    return [this.workspace.projectsOf(address).map(({ root, isAutomata }) => [root, isAutomata]), units];
  }

  /** The tokens of a file as a client has them that requests changes only. */
  semanticTokens(address: Address): readonly number[] | null {
    const before = this.clientTokens.get(address);
    const answer =
      before?.id === undefined
        ? runTask(this.tokens.full(address))
        : runTask(this.tokens.delta(address, before.id));
    if (answer === null) {
      this.clientTokens.delete(address);
      return null;
    }
    const data = 'data' in answer ? answer.data : changed(before?.data ?? [], answer.edits);
    this.clientTokens.set(address, { id: answer.resultId, data });
    return data;
  }

  /** Requests about a whole file. */
  readonly ofFile: Readonly<Record<string, (address: Address, length: number) => unknown>> = {
    outline: (address) => documentSymbols(this.workspace, address),
    // A hover shows the order of its items, which a random position seldom finds.
    cards: (address) =>
      entriesOf(documentSymbols(this.workspace, address)).map(({ selection }) =>
        hoverAt(this.workspace, address, selection.start),
      ),
    folds: (address) => foldingRanges(this.workspace, address),
    links: (address) => documentLinks(this.workspace, address),
    lenses: (address) =>
      codeLenses(this.workspace, address).map(({ range, root, path }) => [
        range,
        lensText(this.workspace, root, path),
      ]),
    'event hints': (address, end) => eventTargetHints(this.workspace, address, { start: 0, end }),
    'type hints': (address, end) => contextTypeHints(this.workspace, address, { start: 0, end }),
    graph: (address) => {
      const project = drawnProject(this.workspace, address);
      if (project === undefined) return undefined;
      const { graph, places } = stateGraph(project, (file) => this.findings.ofFile(file));
      return { graph, places };
    },
    moves: (address) => [
      ...editsForMoves(this.workspace, [
        { from: address, to: normalize(address.replace(/\/(?=[^/]*$)/, '/new/')) },
      ]),
    ],
  };

  /** Requests about a position in a file. */
  readonly atPosition: Readonly<Record<string, (address: Address, offset: number) => unknown>> = {
    completion: (address, offset) => {
      const { items, incomplete } = completeAt(this.workspace, address, offset, {
        findings: () => this.findings.allOfFile(address),
      });
      // The documentation of an item is computed when it is selected, which is seldom.
      const selected = offset % 4;
      const shown = items.map(({ documentation, ...item }, index) =>
        index % 4 === selected ? { ...item, text: documentation?.() } : item,
      );
      return { incomplete, shown };
    },
    hover: (address, offset) => hoverAt(this.workspace, address, offset),
    definition: (address, offset) => definitionAt(this.workspace, address, offset),
    'type definition': (address, offset) => typeDefinition(this.workspace, address, offset),
    references: (address, offset) => references(this.workspace, address, offset),
    highlights: (address, offset) => highlights(this.workspace, address, offset),
    'linked ranges': (address, offset) => linkedRanges(this.workspace, address, offset),
    selection: (address, offset) => selectionRanges(this.workspace, address, offset),
    signature: (address, offset) => signatureHelp(this.workspace, address, offset),
    rename: (address, offset) => renameSymbol(this.workspace, address, offset, 'new_name'),
    calls: (address, offset) =>
      hierarchyAt(this.workspace, address, offset).map((state) => [
        state,
        callsTo(this.workspace, state.root, state.path),
        callsFrom(this.workspace, state.root, state.path),
      ]),
    refactorings: (address, offset) => refactorings(this.workspace, address, { start: offset, end: offset }),
    'findings here': (address, offset) =>
      this.findings.at(address, offset).map(({ finding, severity, start, end }) => {
        return [finding.rule.code, inEnglish(finding.message), severity, start, end];
      }),
    'state in the graph': (address, offset) => stateAt(this.workspace, address, offset),
    preview: (address, offset) => statePreview(this.workspace, address, offset),
    automata: (address, offset) => automataList(this.workspace, { address, offset }),
  };

  /** Requests about the workspace. */
  readonly ofWorkspace: Readonly<Record<string, () => unknown>> = {
    'all symbols': () => workspaceSymbols(this.workspace, ''),
    'symbols with a': () => workspaceSymbols(this.workspace, 'a'),
    'symbols with go': () => workspaceSymbols(this.workspace, 'go'),
    files: () => this.findings.addresses(),
  };
}

function entriesOf(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return entries.flatMap((entry) => [entry, ...entriesOf(entry.children)]);
}

function changed(data: readonly number[], edits: readonly lsp.SemanticTokensEdit[]): number[] {
  const result = [...data];
  for (const { start, deleteCount, data: added = [] } of edits) result.splice(start, deleteCount, ...added);
  return result;
}

function placeOf(project: Project, address: Address, unit: Unit): string {
  const document = project.source(address)?.document;
  if (document === undefined || !document.units.includes(unit)) return `${address} before an edit`;
  return `${address} ${document.startOf(unit)}`;
}

/** An answer as text. Answers are plain data, except for objects of the server to which some refer. */
export function serialized(answer: unknown): string {
  return JSON.stringify(answer, withoutServer) ?? '';
}

function withoutServer(key: string, value: unknown): unknown {
  if (key === 'project' || key === 'workspace' || key === 'document') return undefined;
  if (key === 'range' && isRange(value)) return [value.start, value.end];
  if (value instanceof Map) return [...value];
  return value instanceof Set ? [...value] : value;
}

/** A range with more members is a node of a tree, which refers to the whole tree. */
function isRange(value: unknown): value is Range {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value;
}
