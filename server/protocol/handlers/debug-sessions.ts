import { NotificationType } from 'vscode-languageserver';
import { DebugSessions } from '../debug-sessions';
import { guardNotification } from '../guard';
import type { ClientNotifications } from '../messages';
import { sendNotification } from '../own-messages';
import { debugHost } from '../run-host';
import type { Handler } from './handler';

/** Runs debug sessions, and forwards their messages. */
export const debugSessionsHandler: Handler = {
  register(services) {
    const { connection } = services;
    const sessions = new DebugSessions(
      async (send) => (await services.loadInterpreter()).startDebugSession(debugHost(services), send),
      (params) => void sendNotification(services, 'atomicState/debug/toClient', params),
    );
    const on = <M extends keyof ClientNotifications>(
      method: M,
      handle: (params: ClientNotifications[M]) => Promise<void>,
    ) =>
      connection.onNotification(
        new NotificationType<ClientNotifications[M]>(method),
        guardNotification(services, method, handle),
      );
    on('atomicState/debug/toAdapter', (params) => sessions.handle(params));
    on('atomicState/debug/end', ({ session }) => sessions.end(session));
  },
};
