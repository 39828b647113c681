import { Cell, engine, Inputs } from '../engine/engine';
import type { Task } from '../engine/task';
import type { Catalog } from '../format/catalog';
import { type Detection, type DetectionHints, detectKind, isNamedStateFile } from '../format/detection';
import type { DocumentKind } from '../format/document-kind';
import { RootEntries } from '../format/root-entries';
import { matchesGlob } from '../text/glob';
import { hashOf } from '../text/hash';
import type { Document } from '../yaml/cut/document';
import type { ParseLimits } from '../yaml/read/problem';
import { Catalogs, modulesFiles } from './files/catalogs';
import { type Configuration, Configurations } from './files/configurations';
import { defaultAutomata } from './files/default-automata';
import { Documents } from './files/documents';
import { type DataFile, KnownFiles } from './files/files';
import type { PathState } from './files/path-state';
import {
  type Address,
  folderOf,
  foldersAround,
  hasFolder,
  innermostFolder,
  isInside,
  isStateFileName,
  lastSegmentOf,
  mainFileIn,
  NO_ADDRESS,
  outermostFolder,
  resolvePath,
  shortName,
} from './files/paths';
import { ProjectLayout } from './files/project-layout';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from './files/settings';
import type { Source } from './files/source';
import { type FoundFolder, type ResolvedPath, TagPaths } from './files/tag-paths';
import { Neighbours } from './flow/neighbours';
import { ROOT_PATH } from './names/scope-path';
import type { FileEntry } from './names/symbols';
import { collectSymbolsTask } from './names/unit-symbols';
import { Project, type ProjectMember } from './project';

/** Outside of all workspace folders, the automata of a file is searched for in at most this number of folders. */
const MAX_LEVELS_OUTSIDE = 4;

/** Limit of files in a folder that are known to be no automata. */
const MAX_KNOWN_FILES = 500;

/** All known files, and the projects that they form. */
export class Workspace {
  readonly inputs = new Inputs();
  folders: readonly Address[] = [];
  /** Files that are not parsed while their text has one of these hashes. */
  private readonly quarantined = new Map<Address, readonly string[]>();
  private settingsOf: (address: Address) => WorkspaceSettings = () => DEFAULT_WORKSPACE_SETTINGS;
  /** The last settings that determine which files are state files, as JSON. */
  private detectionSettings = '';
  private readonly documents = new Documents();
  private readonly files = new KnownFiles(this.inputs, this.documents);
  private readonly catalogs = new Catalogs();
  private readonly configurations = new Configurations({
    read: (address) => this.files.included(address),
    isPending: (address) => this.files.isPending(address),
    boundaryOf: (address) => outermostFolder(this.folders, address),
  });
  /** Changes with the configuration of any file. */
  private readonly configurationCell = new Cell(this.inputs, 'configuration', engine.group('settings'));
  /** Changes with the folders of the workspace. */
  private readonly foldersCell = new Cell(this.inputs, 'workspace folders', engine.group('workspace'));
  /** The kind of each document by its own content. */
  private readonly documentKinds = new Map<Address, DocumentKind>();
  /** Which files named `main.yaml` are next to state files. */
  private readonly neighbours = new Neighbours();
  private readonly paths = new TagPaths(
    (address) => this.pathState(address),
    (address) => this.boundaryOf(address),
  );
  private readonly layout = new ProjectLayout(this.inputs, {
    document: (address) => this.document(address),
    included: (address) => this.files.included(address),
    isHidden: (address) => this.files.isHidden(address),
    catalogOf: (address) => this.catalogOf(address),
    requestFile: (project, file) => this.want(project, file),
    isOwn: (address) => this.isOwn(address),
    foldersAround: (address) => this.foldersAround(address),
    isPending: (address) => this.files.isPending(address),
    automataOf: (address, automataIn) => this.automataOf(address, automataIn),
  });

  /** Sets the folders. Everything that was read from a removed folder is dropped. */
  setFolders(folders: readonly Address[]): void {
    const removed = this.folders.filter((folder) => !folders.includes(folder));
    this.folders = folders;
    if (removed.length > 0) {
      this.forget(
        (address) =>
          innermostFolder(folders, address) !== undefined || innermostFolder(removed, address) === undefined,
      );
    }
    this.configurations.setFolders();
    this.refreshCatalogs();
    engine.change(this.foldersCell);
    this.updateLayout();
  }

