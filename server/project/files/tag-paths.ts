import type { FileEntry } from '../names/symbols';
import type { Project } from '../project';
import type { PathState } from './path-state';
import { type Address, folderOf, hasFolder, isInside, resolvePath } from './paths';

/** How the path of a tag was resolved. */
export interface ResolvedPath {
  readonly address: Address;
  /** Undefined if it is not known yet. */
  readonly state: PathState | undefined;
  /** Whether it was found relative to the workspace folder instead of the folder of the main file. */
  readonly fromRoot: boolean;
}

/** An existing folder. */
export interface FoundFolder {
  readonly address: Address;
  readonly state: Extract<PathState, { kind: 'folder' }>;
}

/** Resolves the paths of `!include` and `!oneline`. */
export class TagPaths {
  /**
   * @param stateOf the state of an address; requests it if it is unknown
   * @param boundaryOf the folder that a path in a file must not leave
   */
  constructor(
    private readonly stateOf: (address: Address) => PathState | undefined,
    private readonly boundaryOf: (address: Address) => Address,
  ) {}

  /** The file or folder that the path of a tag resolves to in a project. */
  resolve(project: Project, use: FileEntry): ResolvedPath {
    if (use.use.tag === 'automata') {
      const found = this.lookUp(
        resolvePath(folderOf(use.source), use.name.text),
        this.boundaryOf(use.source),
      );
      return { ...found, fromRoot: false };
    }
    const boundary = this.boundaryOf(project.root);
    const own = this.lookUp(resolvePath(folderOf(project.root), use.name.text), boundary);
    if (use.use.tag === '!include' || own.state?.kind !== 'missing') return { ...own, fromRoot: false };
    const fromRoot = this.lookUp(resolvePath(boundary, use.name.text), boundary);
    if (fromRoot.state === undefined) return { ...own, state: undefined, fromRoot: false };
    return mayExist(fromRoot.state) ? { ...fromRoot, fromRoot: true } : { ...own, fromRoot: false };
  }

  private lookUp(address: Address, boundary: Address): { address: Address; state: PathState | undefined } {
    if (!hasFolder(boundary)) return { address, state: undefined };
    if (!isInside(boundary, address)) return { address, state: { kind: 'outside' } };
    const state = this.stateOf(address);
    // Requests the folder, so that names near a missing one are known when they are needed.
    if (state?.kind === 'missing') this.nearestFolder(address, boundary);
    return { address, state: state?.kind === 'beyond' ? undefined : state };
  }

  /** The nearest existing parent folder of an address; undefined while it is unknown, or if it is too far up. */
  nearestFolder(address: Address, boundary: Address): FoundFolder | undefined {
    let at = folderOf(address);
    for (let level = 0; level < MAX_LEVELS && isInside(boundary, at); level++, at = folderOf(at)) {
      const state = this.stateOf(at);
      if (state?.kind === 'folder') return { address: at, state };
      if (state?.kind !== 'missing' || at === boundary) return undefined;
    }
    return undefined;
  }
}

/** The maximum number of nested missing folders that are looked up. */
const MAX_LEVELS = 20;

/** Whether an address exists within the boundary, or is not readable. */
function mayExist(state: PathState | undefined): boolean {
  return state !== undefined && state.kind !== 'missing' && state.kind !== 'outside';
}
