// Bundles the extension, the language server, the command line and the editor tests.
//
//   node scripts/build.mjs                 with source maps, for working
//   node scripts/build.mjs --watch         again after every change, until Ctrl+C
//   node scripts/build.mjs --production    minified, without tests, for a package
//
//   --folder <path>                        writes `dist/` to another folder than the checkout

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { context } from 'esbuild';
import { withCommonCode } from './lib/common-code.mjs';
import { knownEngine } from './lib/known-engine.mjs';
import { licenses } from './lib/licenses.mjs';
import { out, root } from './lib/paths.mjs';
import { repository } from './lib/repository.mjs';

const { values } = parseArgs({
  options: {
    production: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    folder: { type: 'string', default: root },
  },
});
const { production, watch, folder } = values;

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  // The Node of the oldest supported VS Code and of the command line.
  target: 'node20',
  // Some packages have a UMD file as `main`, whose inner `require` a bundler cannot follow.
  mainFields: ['module', 'main'],
  sourcemap: production ? false : 'linked',
  minify: production,
  // Function names in the stack traces of error reports.
  keepNames: production,
  legalComments: 'none', // See licenses.txt.
  loader: { '.yaml': 'text', '.yml': 'text' },
  define: repository === undefined ? {} : { ATOMIC_STATE_REPOSITORY: JSON.stringify(repository) },
  metafile: production,
  logLevel: 'warning',
};

const load = createRequire(import.meta.url);

/**
 * Makes a bundle load the protocol from `dist/protocol.js`, or in a worker from a global. It is a module with named
 * exports: otherwise each importing file would get a copy of its 300 members, together 2.5 MB.
 *
 * @type {import('esbuild').Plugin}
 */
const sharedProtocol = {
  name: 'shared protocol',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode-languageserver(?:\/node)?$/ }, () => ({
      path: 'protocol',
      namespace: 'shared',
    }));
    onResolve({ filter: /^\.\/protocol\.js$/ }, ({ path }) => ({ path, external: true }));
    const names = Object.keys(load('vscode-languageserver/node')).join(', ');
    onLoad({ filter: /./, namespace: 'shared' }, () => ({
      contents: `export const { ${names} } = globalThis.atomicStateProtocol ?? require('./protocol.js');`,
    }));
  },
};

/**
 * Makes a page take Markdown from the script that it loads before its own.
 *
 * @type {import('esbuild').Plugin}
 */
const sharedMarkdown = {
  name: 'shared Markdown',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^markdown-it$/ }, ({ path }) => ({ path, namespace: 'global' }));
    onLoad({ filter: /./, namespace: 'global' }, () => ({
      contents: 'export default globalThis.atomicStateMarkdown.default;',
    }));
  },
};

/**
 * Escapes characters outside of ASCII where esbuild does not: in regular expressions and comments. V8 stores a script
 * with such characters in two bytes per character.
 *
 * @type {import('esbuild').Plugin}
 */
