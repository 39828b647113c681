import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parse } from 'acorn';
import { transformSync } from 'esbuild';

const SERVER = join(import.meta.dirname, '../../server');
/** The files of the server, by their paths. */
export const SOURCES = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
  .map((path) => [path, readFileSync(join(SERVER, path), 'utf8')] as const);

/** The code of a file without its types, and its tree. */
export function parseSource(text: string): { readonly code: string; readonly tree: Node } {
  const { code } = transformSync(text, { loader: 'ts', target: 'esnext' });
  return { code, tree: parse(code, { ecmaVersion: 'latest', sourceType: 'module' }) };
}
