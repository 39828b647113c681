import { Cell, engine } from '../engine/engine';
import type { Task } from '../engine/task';
import type { Catalog } from '../format/catalog';
import { type Shape, type ShapeHints, shapeOf } from '../format/shape';
import { matchesGlob } from '../text/glob';
import type { Document } from '../yaml/document';
import type { ParseLimits } from '../yaml/problem';
import { Arrangement } from './arrangement';
import { Catalogs, modulesFiles } from './catalogs';
import { Documents } from './documents';
import { type DataFile, Files } from './files';
import type { PathState } from './path-state';
import { type Address, folderOf, innermost, isStateFileName, nameOfPath, shortName } from './paths';
import { type Member, Project } from './project';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from './settings';
import type { Source } from './source';
import type { FileEntry, Symbols } from './symbols';
import { Table } from './table';
import { type FoundFolder, type ResolvedPath, TagPaths } from './tag-paths';
import { symbolsOf } from './unit-symbols';

/** All files that are known, and the projects they form. */
export class Workspace {
  folders: readonly Address[] = [];
  private settingsOf: (address: Address) => WorkspaceSettings = () => DEFAULT_WORKSPACE_SETTINGS;
  /** What the settings said last of which files are of interest. */
  private detects = '';
  private readonly documents = new Documents();
  private readonly files = new Files(this.documents);
  private readonly catalogs = new Catalogs();
  /** Changes with the folders of the workspace. */
  private readonly foldersCell = new Cell('workspace folders', engine.group('workspace'));
  /** The shape of each text by its own content. */
  private readonly shapes = new Map<Address, Shape>();
  private readonly paths = new TagPaths(
    (address) => this.pathState(address),
    (address) => this.boundaryOf(address),
  );
  private readonly arrangement = new Arrangement({
    document: (address) => this.document(address),
    included: (address) => this.files.included(address),
    isHidden: (address) => this.files.isHidden(address),
    catalogOf: (address) => this.catalogOf(address),
    want: (project, file) => this.want(project, file),
  });

  /** Takes other folders. What was read of a folder that is gone is forgotten. */
  setFolders(folders: readonly Address[]): void {
    const gone = this.folders.filter((folder) => !folders.includes(folder));
    this.folders = folders;
    if (gone.length > 0) {
      this.files.forget(
        (address) => innermost(folders, address) !== undefined || innermost(gone, address) === undefined,
      );
      for (const address of [...this.shapes.keys()]) this.judge(address);
    }
    this.refreshCatalogs();
    engine.change(this.foldersCell);
    this.arrange();
  }

  /** Takes the settings, which may be others in each folder. Whatever they decide is decided anew. */
  configure(settingsOf: (address: Address) => WorkspaceSettings): void {
    const detects = JSON.stringify(
      this.folders.map((folder) => [settingsOf(folder).detect, settingsOf(folder).modules]),
    );
    if (detects !== this.detects) this.files.reconsider();
    this.detects = detects;
    this.settingsOf = settingsOf;
    const limitsOf = (address: Address) => this.limitsOf(address);
    this.documents.setLimits(limitsOf);
    this.files.setLimits(limitsOf);
    for (const address of [...this.documents.addresses()]) this.judge(address);
    this.refreshCatalogs();
    this.arrange();
  }

  /** Up to where a file is read. */
  limitsOf(address: Address): ParseLimits {
    return this.settingsOf(address).limits;
  }

  // What the editor says.

  openFile(address: Address, languageId: string, text: string): void {
    this.documents.open(address, languageId, text);
    this.update(address);
  }

  /**
   * A text as the document that it will be when it is opened, or found on disk, so that it can be looked into before.
   * `leave` says that it was taken in, or will not be.
   */
  prepare(address: Address, languageId: string, text: string): Document {
    return this.documents.prepare(address, languageId, text);
  }

  /** The same for an edited document. */
  prepareEdited(address: Address, document: Document): void {
    this.documents.keep(address, document);
  }

  leave(address: Address, document: Document): void {
    this.documents.leave(address, document);
    this.arrangement.leave(address, document);
  }

