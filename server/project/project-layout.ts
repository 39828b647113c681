import { Cell, engine } from '../engine/engine';
import type { Task } from '../engine/task';
import type { Catalog } from '../format/catalog';
import type { DocumentKind } from '../format/document-kind';
import { groupBy } from '../text/group-by';
import type { Document } from '../yaml/document';
import { type Address, folderOf, includableFiles } from './paths';
import { Project, type ProjectMember } from './project';
import { type FileEntry, pathKey } from './symbols';
import type { ResolvedPath } from './tag-paths';

/** The facts about files that determine which of them form a project. */
interface KnownFiles {
  document(address: Address): Document | undefined;
  /** The document of an included file, which must be a state file; undefined if there is none, or not yet. */
  included(address: Address): Document | undefined;
  /** Whether an included file may contain unknown states. */
  isHidden(address: Address): boolean;
  /** The modules that are known in a file. */
  catalogOf(address: Address): Catalog;
  /** The file or folder that the path of a tag resolves to; requests it if it is unknown. */
  want(project: Project, file: FileEntry): ResolvedPath;
  /** Whether a file is in a folder of the workspace, or open. Other files are of interest only where they are included. */
  isOwn(address: Address): boolean;
  /** Whether the state of an address must still be requested. */
  isPending(address: Address): boolean;
  /** The main file that a scenario file is about; undefined if it is not known. */
  automataOf(address: Address, automataIn: (folder: Address) => readonly Address[]): Address | undefined;
}

/** Which files form which projects. It depends on their texts only, not on the order in which they became known. */
export class ProjectLayout {
  private readonly projects = new Map<Address, Project>();
  /** Projects that were built before their main files were added, by the addresses of these. */
  private readonly ahead = new Map<Address, { readonly document: Document; readonly project: Project }>();
  /** Sorted by the addresses of their main files. */
  private ordered: readonly Project[] = [];
  private membership: ReadonlyMap<Address, readonly Project[]> = new Map();
  /** Changes with the files that form projects. */
  private readonly cell = new Cell('projects', engine.group('workspace'));
  /** Included files that may contain unknown states. */
  private hidden = new Set<Address>();

  /** Whether a file that the automata includes has not been read yet. */
  private isPending = false;

  constructor(private readonly known: KnownFiles) {}

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

  /** Whether the states of an included file have become known or unknown. */
  comesOrGoes(address: Address): boolean {
    const isMember = this.membership.has(address);
    const wasHidden = this.hidden.has(address);
    if (!isMember && !wasHidden) return false;
    const isThere = this.known.document(address) !== undefined;
    return wasHidden !== this.known.isHidden(address) || isMember !== isThere;
  }

  /** Drops the project that was built for a document that is not added. */
  leave(address: Address, document: Document): void {
    if (this.ahead.get(address)?.document === document) this.ahead.delete(address);
  }

  /** Sets a single project, whatever files there are. */
  setOnly(project: Project): void {
    this.setAll([project]);
  }

  /** Builds the project of an automata as a task before it is in use, so that little work is left to `arrange`. */
  *preparing(root: ProjectMember): Task<void> {
    // The same file may be opened and found on disk at the same time.
    const { address, document } = root.source;
    if (this.ahead.get(address)?.document === document) return;
    const project = new Project(address, true);
    yield* project.settingMember(root);
    this.ahead.set(address, { document, project });
  }

  /** Determines the projects again. */
  arrange(shapes: ReadonlyMap<Address, DocumentKind>): void {
    this.hidden = new Set();
    const included = new Set<Address>();
    const roots = new Set<Address>();
    const scenarios = this.scenariosByAutomata(shapes);
    // A main file is above, or beside, the files that it includes.
    const candidates = [...shapes].filter(([, shape]) => shape === 'automata').map(([address]) => address);
    for (const address of candidates.sort(byDepth)) {
      if (included.has(address)) continue;
      roots.add(address);
      for (const member of this.arrangeAutomata(address, scenarios.get(address))) included.add(member);
    }
    for (const [address, shape] of shapes) {
      if (shape === 'automata' || included.has(address) || !this.known.isOwn(address)) continue;
      roots.add(address);
      this.arrangeLone(address, shape);
    }
    for (const address of [...this.projects.keys()]) if (!roots.has(address)) this.projects.delete(address);
    this.setAll([...roots].sort().flatMap((root) => this.projects.get(root) ?? []));
  }

