import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '../server');

/** From top to bottom; a layer may import itself and the layers below it. */
const LAYERS = [
  'entries',
  'protocol',
  'debug',
  'load',
  'fix',
  'check',
  'graph-edit',
  'features',
  'drawing',
  'compare',
  'run',
  'rules',
  'exchange',
  'filesystem',
  'inference',
  'project',
  'facts',
  'format',
  'types',
  'expression',
  'yaml',
  'watchdog',
  'text',
  'engine',
];

const ENTRIES = new Set([
  'node.ts',
  'engine.ts',
  'cli.ts',
  'browser.ts',
  'formatter.ts',
  'zh-cn.ts',
  'layout.ts',
  'layout-loader.ts',
  'printer-loader.ts',
  'assistants.ts',
  'commands.ts',
  'sandbox.ts',
  'sandbox-loader.ts',
]);

/** Libraries that belong to one layer. */
const LIBRARIES: Record<string, string[]> = {
  'vscode-languageserver': ['protocol', 'entries'],
  yaml: ['yaml'],
  'jsonc-parser': ['yaml', 'types', 'entries'],
  acorn: ['expression', 'types'],
  diff: ['text'],
  prettier: ['entries'],
  '@modelcontextprotocol/server': ['entries'],
  '@modelcontextprotocol/server/stdio': ['entries'],
  elkjs: ['drawing'],
  'quickjs-emscripten-core': ['run'],
  '@jitl/quickjs-singlefile-cjs-release-sync': ['entries'],
  '@vscode/debugadapter': ['debug'],
  'eventsource-parser': ['run'],
  node: ['filesystem', 'watchdog', 'entries'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

function imports(): Import[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(SERVER, file), 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '');
    return specifiers.map((to) => ({ from: file, to: to.startsWith('.') ? resolve(file, to) : to }));
  });
}

function resolve(file: string, specifier: string): string {
  return `./${normalize(join(dirname(file), specifier))}`;
}

function layerOf(file: string): string {
  const path = file.replace(/^\.\//, '');
  // Bundles refer to each other by the names of the built files.
  if (ENTRIES.has(path.replace(/(?:\.[jt]s)?$/, '.ts')) || path.startsWith('cli/')) return 'entries';
  if (/^graph-edit(?:\/|$)/.test(path)) return 'graph-edit';
  return path.replace(/\.[jt]s$/, '').split(/[/-]/)[0] ?? '';
}

it('imports only go to lower layers', () => {
  const upwards = imports().filter(({ from, to }) => {
    // Files outside of the server's folder (texts in other languages) are data.
    const isOwn = to.startsWith('./') && !to.startsWith('./../');
    return isOwn && LAYERS.indexOf(layerOf(to)) < LAYERS.indexOf(layerOf(from));
  });
  expect(upwards).toEqual([]);
});

it('`initialize` is answered with few modules loaded', () => {
  const loaded = new Set(['./node.ts']);
  for (const file of loaded) {
    const text = readFileSync(join(SERVER, file), 'utf8').replaceAll(/^import type .*?;$/gms, '');
    for (const [, to = ''] of text.matchAll(/^(?:import|export) .*?from '(\.[^']+)';$/gms))
      loaded.add(`${resolve(file, to)}.ts`);
  }
  expect([...loaded]).toEqual([
    './node.ts',
    './protocol/decode-message.ts',
    './protocol/initialize.ts',
    './protocol/message-framer.ts',
    './protocol/capabilities.ts',
    './protocol/client-options.ts',
    './protocol/initialize-params.ts',
    './protocol/lifecycle.ts',
    './features/semantic-tokens/legend.ts',
    './watchdog/processed-text.ts',
    './text/own-value.ts',
  ]);
});

it('every file belongs to a layer', () => {
  const strangers = imports().filter(({ from }) => !LAYERS.includes(layerOf(from)));
  expect(strangers).toEqual([]);
});

it('the incremental engine imports only itself', () => {
  const strangers = imports().filter(
    ({ from, to }) => layerOf(from) === 'engine' && layerOf(to) !== 'engine',
  );
  expect(strangers).toEqual([]);
});

/** Records of what was sent to an editor, from which nothing is computed. */
const EXCEPTIONS = ['protocol/connect-change-notifier.ts'];

it('only the incremental engine uses weak references', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      layerOf(file) !== 'engine' &&
      /\bnew (?:WeakMap|WeakRef|WeakSet|FinalizationRegistry)\b/.test(
        readFileSync(join(SERVER, file), 'utf8'),
      ),
  );
  expect(files.sort()).toEqual(EXCEPTIONS);
});

it('expressions do not import YAML', () => {
  const between = imports().filter(
    ({ from, to }) => layerOf(from) === 'expression' && to.startsWith('./yaml'),
  );
  expect(between).toEqual([]);
});

it('types import only expressions, text and the engine', () => {
  const strangers = imports().filter(
    ({ from, to }) => layerOf(from) === 'types' && /^\.\/(?!types\/|expression\/|text\/|engine\/)/.test(to),
  );
  expect(strangers).toEqual([]);
});

it('libraries are used only in their layer', () => {
  const astray = imports().filter(({ from, to }) => {
    const library = Object.keys(LIBRARIES).find(
      (name) => to === name || to.startsWith(`${name}/`) || to.startsWith(`${name}:`),
    );
    return library !== undefined && !LIBRARIES[library]?.includes(layerOf(from));
  });
  expect(astray).toEqual([]);
});

it('all output of commands passes the printer, except that of protocols', () => {
  const files = readdirSync(join(SERVER, 'cli'), { encoding: 'utf8', recursive: true }).filter((file) =>
    /\bprocess\.std(?:out|err)|\bconsole\./.test(
      file.endsWith('.ts') ? readFileSync(join(SERVER, 'cli', file), 'utf8') : '',
    ),
  );
  expect(files).toEqual(['commands/dap.ts', 'mcp/server.ts']);
});
