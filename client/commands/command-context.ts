import type { Extension } from 'vscode';
import type { RecentLog } from '../recent-log';
import type { Server } from '../server';

/** The services that commands use. */
export interface CommandContext {
  readonly server: Server;
  readonly output: RecentLog;
  readonly extension: Extension<unknown>;
}
