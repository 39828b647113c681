import { type Event, EventEmitter } from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import { stateGraphChanged } from './protocol';

const events = new WeakMap<BaseLanguageClient, Event<void>>();

/**
 * Fires when what is drawn of states may be another: the server says so, or it is a new one. A client gives a
 * notification to one listener only, so that all panels listen here.
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
