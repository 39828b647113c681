import { Cell, engine, type Inputs } from '../../engine/engine';
import type { Task } from '../../engine/task';
import type { Catalog } from '../../format/catalog';
import type { DocumentKind } from '../../format/document-kind';
import { addToGroup, groupBy } from '../../text/group-by';
import type { Document } from '../../yaml/cut/document';
import { ROOT_PATH, type ScopePath } from '../names/scope-path';
import { type FileEntry, pathKey } from '../names/symbols';
import { Project, type ProjectMember } from '../project';
import { type Address, folderOf, includableFiles } from './paths';
import type { ResolvedPath } from './tag-paths';

/** The facts about files that determine which of them form a project. */
interface LayoutFiles {
  document(address: Address): Document | undefined;
  /** The document of an included state file; undefined if there is none, or it is not read yet. */
  included(address: Address): Document | undefined;
  /** Whether an included file may contain unknown states. */
  isHidden(address: Address): boolean;
  /** The modules that are known in a file. */
  catalogOf(address: Address): Catalog;
  /** The file or folder that the path of a tag resolves to; requests it if it is unknown. */
  requestFile(project: Project, file: FileEntry): ResolvedPath;
  /** Whether a file is in a folder of the workspace, or open. Other files matter only if they are included. */
  isOwn(address: Address): boolean;
  /** The folders in which the automata that includes a file is searched for first, innermost first. */
  foldersAround(address: Address): readonly Address[];
  /** Whether the state of an address must still be requested. */
  isPending(address: Address): boolean;
  /** The main file of the automata that a scenario file tests: several if it names none, empty if it is not known. */
  automataOf(address: Address, automataIn: (folder: Address) => readonly Address[]): readonly Address[];
}

/** Which files form which projects. The layout does not depend on the order in which files become known. */
export class ProjectLayout {
  private readonly projects = new Map<Address, Project>();
  /** Projects that were built before their main files were added, by the addresses of the main files. */
  private readonly prebuilt = new Map<Address, { readonly document: Document; readonly project: Project }>();
  /** Sorted by the addresses of their main files. */
  private ordered: readonly Project[] = [];
  private membership: ReadonlyMap<Address, readonly Project[]> = new Map();
  /** Changes with the files that form projects. */
  private readonly cell: Cell;
  /** Scenario files that do not say which of several automata they test. */
  private undecided: ReadonlyMap<Address, readonly Address[]> = new Map();
  /**
   * The files of automata outside all folders that were read only because of another file. They form no project until
   * one of their files is opened and its automata is searched for.
   */
  private foreign = new Set<Address>();
  /** Included files that may contain unknown states. */
  private hidden = new Set<Address>();
  /** Whether a file that the automata includes has not been read yet. */
  private isPending = false;

  constructor(
    private readonly inputs: Inputs,
    private readonly files: LayoutFiles,
  ) {
    this.cell = new Cell(inputs, 'projects', engine.group('workspace'));
  }

  /** All projects, sorted by the address of their main files. */
  get all(): readonly Project[] {
    engine.read(this.cell);
    return this.ordered;
  }

  /** The projects of a file, sorted by the address of their main files. */
  projectsOf(address: Address): readonly Project[] {
    engine.read(this.cell);
    return this.membership.get(address) ?? [];
  }

  /** The main files that a scenario file may test, if it must name one; empty if it is clear which one it tests. */
  candidatesOf(address: Address): readonly Address[] {
    engine.read(this.cell);
    return this.undecided.get(address) ?? [];
  }

  /** Whether the states of an included file have become known or unknown. */
  hasVisibilityChanged(address: Address): boolean {
    const isMember = this.membership.has(address);
    const wasHidden = this.hidden.has(address);
    if (!isMember && !wasHidden) return false;
    const isThere = this.files.document(address) !== undefined;
    return wasHidden !== this.files.isHidden(address) || isMember !== isThere;
  }

  /** Drops the project that was built for a document that is not added. */
  discardPrebuilt(address: Address, document: Document): void {
    if (this.prebuilt.get(address)?.document === document) this.prebuilt.delete(address);
  }

  /** Sets a single project, regardless of the files. */
  setOnly(project: Project): void {
    this.setAll([project]);
  }

  /** Builds the project of an automata as a task before it is in use, so that little work is left to `arrange`. */
  *prebuild(root: ProjectMember): Task<void> {
    // The same file may be opened and found on disk at the same time.
    const { address, document } = root.source;
    if (this.prebuilt.get(address)?.document === document) return;
    const project = new Project(this.inputs, address, true);
    yield* project.setMemberTask(root);
    this.prebuilt.set(address, { document, project });
  }

