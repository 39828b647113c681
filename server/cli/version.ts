import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in the manifest, one folder above the bundle that runs. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : '';
}