  /**
   * Reads off a document, a unit at a step, what can be told from it alone, so that taking it in is little work. What
   * it is taken for then may be something else: that makes it more work, and no other result.
   */
  *reading(address: Address, languageId: string | undefined, document: Document): Task<void> {
    const member = this.memberAs(address, languageId, document);
    if (member === undefined) return;
    const { source, prefix, isAutomata } = member;
    for (const unit of document.units) {
      if (this.projectsOf(address).some((project) => project.holds(unit))) continue;
      symbolsOf(source, unit, prefix, isAutomata);
      yield;
    }
    // What stands in a folder of states is mostly included.
    if (source.shape === 'automata' && this.projectsOf(address).length === 0)
      yield* this.arrangement.preparing({ source, prefix });
  }

  /**
   * Answers a question about a document, taken in or not, from its text alone. Undefined if anything else was asked for,
   * so that the answer is not to be trusted.
   */
  atGlance<T>(
    address: Address,
    languageId: string | undefined,
    document: Document,
    ask: (workspace: Workspace) => T,
  ): { readonly answer: T } | undefined {
    const member = this.memberAs(address, languageId, document);
    if (member === undefined) return undefined;
    const unread = new Cell('names of files that are not read yet', engine.group('workspace'));
    unread.isPending = true;
    const project = new Project(address, member.isAutomata, new Table<Symbols>(unread));
    project.takeUnread(member);
    const glance = new Workspace();
    glance.folders = this.folders;
    glance.settingsOf = this.settingsOf;
    glance.documents.openAs(address, languageId ?? '', document);
    glance.arrangement.setOnly(project);
    const { value, isPending } = engine.observe(() => ask(glance));
    return isPending ? undefined : { answer: value };
  }

  /** As what a document would be taken in; undefined if it is none of ours, as far as its text and name tell. */
  private memberAs(
    address: Address,
    languageId: string | undefined,
    document: Document,
  ): (Member & { readonly isAutomata: boolean }) | undefined {
    const project = this.projectsOf(address)[0];
    const isIncluded =
      project === undefined
        ? this.files.wasIncluded(address)
        : project.isAutomata && project.root !== address;
    const shape = isIncluded ? 'states' : shapeOf(document, this.hintsOf(address, languageId));
    if (shape === undefined) return undefined;
    const catalog = this.catalogOf(isIncluded && project ? project.root : address);
    return {
      source: { address, document, shape, catalog },
      prefix: project?.member(address)?.prefix ?? [],
      isAutomata: isIncluded || shape === 'automata',
    };
  }

  /** Replaces an open document by an edited one. */
  editFile(address: Address, edit: (document: Document) => Document): void {
    if (this.documents.edit(address, edit)) this.update(address);
  }

  closeFile(address: Address): void {
    if (this.files.closeFile(address)) this.update(address);
  }

  get openFiles(): Iterable<Address> {
    return this.documents.openFiles;
  }

  // What the world says.

  /** Addresses whose state is asked for, each once. */
  takeWanted(): Address[] {
    return this.files.takeWanted();
  }

  /** Whether a change of this address on disk matters to what is known. */
  isRelevant(address: Address): boolean {
    return this.files.isKnown(address);
  }

  /** Asks the world again about an address. */
  refresh(address: Address): void {
    this.files.refresh(address);
  }

  /** Asks the world again about all that is known below some addresses, since they may be gone. */
  refreshBelow(folders: ReadonlySet<Address>): void {
    this.files.refreshBelow(folders);
  }

  /** Asks the world again about all that the projects of a file are made of. */
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

  /** Whether what the world found at an address is a text of ours, maybe, that is not known yet. */
  isNewState(address: Address, state: PathState): boolean {
    return state.kind === 'text' && isStateFileName(address) && this.files.isNews(address, state);
  }

  /** Takes in what the world found, all at once; whether any of it is new. */
  setPaths(states: Iterable<readonly [Address, PathState]>): boolean {
    const told: Address[] = [];
    for (const [address, state] of states) if (this.files.take(address, state)) told.push(address);
    if (told.length === 0) return false;
    for (const address of told) this.judge(address);
    this.refreshCatalogs();
    this.arrange();
    for (const address of told) if (this.source(address) === undefined) this.files.dropText(address);
    return true;
  }

  /** What is at an address; asks the world where that is not known. */
  pathState(address: Address): PathState | undefined {
    return this.files.pathState(address);
  }

