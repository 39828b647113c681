// Writes the grammars in `syntaxes/` from the sources beside this file.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = new URL('.', import.meta.url);
const bundle = await build({
  entryPoints: [fileURLToPath(new URL('grammars.ts', here))],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const { GRAMMARS } = await import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0].text)}`);

for (const [file, grammar] of Object.entries(GRAMMARS)) {
  writeFileSync(new URL(`../${file}`, here), `${JSON.stringify(grammar, undefined, 2)}\n`);
}

// The committed files are formatted as all others.
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
execFileSync(process.execPath, [biome, 'format', '--write', fileURLToPath(new URL('..', here))]);