  /** Determines the projects again. */
  arrange(documentKinds: ReadonlyMap<Address, DocumentKind>): void {
    this.hidden = new Set();
    const included = new Set<Address>();
    const roots = new Set<Address>();
    this.foreign = new Set();
    const before = this.undecided;
    const { byMain: scenarios, undecided } = this.scenariosByAutomata(documentKinds);
    this.undecided = undecided;
    if (!hasSameLists(undecided, before)) engine.change(this.cell);
    // A main file is in the folder of the files that it includes, or above it.
    const automata = [...documentKinds]
      .flatMap(([address, documentKind]) => (documentKind === 'automata' ? [address] : []))
      .sort(byDepth);
    const add = (root: Address, members: readonly Address[]) => {
      roots.add(root);
      for (const member of members) {
        included.add(member);
        roots.delete(member);
      }
    };
    const arrange = (root: Address) => this.arrangeAutomata(root, scenarios.get(root));
    for (const root of automata) if (this.files.isOwn(root) && !included.has(root)) add(root, arrange(root));
    const others = automata
      .filter((root) => !this.files.isOwn(root) && !included.has(root))
      .map((root): Included => ({ root, members: arrange(root) }));
    const found = this.foundFor(others, included, documentKinds);
    for (const { root, members } of others) {
      if (!found.has(root)) for (const member of [root, ...members]) this.foreign.add(member);
      else if (!included.has(root)) add(root, members);
    }
    for (const [address, documentKind] of documentKinds) {
      if (documentKind === 'automata' || included.has(address) || !this.files.isOwn(address)) continue;
      roots.add(address);
      this.arrangeStandalone(address, documentKind);
    }
    const arranged = new Set([...roots, ...others.map(({ root }) => root)]);
    for (const address of [...this.projects.keys()])
      if (!arranged.has(address)) this.projects.delete(address);
    this.setAll([...roots].sort().flatMap((root) => this.projects.get(root) ?? []));
  }

  /**
   * The automata outside all folders that the search for the automata of an open file finds: those that include the
   * file, in the innermost of the folders that are searched.
   */
  private foundFor(
    automata: readonly Included[],
    included: ReadonlySet<Address>,
    documentKinds: ReadonlyMap<Address, DocumentKind>,
  ): ReadonlySet<Address> {
    const byMember = new Map<Address, Address[]>();
    for (const { root, members } of automata)
      for (const member of members) if (this.files.isOwn(member)) addToGroup(byMember, member, root);
    const found = new Set<Address>();
    for (const [member, roots] of byMember) {
      if (included.has(member)) continue;
      const documentKind = documentKinds.get(member);
      if (documentKind === 'scenarios') for (const root of roots) found.add(root);
      // The text of other kinds decides their role, so that nothing is searched.
      if (documentKind !== undefined && documentKind !== 'states') continue;
      const folders = roots.map(folderOf);
      const innermost = this.files.foldersAround(member).find((folder) => folders.includes(folder));
      for (const root of roots) if (folderOf(root) === innermost) found.add(root);
    }
    return found;
  }

  /** Whether the text of a file is that of a project, or of an automata that may include a file that is opened later. */
  isUsed(address: Address): boolean {
    return this.membership.has(address) || this.foreign.has(address);
  }

  private setAll(projects: readonly Project[]): void {
    const before = this.ordered;
    this.ordered = projects;
    const membership = new Map<Address, Project[]>();
    for (const project of projects) {
      for (const { source } of project.members) addToGroup(membership, source.address, project);
    }
    const isSame = hasSameLists(membership, this.membership) && isSameList(projects, before);
    this.membership = membership;
    if (!isSame) engine.change(this.cell);
  }

  private arrangeStandalone(address: Address, documentKind: DocumentKind): void {
    const document = this.files.document(address);
    if (document === undefined) return;
    const project = this.ensureProject(address, false, document);
    project.setMember({
      source: { address, document, documentKind, catalog: this.files.catalogOf(address) },
      prefix: ROOT_PATH,
    });
    for (const file of project.table.get('file', address)) this.files.requestFile(project, file);
  }

  /** Scenario files by the main file of the automata that they test. */
  private scenariosByAutomata(documentKinds: ReadonlyMap<Address, DocumentKind>): {
    readonly byMain: ReadonlyMap<Address, Address[]>;
    readonly undecided: ReadonlyMap<Address, readonly Address[]>;
  } {
    const files = [...documentKinds].flatMap(([address, documentKind]) =>
      documentKind === 'scenarios' ? [address] : [],
    );
    const byMain = new Map<Address, Address[]>();
    const undecided = new Map<Address, readonly Address[]>();
    if (files.length === 0) return { byMain, undecided };
    const automata = groupBy(
      [...documentKinds].flatMap(([address, documentKind]) => (documentKind === 'automata' ? [address] : [])),
      folderOf,
    );
    for (const address of files.sort()) {
      const found = this.files.automataOf(address, (folder) => automata.get(folder) ?? []);
      const [main] = found;
      if (found.length > 1) undecided.set(address, found);
      else if (main !== undefined) addToGroup(byMain, main, address);
    }
    return { byMain, undecided };
  }

