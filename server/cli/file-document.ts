import { readFileSync, statSync } from 'node:fs';
import { openDocument } from '../format/document-kind';
import type { Document } from '../yaml/cut/document';

/** The document of a file; undefined if there is none, or it is larger than a number of bytes. Throws if it cannot be read. */
export function fileDocument(path: string, maxFileSize: number): Document | undefined {
  const state = statSync(path, { throwIfNoEntry: false });
  if (state?.isFile() !== true || state.size > maxFileSize) return undefined;
  return openDocument(readFileSync(path, 'utf8'), /\.json$/i.test(path) ? 'json' : 'yaml');
}