  /** Sets the settings, which may differ between folders, and updates everything that depends on them. */
  configure(settingsOf: (address: Address) => WorkspaceSettings): void {
    const detects = JSON.stringify(
      [...this.folders, ...this.configurations.found.keys()].map((address) => {
        const { detect, modules } = settingsOf(address);
        return [detect, modules];
      }),
    );
    if (detects !== this.detectionSettings) this.files.rereadDropped();
    this.detectionSettings = detects;
    this.settingsOf = settingsOf;
    const limitsOf = (address: Address) => this.limitsOf(address);
    this.documents.setLimits(limitsOf);
    this.files.setLimits(limitsOf);
    for (const address of [...this.documents.addresses()]) this.updateKind(address);
    this.refreshCatalogs();
    this.updateLayout();
  }

  /** The limits for parsing a file. */
  limitsOf(address: Address): ParseLimits {
    const { limits } = this.configurations.includes(address)
      ? DEFAULT_WORKSPACE_SETTINGS
      : this.settingsOf(address);
    const quarantined = this.quarantined.get(address);
    return quarantined === undefined ? limits : { ...limits, quarantined };
  }

  /**
   * The configuration of a file, which `settingsOf` takes into account; undefined if there is none, or it is not known
   * yet. The file and its configuration are in the same workspace folder.
   */
  configurationOf(address: Address): Configuration | undefined {
    engine.read(this.configurationCell);
    return this.configurations.of(address);
  }

  /** The configuration of a file if it is known; requests nothing. */
  knownConfigurationOf(address: Address): Configuration | undefined {
    return this.configurations.knownOf(address);
  }

  /** The files that are not read yet and decide which configuration applies to a file. */
  pendingConfigurations(address: Address): readonly Address[] {
    return this.configurations.pendingFor(address);
  }

  /** Applies the configuration files if they, or what they extend, have changed. */
  private refreshConfigurations(changed: readonly Address[]): void {
    const mayMatter = changed.some((address) => this.configurations.includes(address));
    if (!mayMatter || !this.configurations.refresh()) return;
    engine.change(this.configurationCell);
    this.configure(this.settingsOf);
  }

  /**
   * Does not parse a file while its text has a hash. Called before any file is known.
   *
   * @param hash empty for the text with which the file is opened first
   */
  quarantine(address: Address, hash: string): void {
    this.quarantined.set(address, [...(this.quarantined.get(address) ?? []), hash]);
  }

  /** Names the text with which a file is opened, see `quarantine`. */
  private nameQuarantined(address: Address, text: string): void {
    const hashes = this.quarantined.get(address);
    if (hashes?.includes(''))
      this.quarantined.set(
        address,
        hashes.map((hash) => hash || hashOf(text)),
      );
  }

  // Notifications of the editor.

  openFile(address: Address, languageId: string | undefined, text: string): void {
    const wasOwn = this.isOwn(address);
    this.documents.open(address, languageId, text);
    // Outside all folders, it may have been read because of another file; then its text and kind stay the same.
    this.update(address, !wasOwn);
  }

  /**
   * The document that a text will become when it is opened or read from disk, so that it can be analysed before. The
   * caller calls `discardPrepared` after it was added, or if it is not added.
   */
  prepare(address: Address, languageId: string | undefined, text: string): Document {
    if (languageId !== undefined) this.nameQuarantined(address, text);
    return this.documents.prepare(address, languageId, text);
  }

  /** Registers an edited document, see `prepare`. */
  prepareEdited(address: Address, document: Document): void {
    this.documents.addPrepared(address, document);
  }

  discardPrepared(address: Address, document: Document): void {
    this.documents.removePrepared(address, document);
    this.layout.discardPrebuilt(address, document);
  }

  /**
   * Precomputes the results that depend only on a document, with a step for each unit, so that adding it is fast. If
   * its role differs when it is added, they are computed again.
   */
  *precompute(address: Address, languageId: string | undefined, document: Document): Task<void> {
    const member = this.memberFor(address, languageId, document);
    if (member === undefined) return;
    const { source, prefix, isAutomata } = member;
    for (const unit of document.units) {
      if (this.projectsOf(address).some((project) => project.holds(unit))) continue;
      yield* collectSymbolsTask(source, unit, prefix, isAutomata);
      yield;
    }
    // Files in a folder of states are usually included, and have no project of their own.
    if (source.documentKind === 'automata' && this.projectsOf(address).length === 0)
      yield* this.layout.prebuild({ source, prefix });
  }

