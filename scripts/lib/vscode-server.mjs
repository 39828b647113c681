// VS Code without a desktop: its server from the npm package `code-server`, shown in a browser. Used by `npm start` if
// there is no desktop editor, by the editor tests, and for pictures.
//
// Only VS Code itself is used, without the wrapper of the package and its post-install script (which compiles and
// downloads). Everything comes from the npm registry.

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
 * A VS Code server from npm.
 *
 * @typedef {object} Release
 * @property {string} vscode the version of VS Code
 * @property {string} package the version of `code-server` that contains it
 * @property {number | undefined} node the required major version of Node, if it differs from that of this project
 */

/** @type {Readonly<Record<'old' | 'current', Release>>} */
export const releases = {
  old: { vscode: '1.100.3', package: '4.100.3', node: undefined },
  current: { vscode: '1.139.1', package: '4.139.1', node: 24 },
};

/** Time limit until a started server answers, in milliseconds. */
const startLimit = 30_000;

/** Settings of every server: as on a desktop, without the questions and offers of a first start. */
const calmSettings = {
  'files.autoSave': 'off', // In a browser VS Code would save every change by itself.
  'workbench.startupEditor': 'none',
  'git.openRepositoryInParentFolders': 'never',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
};

const npmFlags = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs packages into a folder of the cache, or throws with the output of npm.
 *
 * @param {string} folder
 * @param {readonly string[]} packages if empty, those of the folder's package.json
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
 * Fills a folder of the cache once. The content is written to another folder and moved at the end, so that an
 * interrupted run leaves no incomplete folder.
 *
 * @param {string} name of the folder in the cache
 * @param {string} message printed before the work
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
  // With its own package.json, npm does not use that of the project.
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
 * The Node binary for a release: the running one, or one from npm if the release needs a newer Node.
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
 * Installs `rg` for the VS Code server, which the post-install script of its package would download. Without it,
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
 * Replaces two native modules, whose binaries are not in the package, by JavaScript: the logger (without it, output
 * channels remain empty) and the watchdog, which ends the extension host of a crashed server; here both end together.
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
 * Ensures that a VS Code server is in the cache. The first installation takes about half a minute and 300 MB (`old`) or
 * 800 MB (`current`).
 *
 * @param {Release} release
 * @returns {Promise<{ release: Release, node: string, main: string }>} the Node binary, and the main script
 * @throws {Error} with the output of npm, if the packages cannot be installed
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
      // VS Code looks for its packages in an archive, as in desktop builds.
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

/** A free port of this machine. */
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
 * @property {string} backups the folder with backups of unsaved texts
 * @property {() => string} log the output of the server
 * @property {Promise<void>} ended resolves when the process ends, by itself or not
 * @property {() => void} stop
 */

/**
 * Starts a VS Code server on 127.0.0.1 and waits until it answers. It has its own folders, so that it is independent of
 * earlier runs and of the user's VS Code.
 *
 * @param {object} options
 * @param {{ node: string, main: string }} options.server from {@link ensureVSCodeServer}
 * @param {string} options.folder the folder to show
 * @param {readonly string[]} [options.extensions] `.vsix` files to install before the start
 * @param {Readonly<Record<string, unknown>>} [options.settings] in addition to {@link calmSettings}
 * @param {boolean} [options.testing] allows tests to run inside (`payload` in the address), without a token in the
 *   address; hides notifications
 * @param {boolean} [options.trust] false: VS Code asks whether the folder is trusted, as for a new user
 * @param {number} [options.port] default: a free port
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
  // The page can run programs, and other users of the machine can access 127.0.0.1, so the address contains a secret
  // token. Tests do not use it: addresses with a payload are simpler without.
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
  // Always with the folder: without it, the page would use another address for the folder than for the files in it, and
  // show them as if they were outside.
  const query = new URLSearchParams({
    ...(token === undefined ? {} : { tkn: token }),
    folder: slashed(options.folder),
  });
  return {
    authority,
    url: `http://${authority}/?${query}`.replaceAll('%2F', '/'), // Equivalent, and easier to read.
    extensions,
    settings: join(user, 'Machine', 'settings.json'),
    backups: join(user, 'User', 'Backups'),
    log: () => log,
    ended,
    stop: end,
  };
}

/**
 * The environment of the server. Variables of an enclosing VS Code or Node that would affect it are removed; an empty
 * gallery prevents all requests to the network.
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
 * The path of a file in an address: with slashes, and a leading one.
 *
 * @param {string} file an absolute path
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
