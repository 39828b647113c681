import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Builds `dist/` if it is missing, as in a new clone: tests start the built server and command line. */
export default function build(): void {
  if (existsSync(join(ROOT, 'dist/cli.js'))) return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
}
