// Writes what is made from the sources: the page of the rules, their table on the page of features, and their codes in
// the manifest. A test fails while one of them is stale.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { out, root } from './lib/paths.mjs';

const bundle = join(out, 'docs.cjs');
await build({
  entryPoints: [join(root, 'server/rules/generated.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
const { featuresPage, rulesPage, severityProperties } = createRequire(import.meta.url)(bundle);
writeFileSync(join(root, 'docs/rules.md'), rulesPage());

const features = join(root, 'docs/features.md');
const fixes = readdirSync(join(root, 'test/fixtures/fixes')).map((name) => name.replace(/\.txt$/, ''));
writeFileSync(features, featuresPage(readFileSync(features, 'utf8'), new Set(fixes)));

const path = join(root, 'package.json');
const manifest = JSON.parse(readFileSync(path, 'utf8'));
for (const { properties } of manifest.contributes.configuration) {
  const severity = properties['atomicState.diagnostics.severity'];
  if (severity) severity.properties = severityProperties();
}
writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
console.log('docs/rules.md, the findings in docs/features.md and the codes in package.json are written.');
