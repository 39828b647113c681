// VS Code without a desktop: its own server, taken from npm's `code-server` package, shown in a browser.
// Used by `npm start` where no desktop editor is found, by the editor tests and for pictures.
//
// Only the part of the package that is VS Code is used; the wrapper around it and its post-install
// (which compiles and downloads) are not. Everything comes from the npm registry.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { cache, root } from './paths.mjs';
import { delay, launch, npm, run, temporaryFolder } from './process.mjs';

/**
 * A VS Code server that npm can give.
 *
 * @typedef {object} Release
 * @property {string} vscode the version of VS Code in it
 * @property {string} package the version of `code-server` that carries it
 * @property {number | undefined} node the major version of Node it needs, if not that of this project
 */

/** @type {Readonly<Record<'old' | 'current', Release>>} */
export const releases = {
  old: { vscode: '1.100.3', package: '4.100.3', node: undefined },
  current: { vscode: '1.139.1', package: '4.139.1', node: 24 },
};

/** How long a started server may take until it answers, in milliseconds. */
const startLimit = 30_000;

/** Settings of every server: as on a desktop, without what a first start asks and offers. */
const calmSettings = {
  'files.autoSave': 'off', // In a browser VS Code would save every change by itself.
  'workbench.startupEditor': 'none',
  'git.openRepositoryInParentFolders': 'never',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
};

const npmFlags = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs packages into a folder of the cache, or throws with what npm said.
 *
 * @param {string} folder
 * @param {readonly string[]} packages none: those of the folder's own package.json
 */
async function npmInstall(folder, packages) {
  const { code, output } = await run(npm, ['install', ...packages, ...npmFlags], {
    cwd: folder,
    quiet: true,
  });
  if (code !== 0) {
    throw new Error(
      `npm could not install ${packages.join(' ') || 'the packages of the VS Code server'}:\n${output.trim()}`,
    );
  }
}

/**
 * Fills a folder of the cache once. The work is done beside it and moved at the end, so that an
 * interrupted run leaves no half-filled folder.
 *
 * @param {string} name of the folder in the cache
 * @param {string} message for the person who waits
 * @param {(folder: string) => Promise<void>} fill
 */
