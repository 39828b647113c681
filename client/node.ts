import { Disposable } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { offerToAssistants } from './assistants';
import { extension } from './extension';
import { provideTasks } from './tasks';

/** The extension in Node: on a desktop, or on a remote machine. The server is a process. */
export const { activate, deactivate } = extension(
  (context, id, name, options) =>
    new LanguageClient(id, name, serverOptions(context.asAbsolutePath('dist/server.js')), options),
  (context) => {
    const cli = context.asAbsolutePath('dist/cli.js');
    const { version } = context.extension.packageJSON as { readonly version: string };
    return Disposable.from(provideTasks(cli), offerToAssistants(cli, version));
  },
);

/** @param module the bundled server; if the extension is debugged, it waits for a debugger on port 6009 */
function serverOptions(module: string): ServerOptions {
  return {
    run: { module, transport: TransportKind.ipc },
    debug: {
      module,
      transport: TransportKind.ipc,
      options: { execArgv: ['--nolazy', '--enable-source-maps', '--inspect=6009'] },
    },
  };
}
