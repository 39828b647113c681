import {
  type DebugConfiguration,
  type DebugConfigurationProvider,
  l10n,
  Uri,
  type WorkspaceFolder,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { pickAutomata } from '../commands/automata';
import { CommandArguments } from '../commands/command-arguments';
import { automataRequest } from '../protocol';

/** The type of our debug sessions. */
export const DEBUG_TYPE = 'atomic-state';

/** Completes configurations: without any, F5 debugs the automata of the active file. */
export class AutomataConfigurations implements DebugConfigurationProvider {
  readonly #client: BaseLanguageClient;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
  }

  /** The configurations for a new `launch.json` and for the list of configurations. */
  async provideDebugConfigurations(folder: WorkspaceFolder | undefined): Promise<DebugConfiguration[]> {
    const all = await this.#client.sendRequest(automataRequest, {});
    return all
      .filter(({ path }) => path.length === 0)
      .map(({ uri, file }) => {
        const main = this.#client.protocol2CodeConverter.asUri(uri);
        return { ...launch(l10n.t('Debug {0}', file)), program: programOf(main, folder) };
      });
  }

  async resolveDebugConfiguration(
    _folder: WorkspaceFolder | undefined,
    config: DebugConfiguration,
  ): Promise<DebugConfiguration | undefined> {
    if (!workspace.isTrusted) {
      void window.showErrorMessage(l10n.t('Automata can be debugged in trusted workspaces only.'));
      return undefined;
    }
    // Without a `launch.json`, the configuration is empty.
    const given = config.type ? config : { ...config, ...launch(l10n.t('Debug Automata')) };
    if (given.program !== undefined || given.scenario !== undefined) return given;
    const options = { nested: false, title: l10n.t('Debug Automata') };
    const automata = await pickAutomata(this.#client, new CommandArguments(undefined), options);
    if (automata === undefined) return undefined;
    return { ...given, program: programOf(this.#client.protocol2CodeConverter.asUri(automata.uri)) };
  }

  /** After variables such as `${file}` have their values. */
  resolveDebugConfigurationWithSubstitutedVariables(
    folder: WorkspaceFolder | undefined,
    config: DebugConfiguration,
  ): DebugConfiguration {
    const base = (folder ?? workspace.workspaceFolders?.[0])?.uri;
    const full = (path: unknown) =>
      typeof path === 'string' && base && !isAbsolute(path) ? programOf(Uri.joinPath(base, path)) : path;
    const files = (value: unknown, ...names: readonly string[]): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([name, one]) => [name, names.includes(name) ? full(one) : one]));
    };
    return {
      ...config,
      ...(config.program !== undefined && { program: full(config.program) }),
      ...(config.standIns !== undefined && { standIns: files(config.standIns, 'scenario', 'recorded') }),
      ...(config.scenario !== undefined && { scenario: files(config.scenario, 'file') }),
    };
  }
}

function launch(name: string): DebugConfiguration {
  return { type: DEBUG_TYPE, request: 'launch', name };
}

/** A file in a configuration: its path on a disk, relative to a folder if it is inside, otherwise its address. */
function programOf(uri: Uri, folder?: WorkspaceFolder): string {
  const base = folder && `${folder.uri.path}/`;
  if (base && uri.scheme === folder.uri.scheme && uri.path.startsWith(base))
    return `\${workspaceFolder}/${uri.path.slice(base.length)}`;
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

/** Whether a text is an absolute path or an address. */
function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[a-z]:[\\/]|[a-z][a-z0-9+.-]+:)/i.test(path);
}