async function cached(name, message, fill) {
  const folder = join(cache, name);
  if (existsSync(folder)) {
    return folder;
  }
  console.log(message);
  const half = `${folder}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  // A package.json of its own keeps npm from climbing up to the project's.
  writeFileSync(join(half, 'package.json'), '{ "private": true }\n');
  await fill(half);
  if (existsSync(folder)) {
    rmSync(half, { recursive: true, force: true }); // Another run was faster.
  } else {
    renameSync(half, folder);
  }
  return folder;
}

/**
 * The Node binary for a release: this one, or one from npm if the release needs a newer Node.
 *
 * @param {Release} release
 */
async function ensureNode(release) {
  const own = Number(process.versions.node.split('.')[0]);
  if (release.node === undefined || own >= release.node) {
    return process.execPath;
  }
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = await cached(
    `node-${release.node}`,
    `Installing Node ${release.node} from npm ...`,
    (half) => npmInstall(half, [`${name}@${release.node}`]),
  );
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * Gives the VS Code server its `rg`, which the post-install of its package would download. Without it
 * `workspace.findFiles` and activation by `workspaceContains` fail.
 *
 * @param {string} code the folder of VS Code in the package
 */
async function ensureRipgrep(code) {
  const file = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const target = join(code, 'node_modules', '@vscode', 'ripgrep', 'bin');
  if (existsSync(join(target, file)) || !existsSync(join(code, 'node_modules', '@vscode', 'ripgrep'))) {
    return;
  }
  const name = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  const folder = await cached('ripgrep', 'Installing ripgrep from npm ...', (half) =>
    npmInstall(half, [name]),
  );
  mkdirSync(target, { recursive: true });
  copyFileSync(join(folder, 'node_modules', name, 'bin', file), join(target, file));
  chmodSync(join(target, file), 0o755);
}

/**
 * Puts JavaScript in the place of two native modules that the package carries without their binaries:
 * the logger (output channels stay empty without it) and the watchdog, which ends the extension host of a
 * server that died; here both end together anyway.
 *
 * @param {string} code the folder of VS Code in the package
 */
function replaceNativeModules(code) {
  const logger = join(code, 'node_modules', '@vscode', 'spdlog');
  if (existsSync(logger)) {
    copyFileSync(join(root, 'scripts', 'lib', 'spdlog.cjs'), join(logger, 'index.js'));
  }
  const watchdog = join(code, 'node_modules', 'native-watchdog', 'build', 'Release');
  mkdirSync(watchdog, { recursive: true });
  writeFileSync(join(watchdog, 'watchdog.js'), 'exports.start = () => {};\nexports.exit = process.exit;\n');
}

/**
 * Makes sure that a VS Code server is in the cache; the first time takes about half a minute and 300 MB
 * (`old`) or 800 MB (`current`).
 *
 * @param {Release} release
 * @returns {Promise<{ release: Release, node: string, main: string }>} the Node to run it with, its entry
 * @throws {Error} with what npm said, if the packages cannot be had
 */
export async function ensureVSCodeServer(release = releases.old) {
  const node = await ensureNode(release);
  const inner = join('node_modules', 'code-server', 'lib', 'vscode');
  const folder = await cached(
    `vscode-server-${release.vscode}`,
    `Installing the VS Code ${release.vscode} server from npm (once, about half a minute) ...`,
    async (half) => {
      await npmInstall(half, [`code-server@${release.package}`]);
      const code = join(half, inner);
      await npmInstall(code, []);
      await ensureRipgrep(code);
      replaceNativeModules(code);
      // VS Code looks for packages of its own in the archive that desktop builds make of them.
      if (!existsSync(join(code, 'node_modules.asar'))) {
        symlinkSync(
          process.platform === 'win32' ? join(code, 'node_modules') : 'node_modules',
          join(code, 'node_modules.asar'),
          'junction',
        );
      }
    },
  );
  return { release, node, main: join(folder, inner, 'out', 'server-main.js') };
}

/** A free port of this machine, as the system gives it out. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * A running VS Code server.
 *
 * @typedef {object} RunningServer
 * @property {string} authority `127.0.0.1:<port>`; also the authority of `vscode-remote` addresses
 * @property {string} url the page that shows the folder
 * @property {string} extensions the folder of installed extensions
 * @property {string} settings the file with its settings, which can be changed while it runs
 * @property {string} backups the folder where texts are written down that are not saved
 * @property {() => string} log what the server wrote
 * @property {Promise<void>} ended resolves when the process ends, by itself or not
 * @property {() => void} stop
 */

/**
 * Starts a VS Code server on 127.0.0.1 with folders of its own, so that nothing of an earlier run or of
 * the person's own VS Code comes in, and waits until it answers.
 *
 * @param {object} options
 * @param {{ node: string, main: string }} options.server from {@link ensureVSCodeServer}
 * @param {string} options.folder the folder to show
 * @param {readonly string[]} [options.extensions] `.vsix` files to install before the start
 * @param {Readonly<Record<string, unknown>>} [options.settings] beside {@link calmSettings}
 * @param {boolean} [options.testing] lets tests run inside (`payload` in the address) and leaves out the
 *   token in the address; hides notifications
 * @param {boolean} [options.trust] false: asks whether the folder is trusted, as a new user is asked
 * @param {number} [options.port] default: any free one
 * @param {NodeJS.ProcessEnv} [options.env] added to the environment, also of the extension host
 * @returns {Promise<RunningServer>}
 * @throws {Error} with the server's output, if it does not answer or an extension cannot be installed
 */
export async function startVSCodeServer(options) {
  const data = temporaryFolder('vscode');
  const extensions = join(data, 'extensions');
  const user = join(data, 'user');
  mkdirSync(extensions, { recursive: true });
  mkdirSync(join(user, 'Machine'), { recursive: true });
  writeFileSync(
    join(user, 'Machine', 'settings.json'),
    JSON.stringify({ ...calmSettings, ...options.settings }, undefined, 2),
  );

  const { node, main } = options.server;
  const env = serverEnvironment(options.env);
  const folders = ['--extensions-dir', extensions, '--user-data-dir', user, '--server-data-dir', data];
  const common = [main, '--accept-server-license-terms', ...folders, '--telemetry-level', 'off'];
  for (const extension of options.extensions ?? []) {
    const { code, output } = await run(node, [...common, '--install-extension', extension], {
      env,
      quiet: true,
      timeout: startLimit,
    });
    if (code !== 0 || !output.includes('successfully installed')) {
      throw new Error(`VS Code could not install ${extension}:\n${output.trim()}`);
    }
  }

  const port = options.port ?? (await freePort());
  const authority = `127.0.0.1:${port}`;
  // Whoever reaches the page can run programs. On a machine with other users 127.0.0.1 is no secret; the
  // token in the address is. Tests do without: addresses with a payload are simpler so.
  const token = options.testing ? undefined : randomBytes(16).toString('hex');
  const access = token === undefined ? ['--without-connection-token'] : ['--connection-token', token];
  const { child, end } = launch(
    node,
    [
      ...common,
      ...['--host', '127.0.0.1', '--port', String(port)],
      ...access,
      ...(options.trust === false ? [] : ['--disable-workspace-trust']),
      ...(options.testing ? ['--enable-smoke-test-driver'] : []),
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  const keep = (/** @type {Buffer} */ chunk) => {
    log += chunk;
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise((resolve) => child.on('close', () => resolve(undefined)));

  const limit = Date.now() + startLimit;
  while (!(await answers(authority))) {
    if (child.exitCode !== null || Date.now() > limit) {
      end();
      throw new Error(`The VS Code server did not start:\n${log.trim()}`);
    }
    await delay(100);
  }
  // Always with the folder: the page works without, by the default of the server, but then it has another
  // address for the folder than for the files in it, and shows them as if they lay outside.
  const query = new URLSearchParams({
    ...(token === undefined ? {} : { tkn: token }),
    folder: slashed(options.folder),
  });
  return {
    authority,
    url: `http://${authority}/?${query}`.replaceAll('%2F', '/'), // Easier on the eye, and the same.
    extensions,
    settings: join(user, 'Machine', 'settings.json'),
    backups: join(user, 'User', 'Backups'),
    log: () => log,
    ended,
    stop: end,
  };
}

/**
 * The environment of the server. Variables by which a VS Code or Node around this script would change
 * the new one are left out; an empty gallery stops every request to the outside.
 *
 * @param {NodeJS.ProcessEnv} [added]
 */
function serverEnvironment(added) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (name.startsWith('VSCODE_') || name.startsWith('ELECTRON_') || name === 'NODE_OPTIONS') {
      delete env[name];
    }
  }
  return { ...env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...added };
}

/**
 * The path of a file as it is in an address: with slashes, and one at its beginning.
 *
 * @param {string} file a full file name
 */
export function slashed(file) {
  const path = file.replaceAll('\\', '/');
  return path.startsWith('/') ? path : `/${path}`;
}

/** @param {string} authority */
async function answers(authority) {
  try {
    return (await fetch(`http://${authority}/version`)).ok;
  } catch {
    return false;
  }
}
