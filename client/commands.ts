import { commands, Disposable, type LogOutputChannel } from 'vscode';
import type { Server } from './server';

/** Registers the commands of the palette. */
export function registerCommands(server: Server, output: LogOutputChannel): Disposable {
  return Disposable.from(
    commands.registerCommand('atomicState.restartServer', () => server.restart()),
    commands.registerCommand('atomicState.showOutput', () => output.show()),
  );
}