  /**
   * Computes an answer for a document, added or not, from its text alone. Undefined if the answer depends on anything
   * else.
   */
  provisionalAnswer<T>(
    address: Address,
    languageId: string | undefined,
    document: Document,
    compute: (workspace: Workspace) => T,
  ): { readonly answer: T } | undefined {
    const member = this.memberFor(address, languageId, document);
    if (member === undefined) return undefined;
    const isolated = new Workspace();
    const project = new Project(isolated.inputs, address, member.isAutomata);
    project.setPending(true);
    project.addUnindexed(member);
    isolated.folders = this.folders;
    isolated.settingsOf = this.settingsOf;
    isolated.documents.openAs(address, languageId, document);
    isolated.layout.setOnly(project);
    const { value, isPending } = engine.observe(() => compute(isolated));
    return isPending ? undefined : { answer: value };
  }

  /** A document as a source of its project, added or not; undefined if it is not a state file. */
  sourceFor(address: Address, languageId: string | undefined, document: Document): Source | undefined {
    return this.memberFor(address, languageId, document)?.source;
  }

  /** The role that a document would have if it was added; undefined if its text and name are not those of a state file. */
  private memberFor(
    address: Address,
    languageId: string | undefined,
    document: Document,
  ): (ProjectMember & { readonly isAutomata: boolean }) | undefined {
    const project = this.projectsOf(address)[0];
    const isIncluded =
      project === undefined
        ? this.files.wasIncluded(address)
        : project.isAutomata &&
          project.root !== address &&
          project.source(address)?.documentKind !== 'scenarios';
    const documentKind = isIncluded
      ? 'states'
      : detectKind(document, this.hintsOf(address, languageId)).documentKind;
    if (documentKind === undefined) return undefined;
    const catalog = this.catalogOf(isIncluded && project ? project.root : address);
    return {
      source: { address, document, documentKind, catalog },
      prefix: project?.member(address)?.prefix ?? ROOT_PATH,
      isAutomata: isIncluded || documentKind === 'automata',
    };
  }

  /** The language id of an open document. */
  languageOf(address: Address): string | undefined {
    return this.documents.languageOf(address);
  }

  /** Replaces an open document by an edited one. */
  editFile(address: Address, edit: (document: Document) => Document): void {
    if (this.documents.edit(address, edit)) this.update(address);
  }

  /** Closes a file. Files that were read only for it, outside all folders, are dropped. */
  closeFile(address: Address): void {
    if (!this.files.closeFile(address)) return;
    this.update(address);
    if (innermostFolder(this.folders, address) === undefined) this.forgetOutside(address);
  }

  private forgetOutside(closed: Address): void {
    const open = [...this.openFiles];
    const nearestFolder = open.flatMap((address) => this.foldersAround(address).at(-1) ?? []);
    // The automata of another open file remains if it would be found without the closed file.
    const isShared = this.projectsOf(closed).some((project) =>
      open.some((address) => {
        if (address === project.root) return true;
        const isFound = this.foldersAround(address).includes(folderOf(project.root));
        return isFound && project.member(address) !== undefined;
      }),
    );
    this.forget((address) => {
      if (address === closed && !isShared) return false;
      return innermostFolder([...this.folders, ...nearestFolder], address) !== undefined;
    });
    this.updateLayout();
  }

  /** Discards the known state of the disk, except for some addresses. */
  private forget(isKept: (address: Address) => boolean): void {
    this.files.forget(isKept);
    for (const address of [...this.documentKinds.keys()]) this.updateKind(address);
  }

  get openFiles(): Iterable<Address> {
    return this.documents.openFiles;
  }

  // Results of reading files.

  /** Returns the addresses to be read, each once. */
  drainPending(): Address[] {
    return this.files.drainPending();
  }

  /** Whether a change of this address on disk matters. */
  isRelevant(address: Address): boolean {
    return this.files.isKnown(address) || this.files.isKnown(folderOf(address));
  }

