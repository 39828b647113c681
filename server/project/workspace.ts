import type { Catalog } from '../format/catalog';
import { type Shape, type ShapeHints, shapeOf } from '../format/shape';
import { matchesGlob } from '../text/glob';
import type { Steps } from '../text/steps';
import type { Document } from '../yaml/document';
import type { ParseLimits } from '../yaml/problem';
import { Catalogs, modulesFiles } from './catalogs';
import { type DataFile, Files, type PathState } from './files';
import {
  type Address,
  folderOf,
  innermost,
  isInside,
  isStateFileName,
  join,
  nameOfPath,
  shortName,
} from './paths';
import { type Member, OUTSIDE, Project } from './project';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from './settings';
import type { Source } from './source';
import { type FileEntry, pathKey, type Symbols } from './symbols';
import { prepareSymbols } from './unit-symbols';
import { UnreadTable } from './unread-table';

/** How the path of a tag was resolved. */
export interface ResolvedPath {
  readonly address: Address;
  /** Undefined: not known yet. */
  readonly state: PathState | undefined;
  /** Found from the workspace's root, not from the main file's folder. */
  readonly fromRoot: boolean;
}

/**
 * All files that are known, and the projects they form. Which files form which projects follows from their texts
 * alone, not from the order in which they became known.
 */
