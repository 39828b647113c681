import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { bundledPackages, licenses } from '../../scripts/lib/licenses.mjs';
import { createVsix, packagedFiles } from '../../scripts/lib/vsix.mjs';

const ROOT = join(import.meta.dirname, '../..');

/**
 * In bytes. The largest parts are the layout library, the analysis and the sandbox; the protocol of assistants has 0.1 MB, and
 * comparing versions and editing in the graph 0.06 MB each.
 */
const MAX_SIZE = 2_300_000;

it('the package of the extension is small and complete', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-vsix-'));
  try {
    const file = await createVsix(join(folder, 'it.vsix'));
    expect(statSync(file).size).toBeLessThanOrEqual(MAX_SIZE);
    const packed = readFileSync(file, 'latin1').toLowerCase();
    // Archives contain the names of their files as they are; the packer changes the case of some.
    expect(packagedFiles().filter((name) => !packed.includes(`extension/${name}`.toLowerCase()))).toEqual([]);
    const { main, browser } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const path of [main, browser]) expect(packed.includes(path.replace('./', 'extension/'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the licences of all packages in the bundles are listed, also of those in bundles of packages', async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      'client/node.ts',
      'client/webview/preview/main.ts',
      'server/formatter.ts',
      'server/types/library-data.ts',
      'server/debug/session.ts',
    ],
    outdir: 'out',
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['vscode'],
    write: false,
    metafile: true,
  });
  const text = licenses([metafile]);
  const listed = [...text.matchAll(/^(\S+) \d\S* \(.*\)$/gm)].map(([, name]) => name);
  const folders = new Set(
    Object.keys(metafile.inputs).flatMap(
      (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
    ),
  );
  expect(bundledPackages([metafile])).toEqual(expect.arrayContaining([...folders]));
  for (const path of folders) expect(listed).toContain(path.slice(path.lastIndexOf('node_modules/') + 13));
  // Part of the published file of `vscode-uri`, and of that of `prettier`.
  expect(listed).toEqual(expect.arrayContaining(['path-browserify']));
  expect(text).toContain('yaml-unist-parser');
  // Published without its licence.
  expect(text).toMatch(
    /^@vscode\/l10n .*\n\nMIT License\n\nCopyright \(c\) Microsoft Corporation\n\nPermission /m,
  );
});
