import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { GrammarFiles } from './engine';

/**
 * The built-in grammars of the editor, by version. Until 1.93, VS Code has one grammar for YAML; since
 * then, `source.yaml` only selects a grammar for a version of YAML, in which scalars end with `while`.
 */

const PACKAGED = new URL('grammars/', pathToFileURL(fileURLToPath(import.meta.resolve('tm-grammars'))));
const IMITATION = new URL('fixtures/split-yaml/', import.meta.url);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const JSON_AND_JAVASCRIPT: GrammarFiles = {
  'source.json': new URL('json.json', PACKAGED),
  'source.js': new URL('javascript.json', PACKAGED),
};

/** The last single grammar. */
export const SINGLE_FILE: GrammarFiles = {
  ...JSON_AND_JAVASCRIPT,
  'source.yaml': new URL('yaml.json', PACKAGED),
};

/** A minimal version of the newer structure. */
export const SPLIT: GrammarFiles = {
  ...JSON_AND_JAVASCRIPT,
  'source.yaml': new URL('yaml.tmLanguage.json', IMITATION),
  'source.yaml.1.2': new URL('yaml-1.2.tmLanguage.json', IMITATION),
};

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The grammars that an extension's package.json contributes. */
function contributed(extension: string): GrammarFiles {
  const manifest: unknown = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  const grammars = field(field(manifest, 'contributes'), 'grammars');
  const files: Record<string, URL> = {};
  for (const grammar of Array.isArray(grammars) ? grammars : []) {
    const scope = field(grammar, 'scopeName');
    const path = field(grammar, 'path');
    if (typeof scope === 'string' && typeof path === 'string')
      files[scope] = pathToFileURL(join(extension, path));
  }
  return files;
}

function folders(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name));
}

/**
 * The real grammars of the editors that the editor tests have installed, or of the folder of built-in
 * extensions named by ATOMIC_STATE_EXTENSIONS; by the folder's path.
 */
export function installedEditors(): ReadonlyMap<string, GrammarFiles> {
  const named = process.env.ATOMIC_STATE_EXTENSIONS;
  const candidates = [
    ...(named ? [named] : []),
    ...folders(join(ROOT, '.cache')).flatMap((cached) => [
      join(cached, 'node_modules/code-server/lib/vscode/extensions'),
      join(cached, 'lib/vscode/extensions'),
    ]),
    ...folders(join(ROOT, '.vscode-test')).map((editor) => join(editor, 'resources/app/extensions')),
  ];
  const complete = candidates.filter((path) =>
    ['yaml', 'json', 'javascript'].every((name) => existsSync(join(path, name, 'package.json'))),
  );
  return new Map(
    complete.map((path) => [
      path,
      Object.assign({}, ...['yaml', 'json', 'javascript'].map((name) => contributed(join(path, name)))),
    ]),
  );
}

/** All tested arrangements, by a name for the title of the test. */
export const GRAMMAR_SETS: readonly (readonly [name: string, files: GrammarFiles])[] = [
  ['one grammar', SINGLE_FILE],
  ['split grammar', SPLIT],
  ...installedEditors(),
];
