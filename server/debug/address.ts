import { URI } from 'vscode-uri';

/** The address of a path, or of a text that is already an address. */
export function addressOfPath(path: string): string {
  return (/^[a-z][a-z0-9+.-]+:/i.test(path) ? URI.parse(path) : URI.file(path)).toString();
}
