import { commands, Disposable, type LogOutputChannel } from 'vscode';
import type { Location, Position } from 'vscode-languageclient';
import type { Server } from './server';

/** Registers the commands of the palette, and those that the server names. */
export function registerCommands(server: Server, output: LogOutputChannel): Disposable {
  return Disposable.from(
    commands.registerCommand('atomicState.restartServer', () => server.restart()),
    commands.registerCommand('atomicState.showOutput', () => output.show()),
    commands.registerCommand(
      'atomicState.showReferences',
      (uri: string, position: Position, locations: Location[]) =>
        showReferences(server, uri, position, locations),
    ),
  );
}

/** The editor's own command wants its own kinds of objects; what the server sends is plain. */
async function showReferences(
  { client }: Server,
  uri: string,
  position: Position,
  locations: readonly Location[],
): Promise<void> {
  const { asUri, asPosition, asLocation } = client.protocol2CodeConverter;
  await commands.executeCommand(
    'editor.action.showReferences',
    asUri(uri),
    asPosition(position),
    locations.map((location) => asLocation(location)),
  );
}
