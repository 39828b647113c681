import * as lsp from 'vscode-languageserver';
import type { ClientOptions } from './client-options';
import { HANDLERS } from './handlers';

/**
 * Registers watchers, and capabilities that apply only to some documents, with the client. Nothing waits for the
 * answers: if a client rejects a registration, the library logs it, and everything else works.
 */
export function registerLater(
  { client }: lsp.Connection,
  capabilities: lsp.ClientCapabilities,
  options: ClientOptions,
): void {
  const { workspace } = capabilities;
  const refused = () => undefined;
  if (workspace?.didChangeWatchedFiles?.dynamicRegistration) {
    // A tag may name any file or folder.
    const watchers = [{ globPattern: '**/*' }];
    client.register(lsp.DidChangeWatchedFilesNotification.type, { watchers }).catch(refused);
  }
  if (workspace?.didChangeConfiguration?.dynamicRegistration) {
    client.register(lsp.DidChangeConfigurationNotification.type, { section: 'atomicState' }).catch(refused);
  }
  const registrations = HANDLERS.flatMap((handler) => handler.registrations?.(capabilities, options) ?? []);
  if (registrations.length === 0) return;
  const all = lsp.BulkRegistration.create();
  for (const register of registrations) register(all);
  client.register(all).catch(refused);
}