  // What follows from both.

  source(address: Address): Source | undefined {
    return this.projectsOf(address)[0]?.source(address);
  }

  document(address: Address): Document | undefined {
    return this.documents.of(address);
  }

  /** The text of a file that `!oneline` brings into a project; undefined where it is not known. */
  dataFile(address: Address): DataFile | undefined {
    return this.files.dataFile(address);
  }

  get allProjects(): Iterable<Project> {
    return this.arrangement.all;
  }

  /** The innermost folder of the workspace around an address; undefined if none is. */
  folderAround(address: Address): Address | undefined {
    engine.read(this.foldersCell);
    return innermost(this.folders, address);
  }

  /** The projects whose innermost folder of the workspace is this one; undefined stands for none. */
  projectsIn(folder: Address | undefined): readonly Project[] {
    return [...this.allProjects].filter(({ root }) => this.folderAround(root) === folder);
  }

  /** The projects a file belongs to, by the address of their main files. */
  projectsOf(address: Address): readonly Project[] {
    return this.arrangement.projectsOf(address);
  }

  /** The folder of the workspace around an address; for a file outside of all, its own folder. */
  boundaryOf(address: Address): Address {
    engine.read(this.foldersCell);
    return innermost(this.folders, address) ?? folderOf(address);
  }

  /** Finds what the path of a tag leads to, seen from a project. */
  resolvePath(project: Project, use: FileEntry): ResolvedPath {
    return this.paths.resolve(project, use);
  }

  /** The nearest folder around an address that is there; undefined while that is not known. */
  around(address: Address, boundary: Address): FoundFolder | undefined {
    return this.paths.around(address, boundary);
  }

  /** Brings the projects of a file up to date with its text. */
  private update(address: Address): void {
    if (this.files.isData(address)) this.files.editData(address);
    const before = this.shapes.get(address);
    this.judge(address);
    const document = this.document(address);
    const kinds = new Set<string>();
    for (const project of this.projectsOf(address)) {
      const member = project.member(address);
      if (document === undefined || member === undefined) continue;
      const shape = project.root === address ? (this.shapes.get(address) ?? member.source.shape) : 'states';
      for (const kind of project.setMember({ ...member, source: { ...member.source, document, shape } }))
        kinds.add(kind);
    }
    const filesChanged = kinds.has('file');
    const isModules =
      (before === 'modules' || this.shapes.get(address) === 'modules') && this.refreshCatalogs();
    const comesOrGoes = this.arrangement.comesOrGoes(address);
    if (before !== this.shapes.get(address) || filesChanged || isModules || comesOrGoes) this.arrange();
  }

  /** Looks at a text for its shape. */
  private judge(address: Address): void {
    const document = this.document(address);
    const shape = document && shapeOf(document, this.hintsOf(address));
    if (shape === undefined) this.shapes.delete(address);
    else this.shapes.set(address, shape);
  }

  private catalogOf(address: Address): Catalog {
    return this.catalogs.of(innermost(this.folders, address));
  }

  /** Reads what the settings name of own modules; whether something else is known now than before. */
  private refreshCatalogs(): boolean {
    return this.catalogs.refresh(
      this.folders,
      (folder) => this.settingsOf(folder ?? ''),
      (address) => this.files.included(address),
    );
  }

  private hintsOf(address: Address, languageId?: string): ShapeHints {
    const settings = this.settingsOf(address);
    const { detect } = settings;
    const path = shortName(address, this.boundaryOf(address));
    const declared =
      (languageId ?? this.documents.languageOf(address)) === 'atomic-state' ||
      detect.byName.some((pattern) => matchesGlob(pattern, path));
    const describesModules = modulesFiles(innermost(this.folders, address), settings).includes(address);
    return { name: nameOfPath(address), declared, byContent: detect.byContent, describesModules };
  }

  private arrange(): void {
    this.arrangement.arrange(this.shapes);
  }

  private want(project: Project, file: FileEntry): PathState | undefined {
    const { address, state } = this.resolvePath(project, file);
    // Also where nothing is: of a file that is gone, the editor may still have a text.
    const isData = file.use.tag === '!oneline' && state?.kind !== 'outside';
    if (isData) this.files.wantData(address);
    return state;
  }
}