  /** Reads an address again. Outside all folders, only known addresses and the parent folders. */
  refresh(address: Address): void {
    if (innermostFolder(this.folders, address) !== undefined || this.files.isKnown(address))
      this.files.refresh(address);
    else this.files.refreshFolders(address);
  }

  /** Reads everything known below these addresses again, as it may have been removed. */
  refreshBelow(folders: ReadonlySet<Address>): void {
    this.files.refreshBelow(folders);
  }

  /** Reads all files of the projects of a file again. */
  refreshProjects(address: Address): void {
    for (const project of this.projectsOf(address)) {
      for (const { source } of project.members) {
        this.files.refresh(source.address);
        for (const file of project.table.get('file', source.address)) {
          const { address: target, state } = this.resolvePath(project, file);
          if (state?.kind !== 'outside') this.files.refresh(target);
        }
      }
    }
  }

  /** Whether the text of an address may be that of a new or changed state file that is not open. */
  isNewState(address: Address, state: PathState): boolean {
    const mayBecome = state.kind === 'text' && isStateFileName(address) && !this.documents.inEditor(address);
    return mayBecome && this.files.isChange(address, state);
  }

  /** Stores a batch of path states; returns whether any of them has changed. */
  setPaths(states: Iterable<readonly [Address, PathState]>): boolean {
    const changed: Address[] = [];
    for (const [address, state] of states) if (this.files.setPath(address, state)) changed.push(address);
    if (changed.length === 0) return false;
    for (const address of changed) this.updateKind(address);
    this.refreshConfigurations(changed);
    this.refreshCatalogs();
    this.updateLayout();
    for (const address of changed) if (!this.layout.isUsed(address)) this.files.dropText(address);
    return true;
  }

  /**
   * Whether it is known which automata a file belongs to: only files that are maps of states can be included, and only
   * scenario files have an automata elsewhere.
   */
  hasKnownRole(address: Address): boolean {
    if (this.pendingConfigurations(address).length > 0) return false;
    return this.projectsOf(address).some((project) => {
      const { documentKind } = project.source(address) ?? {};
      if (documentKind === 'scenarios') return project.isAutomata && this.isDefinitely(address, project.root);
      return project.isAutomata || documentKind !== 'states';
    });
  }

  /** Whether no unread file in the folders around a scenario file can be its automata instead of the known one. */
  private isDefinitely(address: Address, main: Address): boolean {
    const document = this.document(address);
    if (document && new RootEntries(document).text('automata')) return true;
    for (const folder of this.foldersAround(address)) {
      if (mainFileIn([folder], (file) => file === main) !== undefined) return true;
      const state = this.pathState(folder);
      if (state === undefined) return false;
      const files = state.kind === 'folder' ? state.files.filter(isStateFileName) : [];
      const isRead = files.slice(0, MAX_KNOWN_FILES).map((file) => this.pathState(file) !== undefined);
      if (isRead.includes(false)) return false;
      if (folder === folderOf(main)) return true;
    }
    return true;
  }

  /** The folders in which the automata that includes a file is searched for first, innermost first. */
  foldersAround(address: Address): readonly Address[] {
    return foldersAround(address, this.folders, MAX_LEVELS_OUTSIDE);
  }

  /** The state of an address; requests it if it is unknown. */
  pathState(address: Address): PathState | undefined {
    return this.files.pathState(address);
  }

  // Results.

  source(address: Address): Source | undefined {
    return this.projectsOf(address)[0]?.source(address);
  }

  document(address: Address): Document | undefined {
    return this.documents.of(address);
  }

  /** The text of a file that `!oneline` includes in a project; undefined if it is unknown. */
  dataFile(address: Address): DataFile | undefined {
    return this.files.dataFile(address);
  }

  get allProjects(): Iterable<Project> {
    return this.layout.all;
  }

  /** The innermost workspace folder that contains an address; undefined if there is none. */
  folderAround(address: Address): Address | undefined {
    engine.read(this.foldersCell);
    return innermostFolder(this.folders, address);
  }

  /** Whether an address is in a folder of the workspace. */
  isInWorkspace(address: Address): boolean {
    return this.folderAround(address) !== undefined;
  }

  /** The projects whose innermost workspace folder is this one; for undefined, those outside all folders. */
  projectsIn(folder: Address | undefined): readonly Project[] {
    return [...this.allProjects].filter(({ root }) => this.folderAround(root) === folder);
  }