const ascii = {
  name: 'ascii',
  setup({ initialOptions: { outfile = '' }, onEnd }) {
    if (!outfile.endsWith('.js')) return;
    onEnd(({ errors }) => {
      if (errors.length > 0) return;
      const text = readFileSync(outfile, 'utf8');
      const escaped = text.replace(
        /[^\0-\x7f]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      if (escaped !== text) writeFileSync(outfile, escaped);
    });
  },
};

/**
 * Removes modules of Node that libraries load for unused features: reading files, and communication over streams.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutNode = {
  name: 'without Node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:events|fs|url)$/ }, ({ path }) => ({ path, namespace: 'empty' }));
    onLoad({ filter: /./, namespace: 'empty' }, ({ path }) => ({
      contents: path === 'events' ? 'exports.EventEmitter = class { on() {} emit() {} };' : '',
    }));
  },
};

/**
 * Removes the validator of JSON Schemas, a third of the protocol of assistants: tools check their arguments themselves.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutValidator = {
  name: 'without validator',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /ajvProvider/ }, ({ path }) => ({ path, namespace: 'none' }));
    onLoad({ filter: /./, namespace: 'none' }, () => ({
      contents:
        'class None { getValidator() { return (data) => ({ valid: true, data }); } } export { None as n, None as t, None as r, None as i };',
    }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const inBrowser = { platform: 'browser', target: 'es2022', mainFields: ['browser', 'module', 'main'] };

/** In browsers and in Node, whose own modules are only loaded there. */
const inBoth = { mainFields: ['browser', 'module', 'main'], conditions: ['node', 'browser'] };

/** Workers load scripts, not modules. */
const inWorker = /** @type {const} */ ({ ...inBrowser, format: 'iife' });

/**
 * A bundle that is loaded on demand: by Node as a module, by a worker as a script that defines a global.
 *
 * @param {string} name
 * @param {string[]} members its exports; Node needs explicit assignments
 */
const late = (name, ...members) => ({
  ...inWorker,
  globalName: name,
  footer: {
    js: `if (typeof module === 'object') {${members.map((one) => `exports.${one} = ${name}.${one};`).join(' ')}}`,
  },
});

/** In the browser of the oldest supported VS Code. Function names would be a tenth of the size of the layout bundle. */
const inPage = /** @type {const} */ ({
  ...inWorker,
  target: 'chrome122',
  sourcemap: false,
  keepNames: false,
});

/** @type {(import('esbuild').BuildOptions & { outfile: string })[]} */
const bundles = [
  // For Node and for browsers, where an extension is one file.
  {
    ...inBoth,
    entryPoints: ['client/main.ts'],
    outfile: 'dist/client.js',
    external: ['vscode'],
    keepNames: false,
  },
  // This small bundle answers `initialize`; the engine is loaded afterwards. Both share the bundle of the protocol.
  {
    entryPoints: ['server/node.ts'],
    outfile: 'dist/server.js',
    external: ['./filesystem-git.js', './formatter.js', './sandbox.js', './zh-cn.js'],
    plugins: [sharedProtocol],
  },
  { entryPoints: ['server/filesystem-node.ts'], outfile: 'dist/filesystem-node.js' },
  { entryPoints: ['server/filesystem-git.ts'], outfile: 'dist/filesystem-git.js' },
  { entryPoints: ['server/watchdog/watchdog.ts'], outfile: 'dist/watchdog.js' },
  { entryPoints: ['server/watchdog/thread.ts'], outfile: 'dist/watchdog-thread.js' },
  {
    ...inBoth,
    stdin: {
      // Each loads where the other does not.
      contents: `module.exports = typeof process === 'object' ? require('vscode-languageserver/node') : require('vscode-languageserver/browser');`,
      resolveDir: root,
    },
    format: 'iife',
    globalName: 'atomicStateProtocol',
    footer: { js: `if (typeof module === 'object') module.exports = atomicStateProtocol;` },
    outfile: 'dist/protocol.js',
  },
  // Named as in server/browser.ts.
  {
    ...late('atomicStateFormatter', 'printYaml'),
    entryPoints: ['server/formatter.ts'],
    outfile: 'dist/formatter.js',
  },
  {
    entryPoints: ['server/cli.ts'],
    outfile: 'dist/cli.js',
    banner: { js: '#!/usr/bin/env node' },
    external: ['./assistants.js', './commands.js'],
    supported: { 'dynamic-import': false },
  },
  { entryPoints: ['server/assistants.ts'], outfile: 'dist/assistants.js', plugins: [withoutValidator] },
  { ...late('atomicStateChinese', 'CATALOG'), entryPoints: ['server/zh-cn.ts'], outfile: 'dist/zh-cn.js' },
  {
    ...inWorker,
    entryPoints: ['server/browser.ts'],
    outfile: 'dist/browser/server.js',
    plugins: [sharedProtocol],
  },

  // The page of the state graph. The command line loads its layout as well.
  { ...inPage, entryPoints: ['client/webview/graph/main.ts'], outfile: 'dist/graph.js' },
  { ...inPage, entryPoints: ['client/webview/graph/graph.css'], outfile: 'dist/graph.css' },
  {
    ...inPage,
    ...late('atomicStateLayout', 'computeLayout'),
    target: inPage.target,
    entryPoints: ['client/webview/graph/layout-worker.ts'],
    outfile: 'dist/layout.js',
  },

  // Of the next three pages, which load it before their own script.
  {
    ...inPage,
    entryPoints: ['markdown-it'],
    globalName: 'atomicStateMarkdown',
    outfile: 'dist/markdown.js',
  },

  // The page of the preview.
  {
    ...inPage,
    entryPoints: ['client/webview/preview/main.ts'],
    outfile: 'dist/preview.js',
    plugins: [sharedMarkdown],
  },
  { ...inPage, entryPoints: ['client/webview/preview/preview.css'], outfile: 'dist/preview.css' },

  // The page of a conversation.
  {
    ...inPage,
    entryPoints: ['client/webview/run/main.ts'],
    outfile: 'dist/run.js',
    plugins: [sharedMarkdown],
  },
  { ...inPage, entryPoints: ['client/webview/run/run.css'], outfile: 'dist/run.css' },

  // The page of a comparison.
  {
    ...inPage,
    entryPoints: ['client/webview/compare/main.ts'],
    outfile: 'dist/compare.js',
    plugins: [sharedMarkdown],
  },
  { ...inPage, entryPoints: ['client/webview/compare/compare.css'], outfile: 'dist/compare.css' },
];

/**
 * What analyses and runs. The server loads the analysis with its engine, and the sandbox to run something; the command
 * line loads the same analysis, and the conversations without the sandbox.
 *
 * @type {import('./lib/common-code.mjs').Parts}
 */
const parts = {
  commonFile: (entries) =>
    entries.includes('server/engine.ts') ? 'dist/analysis.js' : 'dist/conversation.js',
  commonBundle: late,
  bundles: [
    {
      ...late('atomicStateEngine', 'errorText', 'hasTranslations', 'serializeMessage', 'startServer'),
      entryPoints: ['server/engine.ts'],
      outfile: 'dist/engine.js',
    },
    {
      ...late(
        'atomicStateInterpreter',
        'Chat',
        'compareAutomata',
        'Conversation',
        'Coverage',
        'explorationTask',
        'loadSandboxes',
        'programOf',
        'promisesTask',
        'readScenarios',
        'refutedMessage',
        'runScenario',
        'savedScenarioText',
        'scenarioOfPath',
        'scenarioTask',
        'startDebugSession',
        'turnsOfVersions',
        'updateExpectation',
      ),
      entryPoints: ['server/sandbox.ts'],
      outfile: 'dist/sandbox.js',
    },
    {
      entryPoints: ['server/commands.ts'],
      outfile: 'dist/commands.js',
      // Before `import()` runs a bundle, Node scans its whole text for exports; `require` does not.
      supported: { 'dynamic-import': false },
    },
  ],
};

/**
 * Replaces the modules of Node that the tests import, for a browser.
 *
 * @type {import('esbuild').Plugin}
 */
const standIns = {
  name: 'stand-ins',
  setup({ onResolve }) {
    onResolve({ filter: /^mocha$/ }, () => ({ path: join(root, 'test/editor/web/mocha.ts') }));
    onResolve({ filter: /^node:assert\/strict$/ }, () => ({ path: join(root, 'test/editor/web/assert.ts') }));
  },
};

/** The tests inside the extension hosts, and those of the scripted user. */
const tests = [
  { entryPoints: ['test/editor/host/index.ts'], outfile: join(out, 'test/editor/host.js') },
  { entryPoints: ['test/editor/user/index.ts'], outfile: join(out, 'test/editor/user.js') },
].map((bundle) => ({ ...bundle, external: ['vscode', 'mocha', 'playwright-core', 'axe-core'] }));
const testsInBrowser = {
  ...inBrowser,
  entryPoints: ['test/editor/web/index.ts'],
  outfile: join(out, 'test/editor/web.js'),
  external: ['vscode'],
  plugins: [standIns],
};

/** @param {import('esbuild').BuildOptions & { outfile: string }} bundle */
const optionsOf = (bundle) => ({
  ...common,
  ...bundle,
  outfile: resolve(folder, bundle.outfile),
  plugins: [...(bundle.plugins ?? []), ascii],
});

const analysing = withCommonCode(
  {
    ...common,
    ...inBrowser,
    external: ['node:*', './formatter.js', './layout.js', '../../assistants.js', './sandbox.js'],
    plugins: [sharedProtocol, withoutNode, knownEngine],
  },
  parts,
  (bundle) => optionsOf({ ...inBrowser, ...bundle }),
);
const wanted = production ? bundles : [...bundles, ...tests, testsInBrowser];
const contexts = await Promise.all([analysing, ...wanted.map(optionsOf)].map(context));
try {
  // All bundles are built, so that one run shows every error; esbuild prints them.
  const results = await Promise.allSettled(contexts.map((bundle) => bundle.rebuild()));
  const metafiles = results.flatMap((result) =>
    result.status === 'fulfilled' && result.value.metafile ? [result.value.metafile] : [],
  );
  if (results.some(({ status }) => status === 'rejected')) {
    process.exitCode = 1;
  } else if (production) {
    writeFileSync(join(folder, 'dist', 'licenses.txt'), licenses(metafiles));
  }
  if (watch) {
    await Promise.all(contexts.map((bundle) => bundle.watch()));
    console.log('Watching for changes. Ctrl+C ends it.');
    await new Promise(() => undefined);
  }
} finally {
  await Promise.all(contexts.map((bundle) => bundle.dispose()));
}
