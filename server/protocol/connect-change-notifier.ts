import { CancellationToken } from 'vscode-languageserver';
import type { Services } from './handlers/handler';
import { sendNotification } from './own-messages';

/** The time for which changes are collected before a client with open panels is notified, in milliseconds. */
const GATHERING_MS = 100;

const connected = new WeakSet<Services>();

/** Notifies the client of all further changes; changes in quick succession are combined. */
export function connectChangeNotifier(services: Services): void {
  if (connected.has(services)) return;
  connected.add(services);
  void notifyChanges(services);
}

async function notifyChanges(services: Services): Promise<void> {
  try {
    for (;;) {
      const { changes } = services;
      await changes.changedSince(changes.count, CancellationToken.None);
      if (changes.isOver) return;
      await new Promise((resolve) => setTimeout(resolve, GATHERING_MS));
      await sendNotification(services, 'atomicState/stateGraphChanged', {});
    }
  } catch {
    // The client has disconnected.
  }
}
