import { CancellationToken } from 'vscode-languageserver';
import type { Services } from './handlers/handler';
import { sendNotification } from './own-messages';

/** How long changes are collected before a client that draws states is notified, in milliseconds. */
const GATHERING = 100;

const told = new WeakSet<Services>();

/** Notifies the client of changes while the connection lasts; changes in quick succession are combined. */
export function connectChangeNotifier(services: Services): void {
  if (told.has(services)) return;
  told.add(services);
  void tell(services);
}

async function tell(services: Services): Promise<void> {
  try {
    for (;;) {
      const { changes } = services;
      await changes.since(changes.count, CancellationToken.None);
      if (changes.isOver) return;
      await new Promise((resolve) => setTimeout(resolve, GATHERING));
      await sendNotification(services, 'atomicState/stateGraphChanged', {});
    }
  } catch {
    // The client has disconnected.
  }
}
