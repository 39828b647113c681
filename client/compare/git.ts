import { type Event, extensions, Uri } from 'vscode';

/** The used part of version 1 of the interface of VS Code's Git extension. Members that older versions lack are optional. */
export interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: Event<'uninitialized' | 'initialized'>;
  getRepository(uri: Uri): GitRepository | null;
  openRepository?(root: Uri): Promise<GitRepository | null>;
  /** The address of a file in a revision. */
  toGitUri(uri: Uri, ref: string): Uri;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly HEAD:
      | (GitRef & { readonly upstream?: { readonly remote: string; readonly name: string } })
      | undefined;
    readonly refs?: readonly GitRef[];
  };
  getRefs?(query: { readonly sort?: 'alphabetically' | 'committerdate' }): Promise<readonly GitRef[]>;
  log?(options: { readonly maxEntries?: number }): Promise<readonly GitCommit[]>;
  getMergeBase?(one: string, other: string): Promise<string | undefined>;
}

export interface GitRef {
  /** A branch, a remote branch, or a tag. */
  readonly type: 0 | 1 | 2;
  readonly name?: string;
  readonly commit?: string;
}

interface GitCommit {
  readonly hash: string;
  readonly message: string;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** The time after which repositories that are still searched for count as missing, in milliseconds. */
const MAX_START = 10_000;

/** The interface of VS Code's Git extension; undefined if it is missing or turned off. */
export async function gitApi(): Promise<GitApi | undefined> {
  try {
    const git = await extensions.getExtension<GitExtension>('vscode.git')?.activate();
    if (git?.enabled !== true) return undefined;
    const api = git.getAPI(1);
    if (api.state === 'uninitialized') await initialized(api);
    return api;
  } catch {
    // It has no such version, or could not be activated.
    return undefined;
  }
}

/** The repository that contains a file; undefined if there is none. */
export async function repositoryOf(api: GitApi, file: Uri): Promise<GitRepository | undefined> {
  return (
    api.getRepository(file) ??
    (await api.openRepository?.(Uri.joinPath(file, '..')).catch(() => null)) ??
    undefined
  );
}

function initialized(api: GitApi): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, MAX_START);
    const listener = api.onDidChangeState((state) => {
      if (state === 'initialized') done();
    });
    function done(): void {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    }
  });
}
