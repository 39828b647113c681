import * as vscode from 'vscode';

/** An assistant server that a process runs, in versions of VS Code that know them (1.101). */
type StdioServer = new (
  label: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  version: string,
) => object;

interface Provider {
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): readonly object[];
}

/** What newer versions of VS Code have, as the types of the oldest supported one do not know it. */
interface NewerApi {
  readonly McpStdioServerDefinition?: StdioServer;
  readonly lm?: {
    registerMcpServerDefinitionProvider?(id: string, provider: Provider): vscode.Disposable;
  };
}

/** The id in `mcpServerDefinitionProviders` of the manifest. */
const id = 'atomicState.assistants';

/**
 * Offers the server for assistants, `atomic-state mcp`, to those inside VS Code. It reads only the folders of the workspace.
 * There is none in a workspace that is not trusted, and before VS Code 1.101.
 *
 * @param cli the path of the bundled command line
 */
export function offerToAssistants(cli: string, version: string): vscode.Disposable {
  const { McpStdioServerDefinition: StdioServer, lm } = vscode as NewerApi;
  if (StdioServer === undefined || lm?.registerMcpServerDefinitionProvider === undefined) {
    return new vscode.Disposable(() => undefined);
  }
  const changed = new vscode.EventEmitter<void>();
  const provider: Provider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => {
      const roots = vscode.workspace.workspaceFolders?.filter(({ uri }) => uri.scheme === 'file') ?? [];
      const isEnabled = vscode.workspace.getConfiguration('atomicState').get<boolean>('assistants.enabled');
      if (!vscode.workspace.isTrusted || isEnabled !== true || roots.length === 0) {
        return [];
      }
      const args = [cli, 'mcp', '--stdio', ...roots.flatMap(({ uri }) => ['--root', uri.fsPath])];
      // The editor's own program runs scripts as Node does.
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      return [new StdioServer(vscode.l10n.t('Atomic State'), process.execPath, args, env, version)];
    },
  };
  let registered: vscode.Disposable;
  try {
    registered = lm.registerMcpServerDefinitionProvider(id, provider);
  } catch {
    // VS Code 1.100 has the function, and refuses every call.
    return changed;
  }
  const change = () => changed.fire();
  return vscode.Disposable.from(
    changed,
    registered,
    vscode.workspace.onDidGrantWorkspaceTrust(change),
    vscode.workspace.onDidChangeWorkspaceFolders(change),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('atomicState.assistants')) {
        change();
      }
    }),
  );
}
