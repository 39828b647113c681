import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

const FOLDER = join(import.meta.dirname, 'clients');

/** A client without capabilities, and VS Code with our extension, with the members that the server reads. */
const WRITTEN: readonly Profile[] = [
  new Profile('{}', { rootUri: true, capabilities: {} }),
  new Profile('vscode', {
    clientInfo: { name: 'Visual Studio Code', version: '1.106.0' },
    rootPath: true,
    rootUri: true,
    workspaceFolders: true,
    initializationOptions: {
      triggerSuggest: 'atomicState.suggest',
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

export const PROFILES: readonly Profile[] = [
  ...WRITTEN,
  ...readdirSync(FOLDER)
    .sort()
    .map(
      (file) => new Profile(basename(file, '.json'), JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))),
    ),
];