  /** The projects of a file, sorted by the address of their main files. */
  projectsOf(address: Address): readonly Project[] {
    return this.layout.projectsOf(address);
  }

  /** The same workspace with another version of a project, which is the only one of its files. It takes no changes. */
  withProject(project: Project): Workspace {
    const view: Workspace = Object.create(this);
    const has = (address: Address) => project.member(address) !== undefined;
    view.document = (address) => project.source(address)?.document ?? this.document(address);
    view.projectsOf = (address) => (has(address) ? [project] : this.projectsOf(address));
    return view;
  }

  /** The workspace folder that contains an address; for a file outside all folders, its own folder. */
  boundaryOf(address: Address): Address {
    engine.read(this.foldersCell);
    return innermostFolder(this.folders, address) ?? folderOf(address);
  }

  /** Resolves the path of a tag in a project. */
  resolvePath(project: Project, use: FileEntry): ResolvedPath {
    return this.paths.resolve(project, use);
  }

  /** The nearest existing folder around an address; undefined while that is unknown. */
  around(address: Address, boundary: Address): FoundFolder | undefined {
    return this.paths.nearestFolder(address, boundary);
  }

  /** Updates the projects of a file after a change of its text. */
  private update(address: Address, hasRoleChanged = false): void {
    if (this.files.isData(address)) this.files.editData(address);
    const before = this.documentKinds.get(address);
    this.updateKind(address);
    const document = this.document(address);
    const kinds = new Set<string>();
    for (const project of this.projectsOf(address)) {
      const member = project.member(address);
      if (document === undefined || member === undefined) continue;
      const { documentKind: known } = member.source;
      const documentKind = project.root === address ? (this.documentKinds.get(address) ?? known) : known;
      for (const kind of project.setMember({
        ...member,
        source: { ...member.source, document, documentKind },
      }))
        kinds.add(kind);
    }
    const filesChanged = kinds.has('file');
    const isModules =
      (before === 'modules' || this.documentKinds.get(address) === 'modules') && this.refreshCatalogs();
    const comesOrGoes = this.layout.hasVisibilityChanged(address);
    const hasKindChanged = before !== this.documentKinds.get(address);
    if (hasRoleChanged || hasKindChanged || filesChanged || isModules || comesOrGoes) this.updateLayout();
    this.refreshConfigurations([address]);
  }

  /** Whether a file is in a workspace folder, or open. */
  private isOwn(address: Address): boolean {
    return (
      innermostFolder(this.folders, address) !== undefined || this.documents.inEditor(address) !== undefined
    );
  }

  /** Determines the kind of a document. */
  private updateKind(address: Address): void {
    const document = this.document(address);
    const documentKind = document && detectKind(document, this.hintsOf(address)).documentKind;
    if (documentKind === undefined) this.documentKinds.delete(address);
    else this.documentKinds.set(address, documentKind);
    // A file outside of all folders may be known because an automata included it before, but that must not matter.
    const isState = documentKind !== undefined && documentKind !== 'scenarios' && this.isOwn(address);
    for (const main of this.neighbours.set(address, isState)) {
      if (this.document(main) === undefined) this.files.readDropped(main);
      else this.updateKind(main);
    }
  }

  /**
   * The kind of a file and the evidence for it; undefined if its text is unknown.
   *
   * @param document its text, as files of other formats are not kept
   */
  detection(address: Address, document = this.document(address)): Detection | undefined {
    return document && detectKind(document, this.hintsOf(address));
  }

  /** The files that describe the modules of one's own in the folder of an address. */
  modulesFilesOf(address: Address): readonly Address[] {
    const folder = innermostFolder(this.folders, address);
    return modulesFiles(folder, outermostFolder(this.folders, address), this.settingsOf(address));
  }

  /** The modules and widgets that are known in the folder of an address. */
  catalogOf(address: Address): Catalog {
    return this.catalogs.of(this.catalogKey(address));
  }

  /** What the catalog of a file depends on: its configuration, or its folder. */
  private catalogKey(address: Address): Address | undefined {
    return this.configurationOf(address)?.files[0] ?? innermostFolder(this.folders, address);
  }