  private setAll(projects: readonly Project[]): void {
    const before = this.ordered;
    this.ordered = projects;
    const membership = new Map<Address, Project[]>();
    for (const project of projects) {
      for (const { source } of project.members) {
        const known = membership.get(source.address);
        if (known) known.push(project);
        else membership.set(source.address, [project]);
      }
    }
    const isSame = isEqualMembership(membership, this.membership) && isSameList(projects, before);
    this.membership = membership;
    if (!isSame) engine.change(this.cell);
  }

  private arrangeLone(address: Address, shape: DocumentKind): void {
    const document = this.known.document(address);
    if (document === undefined) return;
    const project = this.ensureProject(address, false, document);
    project.setMember({
      source: { address, document, shape, catalog: this.known.catalogOf(address) },
      prefix: [],
    });
    for (const file of project.table.get('file', address)) this.known.want(project, file);
  }

  /** Scenario files by the main file that they are about. */
  private scenariosByAutomata(shapes: ReadonlyMap<Address, DocumentKind>): ReadonlyMap<Address, Address[]> {
    const files = [...shapes].flatMap(([address, shape]) => (shape === 'scenarios' ? [address] : []));
    if (files.length === 0) return new Map();
    const automata = groupBy(
      [...shapes].flatMap(([address, shape]) => (shape === 'automata' ? [address] : [])),
      folderOf,
    );
    const byMain = new Map<Address, Address[]>();
    for (const address of files.sort()) {
      const main = this.known.automataOf(address, (folder) => automata.get(folder) ?? []);
      if (main === undefined) continue;
      const others = byMain.get(main);
      if (others) others.push(address);
      else byMain.set(main, [address]);
    }
    return byMain;
  }

  /** Returns the files that the automata includes, and those of its scenarios. */
  private arrangeAutomata(address: Address, scenarios: readonly Address[] = []): readonly Address[] {
    const document = this.known.document(address);
    if (document === undefined) return [];
    const project = this.ensureProject(address, true, document);
    const root: ProjectMember = {
      source: { address, document, shape: 'automata', catalog: this.known.catalogOf(address) },
      prefix: [],
    };
    project.setMember(root);
    const members = new Map<Address, ProjectMember>([[address, root]]);
    const complete = new Set<string>();
    this.isPending = false;
    this.collectMembers(project, root, members, complete);
    for (const file of scenarios) {
      const own = this.known.document(file);
      if (own === undefined || members.has(file)) continue;
      const source = {
        address: file,
        document: own,
        shape: 'scenarios',
        catalog: this.known.catalogOf(address),
      } as const;
      members.set(file, { source, prefix: [] });
      project.setMember({ source, prefix: [] });
    }
    project.setPending(this.isPending);
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
    { source, prefix }: ProjectMember,
    members: Map<Address, ProjectMember>,
    complete: Set<string>,
  ): void {
    for (const file of project.inOrder('file', source.address)) {
      const { address: folder, state } = this.known.want(project, file);
      if (file.use.tag !== '!include' || file.use.key !== 'states') continue;
      if (state === undefined && this.known.isPending(folder)) this.isPending = true;
      if (state?.kind !== 'folder') continue;
      const path = [...prefix, ...file.use.scope];
      let hidden = false;
      for (const address of includableFiles(state.files)) {
        if (members.has(address)) {
          // It is already included, possibly by itself: states that it includes here are ignored.
          hidden = true;
          continue;
        }
        const document = this.known.included(address);
        if (this.known.isHidden(address)) {
          hidden = true;
          this.hidden.add(address);
        }
        if (document === undefined) {
          if (this.known.isPending(address)) this.isPending = true;
          continue;
        }
        const member: ProjectMember = {
          source: { address, document, shape: 'states', catalog: this.known.catalogOf(project.root) },
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

  private ensureProject(address: Address, isAutomata: boolean, document: Document): Project {
    const old = this.projects.get(address);
    if (old?.isAutomata === isAutomata) return old;
    const ahead = this.ahead.get(address);
    this.ahead.delete(address);
    const isGood = ahead?.document === document && ahead.project.isAutomata === isAutomata;
    const project = isGood ? ahead.project : new Project(address, isAutomata);
    this.projects.set(address, project);
    return project;
  }
}

function isEqualMembership(
  a: ReadonlyMap<Address, readonly Project[]>,
  b: ReadonlyMap<Address, readonly Project[]>,
): boolean {
  if (a.size !== b.size) return false;
  for (const [address, projects] of a) if (!isSameList(projects, b.get(address) ?? [])) return false;
  return true;
}

function isSameList(a: readonly Project[], b: readonly Project[]): boolean {
  return a.length === b.length && a.every((project, index) => project === b[index]);
}

function byDepth(a: Address, b: Address): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}
