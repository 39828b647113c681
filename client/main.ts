import type { ExtensionContext } from 'vscode';

/** The extension, as one bundle for both of its hosts: a client for Node does not load in a browser, nor vice versa. */
const host = () =>
  typeof process === 'object' && process.versions?.node ? import('./node') : import('./browser');

export async function activate(context: ExtensionContext): Promise<void> {
  await (await host()).activate(context);
}

export async function deactivate(): Promise<void> {
  await (await host()).deactivate();
}
