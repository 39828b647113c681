import { openDocument, type ShapeHints, shapeOf } from '../format/shape';
import type { Document, Notation } from '../yaml/document';
import { DEFAULT_LIMITS, type ParseLimits } from '../yaml/problem';
import { type Address, folderOf, isInside, join, nameOfPath } from './paths';
import { type Member, OUTSIDE, Project } from './project';
import type { Source } from './source';
import { type FileEntry, pathKey } from './symbols';

/** What is at an address, as far as the world could find out. */
export type PathState =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly why: 'not-text' | 'too-large' | 'unread' }
  | { readonly kind: 'folder'; readonly files: readonly Address[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'outside' };

/** How the path of a tag was resolved. */
export interface ResolvedPath {
  readonly address: Address;
  /** Undefined: not known yet. */
  readonly state: PathState | undefined;
  /** Found from the workspace's root, not from the main file's folder. */
  readonly fromRoot: boolean;
}

interface OpenFile {
  readonly languageId: string;
  readonly document: Document;
}

const YAML_FILE = /\.ya?ml$/;

/**
 * All files that are known, and the projects they form. Does no input or output: what it needs to know of the
 * world it lists (`takeWanted`), and is told (`setPath`).
 */
export class Workspace {
  folders: readonly Address[] = [];
  limits: ParseLimits = DEFAULT_LIMITS;

  private readonly open = new Map<Address, OpenFile>();
  private readonly closed = new Map<Address, Document>();
  private readonly paths = new Map<Address, PathState>();
  private readonly sources = new Map<Address, Source>();
  private readonly projects = new Map<Address, Project>();
  private readonly membership = new Map<Address, Set<Project>>();
  private wanted = new Set<Address>();

  setFolders(folders: readonly Address[]): void {
    this.folders = folders;
    for (const project of this.projects.values()) project.table.touch(OUTSIDE.files);
    this.updateMembers();
  }

  /** Reads all texts anew under other limits. */
  setLimits(limits: ParseLimits): void {
    if (limits.maxDepth === this.limits.maxDepth && limits.maxAliases === this.limits.maxAliases) return;
    this.limits = { maxDepth: limits.maxDepth, maxAliases: limits.maxAliases };
    for (const [address, file] of this.open) {
      const document = openDocument(file.document.text, file.document.notation, this.limits);
      this.open.set(address, { ...file, document });
      this.update(address);
    }
    for (const [address, document] of this.closed) {
      this.closed.set(address, openDocument(document.text, document.notation, this.limits));
      if (!this.open.has(address)) this.update(address);
    }
    this.updateMembers();
  }

  // What the editor says.

  openFile(address: Address, languageId: string, text: string): void {
    const document = openDocument(text, notationOf(address, languageId), this.limits);
    this.open.set(address, { languageId, document });
    this.update(address);
  }

  /** Replaces an open document by an edited one. */
  editFile(address: Address, edit: (document: Document) => Document): void {
    const file = this.open.get(address);
    if (file === undefined) return;
    this.open.set(address, { ...file, document: edit(file.document) });
    this.update(address);
  }

  /** From here on the file is what the disk says, which is asked for anew. */
  closeFile(address: Address): void {
    const file = this.open.get(address);
    if (file === undefined) return;
    this.open.delete(address);
    this.closed.set(address, file.document);
    this.wanted.add(address);
    this.update(address);
  }

  isOpen(address: Address): boolean {
    return this.open.has(address);
  }

  get openFiles(): Iterable<Address> {
    return this.open.keys();
  }

  // What the world says.

  /** Addresses whose state is asked for, each once. */
  takeWanted(): Address[] {
    const wanted = [...this.wanted];
    this.wanted = new Set();
    return wanted;
  }

  /** Whether a change of this address on disk matters to what is known. */
  isRelevant(address: Address): boolean {
    return this.paths.has(address) || this.paths.has(folderOf(address)) || this.sources.has(address);
  }

  /** Asks the world again about an address, and about the folder it lies in if that is in use. */
  refresh(address: Address): void {
    this.wanted.add(address);
    const folder = folderOf(address);
    if (this.paths.has(folder)) this.wanted.add(folder);
  }

  /** Takes in what the world found, all at once. */
  setPaths(states: Iterable<readonly [Address, PathState]>): void {
    const told = [...states];
    for (const [address, state] of told) {
      this.paths.set(address, state);
      this.closed.delete(address);
      if (state.kind === 'text' && isStateFileName(address)) {
        this.closed.set(address, openDocument(state.text, notationOf(address, ''), this.limits));
      }
      if (!this.open.has(address)) this.update(address);
    }
    for (const project of this.projects.values()) project.table.touch(OUTSIDE.files);
    this.updateMembers();
    // Texts of files that turned out to be none of ours are not kept.
    for (const [address, state] of told) {
      if (state.kind !== 'text' || this.sources.has(address)) continue;
      this.closed.delete(address);
      this.paths.set(address, { kind: 'file', why: 'unread' });
    }
  }

  pathState(address: Address): PathState | undefined {
    const state = this.paths.get(address);
    if (state === undefined) this.wanted.add(address);
    return state;
  }

  // What follows from both.

  source(address: Address): Source | undefined {
    return this.sources.get(address);
  }

  document(address: Address): Document | undefined {
    return this.open.get(address)?.document ?? this.closed.get(address);
  }

  get allProjects(): Iterable<Project> {
    return this.projects.values();
  }

  /** The projects a file belongs to, those of an automata before a lone one; by address of their roots. */
  projectsOf(address: Address): readonly Project[] {
    return [...(this.membership.get(address) ?? [])].sort((a, b) => (a.root < b.root ? -1 : 1));
  }

  /** The folder of the workspace around an address; for a file outside of all, its own folder. */
  boundaryOf(address: Address): Address {
    return this.folders.find((folder) => isInside(folder, address)) ?? folderOf(address);
  }

  /** Finds what the path of a tag leads to, seen from a project. */
  resolvePath(project: Project, use: FileEntry): ResolvedPath {
    project.table.note(OUTSIDE.files);
    const boundary = this.boundaryOf(project.root);
    const own = this.lookUp(join(folderOf(project.root), use.name.text), boundary);
    if (use.use.tag === '!include' || own.state?.kind !== 'missing') return { ...own, fromRoot: false };
    const fromRoot = this.lookUp(join(boundary, use.name.text), boundary);
    const found = fromRoot.state !== undefined && fromRoot.state.kind !== 'missing';
    return found ? { ...fromRoot, fromRoot: true } : { ...own, fromRoot: false };
  }

  private lookUp(address: Address, boundary: Address): { address: Address; state: PathState | undefined } {
    if (!isInside(boundary, address)) return { address, state: { kind: 'outside' } };
    return { address, state: this.pathState(address) };
  }

  /** Brings the source and the projects of a file up to date with its text. */
  private update(address: Address): void {
    const document = this.document(address);
    const shape = document && shapeOf(document, this.hintsOf(address, this.isIncluded(address)));
    const old = this.sources.get(address);
    if (document === undefined || shape === undefined) {
      if (old === undefined) return;
      this.sources.delete(address);
      this.dropSource(address);
      this.updateMembers();
      return;
    }
    const source: Source = { address, document, shape };
    this.sources.set(address, source);
    const changed = new Set<string>();
    for (const project of this.membership.get(address) ?? []) {
      const prefix = project.member(address)?.prefix ?? [];
      for (const key of project.setMember({ source, prefix })) changed.add(key);
    }
    const filesChanged = [...changed].some((key) => key.startsWith('file/'));
    if (old === undefined || old.shape !== shape || filesChanged) this.updateMembers();
    if (changed.size > 0)
      for (const project of this.projects.values())
        if (!project.isAutomata) project.table.touch(OUTSIDE.workspace);
  }

  private isIncluded(address: Address): boolean {
    for (const project of this.membership.get(address) ?? []) if (project.root !== address) return true;
    return false;
  }

  private dropSource(address: Address): void {
    for (const project of this.membership.get(address) ?? []) {
      project.removeMember(address);
      if (project.root === address) this.projects.delete(address);
    }
    this.membership.delete(address);
  }

  /** Works out anew which files form which projects. */
  private updateMembers(): void {
    for (const source of [...this.sources.values()])
      if (source.shape === 'automata') this.updateAutomata(source);
    const included = new Set<Address>();
    for (const project of this.projects.values()) {
      if (!project.isAutomata) continue;
      for (const member of project.members)
        if (member.source.address !== project.root) included.add(member.source.address);
    }
    for (const source of [...this.sources.values()]) {
      if (source.shape === 'states' && !included.has(source.address)) this.judgeByContent(source);
    }
    for (const source of this.sources.values()) {
      const own = this.projects.get(source.address);
      const isAutomata = source.shape === 'automata';
      const needsOwn = !isAutomata && !included.has(source.address);
      if (own && own.isAutomata !== isAutomata) this.projects.delete(source.address);
      if (needsOwn) this.ensureProject(source, false).setMember({ source, prefix: [] });
      else if (own && !own.isAutomata) this.projects.delete(source.address);
    }
    this.updateMembership();
  }

  private updateAutomata(source: Source): void {
    const project = this.ensureProject(source, true);
    project.setMember({ source, prefix: [] });
    const keep = new Map<Address, Member>();
    const complete = new Set<string>();
    this.collectMembers(project, source, [], keep, complete);
    for (const member of [...project.members]) {
      if (member.source.address !== project.root && !keep.has(member.source.address))
        project.removeMember(member.source.address);
    }
    project.setIncluded(complete);
  }

  /** Follows `states: !include folder`, at the root or below, into the files of the folder. */
  private collectMembers(
    project: Project,
    source: Source,
    prefix: readonly string[],
    keep: Map<Address, Member>,
    complete: Set<string>,
  ): void {
    for (const file of project.table.get('file', source.address)) {
      if (file.use.tag !== '!include' || file.use.key !== 'states') continue;
      const { state } = this.resolvePath(project, file);
      if (state?.kind !== 'folder') continue;
      const path = [...prefix, ...file.use.scope];
      let readAll = true;
      for (const address of state.files) {
        if (!YAML_FILE.test(address) || address === project.root || keep.has(address)) continue;
        const document = this.document(address) ?? this.loadText(address);
        if (document === undefined) {
          readAll = readAll && this.paths.has(address) && this.paths.get(address)?.kind !== 'unreadable';
          continue;
        }
        const member: Member = { source: { address, document, shape: 'states' }, prefix: path };
        keep.set(address, member);
        this.sources.set(address, member.source);
        project.setMember(member);
        this.collectMembers(project, member.source, path, keep, complete);
      }
      if (readAll) complete.add(pathKey(path));
    }
  }

  private loadText(address: Address): Document | undefined {
    const state = this.pathState(address);
    if (state?.kind === 'file' && state.why === 'unread') this.wanted.add(address);
    if (state?.kind !== 'text') return undefined;
    const document = openDocument(state.text, notationOf(address, ''), this.limits);
    this.closed.set(address, document);
    return document;
  }

  private ensureProject(source: Source, isAutomata: boolean): Project {
    const old = this.projects.get(source.address);
    if (old?.isAutomata === isAutomata) return old;
    const project = new Project(source.address, isAutomata);
    this.projects.set(source.address, project);
    return project;
  }

  /** A map of states that nobody includes (any more) is one of ours only if its content or its author says so. */
  private judgeByContent(source: Source): void {
    const { address, document } = source;
    const shape = shapeOf(document, this.hintsOf(address, false));
    if (shape === undefined) {
      this.sources.delete(address);
      this.projects.delete(address);
    } else if (shape !== source.shape) this.sources.set(address, { ...source, shape });
  }

  private hintsOf(address: Address, included: boolean): ShapeHints {
    const declared = this.open.get(address)?.languageId === 'atomic-state';
    return { name: nameOfPath(address), included, declared };
  }

  private updateMembership(): void {
    this.membership.clear();
    for (const project of this.projects.values()) {
      for (const member of project.members) {
        const set = this.membership.get(member.source.address);
        if (set) set.add(project);
        else this.membership.set(member.source.address, new Set([project]));
      }
    }
  }
}

/** Whether the shape of files under this name is looked at. */
export function isStateFileName(address: Address): boolean {
  return /\.(?:ya?ml|json)$/i.test(address);
}

function notationOf(address: Address, languageId: string): Notation {
  return languageId === 'json' || languageId === 'jsonc' || /\.json$/i.test(address) ? 'json' : 'yaml';
}
