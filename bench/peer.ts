import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerCommand } from './session';

export const PEER = 'yaml-language-server 1.25';

/**
 * The general server for YAML with the JSON Schema of this project, set up as by an author who does not use this
 * project.
 *
 * @param modules the `node_modules` into which it was installed
 */
export function peerCommand(root: string, modules: string): ServerCommand {
  const schema = join(modules, 'atomic-state.schema.json');
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'schema'], {
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error('The schema could not be written.');
  writeFileSync(schema, stdout);
  const yaml = {
    schemas: { [pathToFileURL(schema).href]: ['*.yaml', '*.json'] },
    customTags: ['!include scalar', '!oneline scalar'],
    schemaStore: { enable: false },
    validate: true,
    hover: true,
    completion: true,
  };
  return {
    script: join(modules, 'yaml-language-server/bin/yaml-language-server'),
    languageId: 'yaml',
    settings: (section) => (section === 'yaml' ? yaml : {}),
  };
}
