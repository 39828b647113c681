import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The path of a built file. Throws if it is missing: a test would wait for a process that cannot start. */
export function builtFile(name: string): string {
  const path = join(import.meta.dirname, '../../dist', name);
  if (!existsSync(path)) throw new Error(`dist/${name} is missing; run \`npm run build\` first.`);
  return path;
}
