import { commands } from 'vscode';
import type { Location, Position } from 'vscode-languageclient';
import type { Server } from '../server';

/** Converts plain objects of the server to the classes that the command of VS Code requires. */
export async function showReferences(
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