  /** Reads the module files of the settings; returns whether anything has changed. */
  private refreshCatalogs(): boolean {
    return this.catalogs.refresh(
      [undefined, ...this.folders, ...this.configurations.found.keys()],
      (key = NO_ADDRESS) => ({
        folder: innermostFolder(this.folders, key),
        files: this.modulesFilesOf(key),
        tags: this.settingsOf(key).tags,
      }),
      (address) => this.files.included(address),
    );
  }

  private hintsOf(address: Address, languageId = this.documents.languageOf(address)): DetectionHints {
    const settings = this.settingsOf(address);
    const name = lastSegmentOf(address);
    const { byName, configured } = settings.detect;
    const pattern =
      (configured && lastMatch(configured.byName, shortName(address, configured.folder))) ??
      lastMatch(byName, shortName(address, this.boundaryOf(address)));
    // Editors assign the language by these names, so it is not a choice of the author.
    const isChosen = languageId === 'atomic-state' && !isNamedStateFile(name);
    const decision = pattern === undefined ? undefined : pattern.startsWith('!') ? 'excluded' : 'setting';
    return {
      name,
      decision: decision ?? (isChosen ? 'language' : undefined),
      isMain: settings.detect.byContent && this.neighbours.isMain(address),
      byContent: settings.detect.byContent,
      isConfiguration: this.configurations.includes(address),
      describesModules: this.modulesFilesOf(address).includes(address),
    };
  }

  /** The main files that a scenario file may test, if it must name one; empty if it is clear which one it tests. */
  candidatesOf(address: Address): readonly Address[] {
    return this.layout.candidatesOf(address);
  }

  /**
   * Whether a scenario file that names no automata certainly has none: it is in a folder of the workspace, and all files
   * in the folders around it are known.
   */
  isWithoutAutomata(address: Address): boolean {
    if (this.folderAround(address) === undefined || !hasFolder(address)) return false;
    const isKnown =
      this.candidatesOf(address).length > 0 || this.projectsOf(address).some((one) => one.isAutomata);
    if (isKnown) return false;
    // All are requested at once.
    const folders = this.foldersAround(address).map((folder) => this.hasNoAutomata(folder));
    return folders.every(Boolean);
  }

  private hasNoAutomata(folder: Address): boolean {
    const state = this.pathState(folder);
    if (state?.kind !== 'folder') return false;
    // A main file that is not detected as an automata may still be meant as one.
    if (mainFileIn([folder], (file) => state.files.includes(file)) !== undefined) return false;
    const files = state.files.filter(isStateFileName);
    if (files.length > MAX_KNOWN_FILES) return false;
    const others = files.map((file) => {
      const found = this.pathState(file);
      const isRead = found?.kind === 'text' || (found?.kind === 'file' && found.why === 'unread');
      return isRead && this.documentKinds.get(file) !== 'automata';
    });
    return others.every(Boolean);
  }

  /** The main file of the automata that a scenario file tests: the one that it names, or the defaults. */
  private automataOf(
    address: Address,
    automataIn: (folder: Address) => readonly Address[],
  ): readonly Address[] {
    const document = this.document(address);
    if (document === undefined || !hasFolder(address)) return [];
    const written = new RootEntries(document).text('automata');
    if (written !== undefined && written !== '') {
      const main = resolvePath(folderOf(address), written);
      if (!isInside(this.boundaryOf(address), main)) return [];
      // Requests its state, if it is unknown.
      this.pathState(main);
      return [main];
    }
    const isFile = (main: Address) => {
      const { kind } = this.pathState(main) ?? {};
      return kind === 'text' || kind === 'file';
    };
    return defaultAutomata(this.foldersAround(address), { isFile, automataIn });
  }

  private updateLayout(): void {
    this.layout.arrange(this.documentKinds);
  }

  private want(project: Project, file: FileEntry): ResolvedPath {
    const found = this.resolvePath(project, file);
    const { address, state } = found;
    // Also for a missing file: the editor may still have its text open.
    const isData = file.use.tag === '!oneline' && state?.kind !== 'outside';
    if (isData) this.files.requestData(address);
    return found;
  }
}

/** The last pattern that matches a path, perhaps with a leading `!`. */
function lastMatch(patterns: readonly string[], path: string): string | undefined {
  return patterns.findLast((one) => matchesGlob(one.replace(/^!/, ''), path));
}
