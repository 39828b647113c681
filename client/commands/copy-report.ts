import { type ConfigurationScope, env, l10n, UIKind, version, window, workspace } from 'vscode';
import { State } from 'vscode-languageclient';
import type { ServerCounts } from '../../server/protocol/messages';
import { serverReportRequest } from '../protocol';
import type { CommandContext } from './command-context';
import { withoutPrivate } from './private';

/** The maximum number of log lines to copy. */
const maxLines = 30;

/** Time limit for the report of the server, in milliseconds. */
const reportTimeout = 3000;

/** Copies information for a bug report. It contains nothing of the user's files. */
export async function copyReport(tools: CommandContext): Promise<void> {
  const { output, extension } = tools;
  const counts = await serverCounts(tools);
  const settings = changedSettings(extension.packageJSON);
  const lines = output.recent(maxLines).map((line) => withoutPrivate(line, extension.extensionUri.fsPath));
  const report = [
    '### Versions',
    ...versions(tools, counts),
    '',
    '### Server',
    ...serverLines(tools, counts),
    '',
    '### Settings that differ from their defaults',
    ...(settings.length > 0 ? settings : ['none']),
    '',
    '### End of the log',
    '```',
    ...(lines.length > 0 ? lines : ['(empty)']),
    '```',
    '',
  ].join('\n');
  await env.clipboard.writeText(report);
  const show = l10n.t('Show Report');
  const message = l10n.t(
    'Copied versions, server state, {0} changed settings and {1} log lines. Paths, names and texts of your files are not included.',
    settings.length,
    lines.length,
  );
  void window.showInformationMessage(message, show).then(async (answer) => {
    if (answer === show) {
      await window.showTextDocument(
        await workspace.openTextDocument({ language: 'markdown', content: report }),
      );
    }
  });
}

function versions({ extension }: CommandContext, counts: ServerCounts | undefined): readonly string[] {
  // In the browser there is no process.
  const here = typeof process === 'undefined' ? undefined : process;
  const where = [
    env.uiKind === UIKind.Web ? 'web' : 'desktop',
    // Some kinds of remotes include the name of the machine.
    ...(env.remoteName ? [/^[a-z-]+$/.test(env.remoteName) ? `remote ${env.remoteName}` : 'remote'] : []),
  ];
  return [
    `- Atomic State ${extension.packageJSON.version}`,
    `- ${env.appName} ${version} (${where.join(', ')}, language ${env.language})`,
    `- Node ${counts?.node ?? here?.versions?.node ?? 'none'}`,
    `- ${here?.platform ? `${here.platform} ${here.arch}` : 'browser'}`,
  ];
}

function serverLines({ server }: CommandContext, counts: ServerCounts | undefined): readonly string[] {
  const state = State[server.client.state] ?? 'unknown';
  if (counts === undefined) {
    return [`- ${state.toLowerCase()}, without an answer`];
  }
  const { folders, projects, files, states, openDocuments } = counts;
  return [
    `- ${state.toLowerCase()}, workspace ${workspace.isTrusted ? 'trusted' : 'not trusted'}`,
    `- folders ${folders}, automata ${projects}, state files ${files}, states ${states}, open documents ${openDocuments}`,
  ];
}

async function serverCounts({ server }: CommandContext): Promise<ServerCounts | undefined> {
  if (!server.client.isRunning()) {
    return undefined;
  }
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), reportTimeout));
  return Promise.race([server.client.sendRequest(serverReportRequest).catch(() => undefined), late]);
}

/** Settings that differ from their defaults. Strings may be paths and names, so only their number is included. */
function changedSettings(manifest: Manifest): readonly string[] {
  const scope: ConfigurationScope | undefined = workspace.workspaceFolders?.[0];
  const configuration = workspace.getConfiguration(undefined, scope);
  return settingNames(manifest).flatMap((name) => {
    const found = configuration.inspect<unknown>(name);
    const own = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    return own === undefined ? [] : [`- \`${name}\`: ${described(own)}`];
  });
}

/** The part of the manifest with the settings. */
interface Manifest {
  readonly contributes: { readonly configuration: readonly { readonly properties: object }[] };
}

function settingNames({ contributes }: Manifest): readonly string[] {
  return contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
}

function described(value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') {
    return String(value);
  }
  if (Array.isArray(value)) {
    return `${value.length} entries`;
  }
  if (typeof value === 'object' && value !== null) {
    // Codes of rules and their severities.
    const entries = Object.entries(value).filter(
      ([key, one]) => /^[a-z-]+$/.test(key) && /^[a-z]+$/.test(one),
    );
    return entries.map(([key, one]) => `${key} ${one}`).join(', ') || 'an empty map';
  }
  return typeof value === 'string' && /^[a-z]{1,12}$/.test(value) ? value : 'a text';
}