  /** Returns the files that the automata includes, and those of its scenarios. */
  private arrangeAutomata(address: Address, scenarios: readonly Address[] = []): readonly Address[] {
    const document = this.files.document(address);
    if (document === undefined) return [];
    const project = this.ensureProject(address, true, document);
    const root: ProjectMember = {
      source: { address, document, documentKind: 'automata', catalog: this.files.catalogOf(address) },
      prefix: ROOT_PATH,
    };
    project.setMember(root);
    const members = new Map<Address, ProjectMember>([[address, root]]);
    const complete = new Set<string>();
    this.isPending = false;
    this.collectMembers({ project, members, complete }, root);
    for (const file of scenarios) {
      const own = this.files.document(file);
      if (own === undefined || members.has(file)) continue;
      const source = {
        address: file,
        document: own,
        documentKind: 'scenarios',
        catalog: this.files.catalogOf(address),
      } as const;
      members.set(file, { source, prefix: ROOT_PATH });
      project.setMember({ source, prefix: ROOT_PATH });
    }
    project.setPending(this.isPending);
    for (const { source } of [...project.members]) {
      if (!members.has(source.address)) project.removeMember(source.address);
    }
    project.setIncluded(complete);
    members.delete(address);
    return [...members.keys()];
  }

  /** Adds the files of each `states: !include folder` of a member, at its root or below. */
  private collectMembers(assembly: Assembly, { source }: ProjectMember): void {
    const { project, complete } = assembly;
    for (const file of project.inOrder('file', source.address)) {
      const { address: folder, state } = this.files.requestFile(project, file);
      if (file.use.tag !== '!include' || file.use.key !== 'states') continue;
      if (state === undefined && this.files.isPending(folder)) this.isPending = true;
      if (state?.kind !== 'folder') continue;
      const isComplete = includableFiles(state.files).map((included) =>
        this.collectFile(assembly, included, file.path, source.address),
      );
      if (isComplete.every(Boolean)) complete.add(pathKey(file.path));
    }
  }

  /** Adds an included file; returns whether all of its states are known. */
  private collectFile(assembly: Assembly, address: Address, prefix: ScopePath, includedBy: Address): boolean {
    const { project, members } = assembly;
    // A file that is included twice, possibly by itself, adds its states only once.
    if (members.has(address)) return false;
    const document = this.files.included(address);
    const isHidden = this.files.isHidden(address);
    if (isHidden) this.hidden.add(address);
    if (document === undefined) {
      if (this.files.isPending(address)) this.isPending = true;
      return !isHidden;
    }
    const catalog = this.files.catalogOf(project.root);
    const member = {
      source: { address, document, documentKind: 'states', catalog } as const,
      prefix,
      includedBy,
    };
    members.set(address, member);
    project.setMember(member);
    this.collectMembers(assembly, member);
    return !isHidden;
  }

  private ensureProject(address: Address, isAutomata: boolean, document: Document): Project {
    const old = this.projects.get(address);
    if (old?.isAutomata === isAutomata) return old;
    const ahead = this.prebuilt.get(address);
    this.prebuilt.delete(address);
    const isUsable = ahead?.document === document && ahead.project.isAutomata === isAutomata;
    const project = isUsable ? ahead.project : new Project(this.inputs, address, isAutomata);
    this.projects.set(address, project);
    return project;
  }
}

/** An automata while its files are collected. */
interface Assembly {
  readonly project: Project;
  readonly members: Map<Address, ProjectMember>;
  /** Keys of the automata whose included states are all known. */
  readonly complete: Set<string>;
}

/** An automata and the other files of its project. */
interface Included {
  readonly root: Address;
  readonly members: readonly Address[];
}

function hasSameLists<Item>(
  a: ReadonlyMap<Address, readonly Item[]>,
  b: ReadonlyMap<Address, readonly Item[]>,
): boolean {
  if (a.size !== b.size) return false;
  for (const [address, list] of a) if (!isSameList(list, b.get(address) ?? [])) return false;
  return true;
}

function isSameList<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((project, index) => project === b[index]);
}

function byDepth(a: Address, b: Address): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}
