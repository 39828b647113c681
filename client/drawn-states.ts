import { type Event, EventEmitter } from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import { stateGraphChanged } from './protocol';

const events = new WeakMap<BaseLanguageClient, Event<void>>();

/**
 * Fires when drawings of states may be out of date: after a notification of the server, or a restart. A language
 * client has one listener per notification, so all panels share this one.
 */
export function onDrawnStatesChanged(client: BaseLanguageClient): Event<void> {
  const known = events.get(client);
  if (known) return known;
  const emitter = new EventEmitter<void>();
  client.onNotification(stateGraphChanged, () => emitter.fire());
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) emitter.fire();
  });
  events.set(client, emitter.event);
  return emitter.event;
}
