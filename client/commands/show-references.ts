import { commands } from 'vscode';
import type { Location, Position } from 'vscode-languageclient';
import type { Server } from '../server';

/** The editor's own command wants its own kinds of objects; what the server sends is plain. */
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