export class Workspace {
  folders: readonly Address[] = [];
  private settingsOf: (address: Address) => WorkspaceSettings = () => DEFAULT_WORKSPACE_SETTINGS;
  /** What the settings said last of which files are of interest. */
  private detects = '';
  private readonly files = new Files();
  private readonly catalogs = new Catalogs();
  /** Grows with every change of a text that `!oneline` brings in. */
  dataTime = 0;
  /** The shape of each text by its own content. */
  private readonly shapes = new Map<Address, Shape>();
  private readonly projects = new Map<Address, Project>();
  /** By the addresses of their main files, and not by when they became known. */
  private ordered: readonly Project[] = [];
  private membership: ReadonlyMap<Address, readonly Project[]> = new Map();
  /** Files that are included and may hold states that are not in sight. */
  private hidden = new Set<Address>();

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
    this.touchFiles();
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
    this.files.setLimits((address) => this.limitsOf(address));
    for (const address of [...this.files.texts()]) this.judge(address);
    this.refreshCatalogs();
    this.arrange();
  }

  /** Up to where a file is read. */
  limitsOf(address: Address): ParseLimits {
    return this.settingsOf(address).limits;
  }

  // What the editor says.

  openFile(address: Address, languageId: string, text: string): void {
    this.files.openFile(address, languageId, text);
    this.update(address);
  }

  /**
   * A text as the document that it will be when it is opened, or found on disk, so that it can be looked into before.
   * `leave` says that it was taken in, or will not be.
   */
  prepare(address: Address, languageId: string, text: string): Document {
    return this.files.prepare(address, languageId, text);
  }

  /** The same for an edited document. */
  prepareEdited(address: Address, document: Document): void {
    this.files.keep(address, document);
  }

  leave(address: Address, document: Document): void {
    this.files.leave(address, document);
  }

  /**
   * Reads off a document, a unit at a step, what can be told from it alone, so that taking it in is little work. What
   * it is taken for then may be something else: that makes it more work, and no other result.
   */
  *reading(address: Address, languageId: string | undefined, document: Document): Steps<void> {
    const member = this.memberAs(address, languageId, document);
    if (member === undefined) return;
    const { source, prefix, isAutomata } = member;
    for (const unit of document.units) {
      if (this.projectsOf(address).some((project) => project.holds(unit))) continue;
      prepareSymbols(source, unit, prefix, isAutomata);
      yield;
    }
  }

  /**
   * Answers a question about a document that is not taken in yet from its text alone. Undefined if anything else was
   * asked for, so that the answer is not to be trusted.
   */
  atGlance<T>(
    address: Address,
    languageId: string,
    document: Document,
    ask: (workspace: Workspace) => T,
  ): { readonly answer: T } | undefined {
    const member = this.memberAs(address, languageId, document);
    if (member === undefined) return undefined;
    const table = new UnreadTable<Symbols>();
    const project = new Project(address, member.isAutomata, table);
    project.takeUnread(member);
    const glance = new Workspace();
    glance.folders = this.folders;
    glance.settingsOf = this.settingsOf;
    glance.files.openAs(address, languageId, document);
    glance.ordered = [project];
    glance.membership = new Map([[address, [project]]]);
    const answer = ask(glance);
    return table.wasAsked || glance.takeWanted().length > 0 ? undefined : { answer };
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
    if (this.files.editFile(address, edit)) this.update(address);
  }

  closeFile(address: Address): void {
    if (this.files.closeFile(address)) this.update(address);
  }

  get openFiles(): Iterable<Address> {
    return this.files.openFiles;
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
    if (told.some((address) => this.files.isData(address))) this.dataTime++;
    this.touchFiles();
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
    return this.files.document(address);
  }

  /** The text of a file that `!oneline` brings into a project; undefined where it is not known. */
  dataFile(project: Project, address: Address): DataFile | undefined {
    project.table.note(OUTSIDE.files);
    return this.files.dataFile(address);
  }

  get allProjects(): Iterable<Project> {
    return this.ordered;
  }

  /** The projects in the same folder of the workspace: those of other folders are none of its business. */
  projectsAround(address: Address): readonly Project[] {
    const boundary = innermost(this.folders, address);
    return [...this.allProjects].filter((one) => innermost(this.folders, one.root) === boundary);
  }

  /** The projects a file belongs to, by the address of their main files. */
  projectsOf(address: Address): readonly Project[] {
    return this.membership.get(address) ?? [];
  }

  /** The folder of the workspace around an address; for a file outside of all, its own folder. */
  boundaryOf(address: Address): Address {
    return innermost(this.folders, address) ?? folderOf(address);
  }

  /** Finds what the path of a tag leads to, seen from a project. */
  resolvePath(project: Project, use: FileEntry): ResolvedPath {
    project.table.note(OUTSIDE.files);
    const boundary = this.boundaryOf(project.root);
    const own = this.lookUp(join(folderOf(project.root), use.name.text), boundary);
    if (use.use.tag === '!include' || own.state?.kind !== 'missing') return { ...own, fromRoot: false };
    const fromRoot = this.lookUp(join(boundary, use.name.text), boundary);
    if (fromRoot.state === undefined) return { ...own, state: undefined, fromRoot: false };
    const isThere = fromRoot.state.kind !== 'missing' && fromRoot.state.kind !== 'outside';
    return isThere ? { ...fromRoot, fromRoot: true } : { ...own, fromRoot: false };
  }

  private lookUp(address: Address, boundary: Address): { address: Address; state: PathState | undefined } {
    if (!isInside(boundary, address)) return { address, state: { kind: 'outside' } };
    const state = this.pathState(address);
    // Asked here, so that the names near to a missing one are known before anybody wants them.
    if (state?.kind === 'missing') this.around(address, boundary);
    return { address, state: state?.kind === 'beyond' ? undefined : state };
  }

  /** The nearest folder around an address that is there; undefined while that is not known. */
  around(
    address: Address,
    boundary: Address,
  ): { address: Address; state: Extract<PathState, { kind: 'folder' }> } | undefined {
    for (let at = folderOf(address); isInside(boundary, at); at = folderOf(at)) {
      const state = this.pathState(at);
      if (state?.kind === 'folder') return { address: at, state };
      if (state?.kind !== 'missing' || at === boundary) return undefined;
    }
    return undefined;
  }

  /** Brings the projects of a file up to date with its text. */
  private update(address: Address): void {
    if (this.files.isData(address)) {
      this.dataTime++;
      this.touchFiles();
    }
    const before = this.shapes.get(address);
    this.judge(address);
    const document = this.document(address);
    const changed = new Set<string>();
    for (const project of this.projectsOf(address)) {
      const member = project.member(address);
      if (document === undefined || member === undefined) continue;
      const shape = project.root === address ? (this.shapes.get(address) ?? member.source.shape) : 'states';
      for (const key of project.setMember({ ...member, source: { ...member.source, document, shape } }))
        changed.add(key);
    }
    const filesChanged = [...changed].some((key) => key.startsWith('file/'));
    const isModules = before === 'modules' && this.refreshCatalogs();
    if (before !== this.shapes.get(address) || filesChanged || isModules || this.comesOrGoes(address))
      this.arrange();
    if (changed.size > 0) this.touchLone();
  }

  /** Whether the states of an included file are in sight now and were not before, or the other way round. */
  private comesOrGoes(address: Address): boolean {
    const isMember = this.membership.has(address);
    const wasHidden = this.hidden.has(address);
    if (!isMember && !wasHidden) return false;
    return wasHidden !== this.files.isHidden(address) || isMember !== (this.document(address) !== undefined);
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
      this.files.isDeclared(address, languageId) ||
      detect.byName.some((pattern) => matchesGlob(pattern, path));
    const describesModules = modulesFiles(innermost(this.folders, address), settings).includes(address);
    return { name: nameOfPath(address), declared, byContent: detect.byContent, describesModules };
  }

  private touchFiles(): void {
    for (const project of this.projects.values()) project.table.touch(OUTSIDE.files);
  }

  /** Files without an automata are checked against all others. */
  private touchLone(): void {
    for (const project of this.projects.values()) {
      if (!project.isAutomata) project.table.touch(OUTSIDE.workspace);
    }
  }

  /** Works out which files form which projects. */
  private arrange(): void {
    this.hidden = new Set();
    const included = new Set<Address>();
    const roots = new Set<Address>();
    // A main file lies above, or beside, what it includes.
    const candidates = [...this.shapes]
      .filter(([, shape]) => shape === 'automata')
      .map(([address]) => address);
    for (const address of candidates.sort(byDepth)) {
      if (included.has(address)) continue;
      roots.add(address);
      for (const member of this.arrangeAutomata(address)) included.add(member);
    }
    for (const [address, shape] of this.shapes) {
      if (shape === 'automata' || included.has(address)) continue;
      roots.add(address);
      this.arrangeLone(address, shape);
    }
    for (const address of [...this.projects.keys()]) if (!roots.has(address)) this.projects.delete(address);
    this.ordered = [...roots].sort().flatMap((root) => this.projects.get(root) ?? []);
    const membership = new Map<Address, Project[]>();
    for (const project of this.ordered) {
      for (const { source } of project.members) {
        const known = membership.get(source.address);
        if (known) known.push(project);
        else membership.set(source.address, [project]);
      }
    }
    this.membership = membership;
    this.touchLone();
  }

  private arrangeLone(address: Address, shape: Shape): void {
    const document = this.document(address);
    if (document === undefined) return;
    const project = this.ensureProject(address, false);
    project.setMember({
      source: { address, document, shape, catalog: this.catalogOf(address) },
      prefix: [],
    });
    for (const file of project.table.get('file', address)) this.wantFile(project, file);
  }

  /** Asks for what a path leads to, so that the world is asked for it before anybody wants to know. */
  private wantFile(project: Project, file: FileEntry): PathState | undefined {
    const { address, state } = this.resolvePath(project, file);
    const isThere = state !== undefined && state.kind !== 'missing' && state.kind !== 'outside';
    if (file.use.tag === '!oneline' && isThere && this.files.wantData(address)) this.dataTime++;
    return state;
  }

  /** Gives the files that the automata includes. */
  private arrangeAutomata(address: Address): readonly Address[] {
    const document = this.document(address);
    if (document === undefined) return [];
    const project = this.ensureProject(address, true);
    const root: Member = {
      source: { address, document, shape: 'automata', catalog: this.catalogOf(address) },
      prefix: [],
    };
    project.setMember(root);
    const members = new Map<Address, Member>([[address, root]]);
    const complete = new Set<string>();
    this.collectMembers(project, root, members, complete);
    for (const { source } of [...project.members]) {
      if (!members.has(source.address)) project.removeMember(source.address);
    }
    project.setIncluded(complete);
    members.delete(address);
    return [...members.keys()];
  }

  /** Follows `states: !include folder`, at the root or below, into the files of the folder. */
  private collectMembers(
    project: Project,
    { source, prefix }: Member,
    members: Map<Address, Member>,
    complete: Set<string>,
  ): void {
    for (const file of project.inOrder('file', source.address)) {
      const state = this.wantFile(project, file);
      if (file.use.tag !== '!include' || file.use.key !== 'states' || state?.kind !== 'folder') continue;
      const path = [...prefix, ...file.use.scope];
      let hidden = false;
      for (const address of takenIn(state.files)) {
        if (members.has(address)) {
          // It is taken in already, maybe by itself: what it adds here is not followed.
          hidden = true;
          continue;
        }
        const document = this.files.included(address);
        if (this.files.isHidden(address)) {
          hidden = true;
          this.hidden.add(address);
        }
        if (document === undefined) continue;
        const member: Member = {
          source: { address, document, shape: 'states', catalog: this.catalogOf(project.root) },
          prefix: path,
          includedBy: source.address,
        };
        members.set(address, member);
        project.setMember(member);
        this.collectMembers(project, member, members, complete);
      }
      if (!hidden) complete.add(pathKey(path));
    }
  }

  private ensureProject(address: Address, isAutomata: boolean): Project {
    const old = this.projects.get(address);
    if (old?.isAutomata === isAutomata) return old;
    const project = new Project(address, isAutomata);
    this.projects.set(address, project);
    return project;
  }
}

function byDepth(a: Address, b: Address): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}

/** Those of a folder's files that `!include` takes in: the tool knows their endings in lower case only. */
export function takenIn(files: readonly Address[]): readonly Address[] {
  return files.filter((address) => /\.ya?ml$/.test(address));
}
