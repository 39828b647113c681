import { commands, type Disposable } from 'vscode';
import type { TestStop } from '../../server/protocol/messages';
import { stopForTest } from '../protocol';
import type { Server } from '../server';

/** Registers the command with which tests stop the server while it processes a file. */
export function registerStopForTest({ client }: Server): Disposable {
  return commands.registerCommand('atomicState.stopForTest', (uri: string, how: TestStop) => {
    // There is no answer.
    client.sendRequest(stopForTest, { uri, how }).catch(() => undefined);
  });
}
