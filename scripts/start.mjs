// `npm start`: installs, builds, and opens `examples/` in an editor with the extension. Before the packages are installed,
// it only uses Node.
//
//   npm start                      the first of code, codium and cursor on the PATH, otherwise a browser
//   npm start -- --browser         always VS Code in the browser
//   npm start -- <folder>          another folder than examples/
//   npm start -- --port 3000       the port for the browser; default: a free one

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { onPath } from './lib/chromium.mjs';
import { build, ensureDependencies } from './lib/dependencies.mjs';
import { examples, out, root } from './lib/paths.mjs';
import { run } from './lib/process.mjs';
import { ensureVSCodeServer, startVSCodeServer } from './lib/vscode-server.mjs';
import { createVsix } from './lib/vsix.mjs';

const { values, positionals } = parseArgs({
  options: { browser: { type: 'boolean', default: false }, port: { type: 'string' } },
  allowPositionals: true,
});

/** Prints an error, and ends the script. */
function giveUp(/** @type {string} */ message) {
  console.error(`\n${message}`);
  process.exit(1);
}

const folder = resolve(positionals[0] ?? examples);
if (!existsSync(folder) || !statSync(folder).isDirectory()) {
  giveUp(`There is no folder ${folder}.`);
}
if (!(await ensureDependencies())) {
  giveUp('The packages could not be installed: npm says why above. Is the npm registry within reach?');
}
console.log('Building ...');
if (!(await build())) {
  giveUp('The build failed: the errors are above.');
}

const editor = values.browser ? undefined : onPath(['code', 'codium', 'cursor']);
if (editor) {
  console.log(`Opening ${folder} in ${editor} with the extension loaded.`);
  const { code } = await run(editor, [`--extensionDevelopmentPath=${root}`, '--new-window', folder]);
  process.exit(code);
}

console.log(
  values.browser ? '' : 'No desktop code, codium or cursor on the PATH: VS Code opens in a browser.',
);
let server;
try {
  const vsix = await createVsix(join(out, 'start', 'atomic-state.vsix'));
  server = await startVSCodeServer({
    server: await ensureVSCodeServer(),
    folder,
    extensions: [vsix],
    port: values.port === undefined ? undefined : Number(values.port),
    settings: { 'workbench.startupEditor': 'readme' },
  });
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
if (server) {
  console.log(`\nVS Code shows ${folder} with the extension. Ctrl+C ends it.\n\n  ${server.url}\n`);
  // Ctrl+C is not a failure.
  process.prependListener('SIGINT', () => process.exit(0));
  await server.ended;
  giveUp(`The VS Code server ended by itself:\n${server.log().trim().slice(-2000)}`);
}
