import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { knownEngine } from '../../scripts/lib/known-engine.mjs';
import { withEngineLimits } from '../../server/run/sandbox/engine-limits';

const PACKAGE = 'node_modules/@jitl/quickjs-singlefile-cjs-release-sync';

it('the build refuses an unknown version of QuickJS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(import.meta.dirname, '../..', PACKAGE), join(folder, PACKAGE), { recursive: true });
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, "import '@jitl/quickjs-singlefile-cjs-release-sync';");
  const built = async () =>
    (
      await build({
        entryPoints: [entry],
        bundle: true,
        platform: 'node',
        write: false,
        logLevel: 'silent',
        plugins: [knownEngine],
      })
    ).errors;
  expect(await built()).toEqual([]);

  const description = join(folder, PACKAGE, 'package.json');
  writeFileSync(description, readFileSync(description, 'utf8').replace('"0.32.0"', '"0.33.0"'));
  const code = join(folder, PACKAGE, 'dist/index.js');
  writeFileSync(code, `${readFileSync(code, 'utf8')}\n`);
  await expect(built()).rejects.toThrow(
    /Expected \S+release-sync 0\.32\.0 \(SHA-256 027f\w+\), found \S+release-sync 0\.33\.0 \(SHA-256 \w{64}\)/,
  );
});

it('code that the limits do not fit is refused when it is loaded', async () => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const { WebAssembly: loader } = globalThis as unknown as {
    WebAssembly: { instantiate(code: Uint8Array, imports: object): Promise<object> };
  };
  await expect(withEngineLimits(() => loader.instantiate(empty, {}))).rejects.toThrow('version of QuickJS');
});
