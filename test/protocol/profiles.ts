import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InitializeParams } from 'vscode-languageserver-protocol';

/** Recorded `initialize` parameters of real clients. */

/** As recorded; `rootPath`, `rootUri` and `workspaceFolders` are present if the client sends them. */
interface Recorded {
  readonly clientInfo?: InitializeParams['clientInfo'];
  readonly rootPath?: boolean;
  readonly rootUri?: boolean;
  readonly workspaceFolders?: boolean;
  readonly initializationOptions?: unknown;
  readonly trace?: InitializeParams['trace'];
  readonly capabilities: InitializeParams['capabilities'];
}

export class Profile {
  constructor(
    readonly name: string,
    private readonly recorded: Recorded,
  ) {}

  get capabilities(): InitializeParams['capabilities'] {
    return this.recorded.capabilities;
  }

  /** The first message of this client, for the workspace of another. */
  paramsFor({ processId, rootUri, workspaceFolders }: InitializeParams): InitializeParams {
    const { recorded } = this;
    return {
      processId,
      ...(recorded.clientInfo && { clientInfo: recorded.clientInfo }),
      ...(recorded.rootPath && rootUri && { rootPath: fileURLToPath(rootUri) }),
      rootUri: recorded.rootUri ? rootUri : null,
      ...(recorded.workspaceFolders && { workspaceFolders: workspaceFolders ?? null }),
      ...('initializationOptions' in recorded && { initializationOptions: recorded.initializationOptions }),
      ...(recorded.trace && { trace: recorded.trace }),
      capabilities: recorded.capabilities,
    };
  }
}

/** The recordings are not part of the repository. */
const FOLDER = join(import.meta.dirname, '../../../shared/clients');
const RECORDINGS = [
  'ale-4.0',
  'codemirror-lsp-client-6.3',
  'eglot-emacs-30.2',
  'helix-25.07',
  'lsp-mode-10',
  'neovim-0.12',
  'neovim-0.7',
];

/** A client without capabilities, and VS Code with our extension, with the members that the server reads. */
const WRITTEN: readonly Profile[] = [
  new Profile('{}', { rootUri: true, capabilities: {} }),
  new Profile('vscode', {
    clientInfo: { name: 'Visual Studio Code', version: '1.106.0' },
    rootPath: true,
    rootUri: true,
    workspaceFolders: true,
    initializationOptions: {
      triggerSuggest: 'editor.action.triggerSuggest',
      showReferences: 'atomicState.showReferences',
      trusted: true,
      hasJsonOutline: true,
      servesFiles: true,
      ownMessages: true,
    },
    trace: 'off',
    capabilities: JSON.parse(readFileSync(join(import.meta.dirname, 'vscode-capabilities.json'), 'utf8')),
  }),
];

/** The names of missing recordings. */
export const MISSING: readonly string[] = RECORDINGS.filter((name) => !existsSync(pathOf(name)));

export const PROFILES: readonly Profile[] = [
  ...WRITTEN,
  ...RECORDINGS.filter((name) => !MISSING.includes(name)).map(
    (name) => new Profile(name, JSON.parse(readFileSync(pathOf(name), 'utf8'))),
  ),
];

function pathOf(name: string): string {
  return join(FOLDER, `${name}.json`);
}
