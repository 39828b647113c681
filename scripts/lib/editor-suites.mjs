// The suites in a real VS Code: one inside its extension host, and one of a scripted user.

import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { chromiumFlags, ensureChromium, launchChromium } from './chromium.mjs';
import { runInHost } from './in-host.mjs';
import { cache, out, root, screenshots } from './paths.mjs';
import { run, temporaryFolder } from './process.mjs';
import { countsFrom, resultFile } from './result-file.mjs';
import { ensureVSCodeServer, releases, startVSCodeServer } from './vscode-server.mjs';
import { createVsix, extensionFolder } from './vsix.mjs';

/** Time limit of a suite that runs in parallel with others, in milliseconds. Each test has its own limit. */
const suiteLimit = 35 * 60_000;

const linePrefix = '[suite] ';

/** The part of the suite inside the extension host that shows that the extension works in an editor, in half a minute. */
const WALK = '^(?:diagnostics|completion|navigation|names) ';

/** The part of the suites of the scripted user that begins with the packed extension and ends with the state graph. */
const FIRST_MINUTE = 'a user in the first minute ';

/** A fresh copy of the test workspace. */
function copyWorkspace() {
  const folder = join(temporaryFolder('workspace'), 'workspace');
  cpSync(join(root, 'test', 'editor', 'workspace'), folder, { recursive: true });
  return folder;
}

/** Whether a desktop VS Code has a display. */
function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * A desktop VS Code: the one in ATOMIC_STATE_VSCODE, otherwise a downloaded one.
 *
 * @returns {Promise<{ executable: string } | { missing: string }>} `missing` is the reason if there is none
 */
async function ensureDesktop() {
  const named = process.env.ATOMIC_STATE_VSCODE;
  if (named) {
    if (!existsSync(named)) {
      throw new Error(`ATOMIC_STATE_VSCODE names no file: ${named}`); // A mistake, no lack.
    }
    return { executable: named };
  }
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  try {
    return { executable: await downloadAndUnzipVSCode({ cachePath: join(cache, 'desktop') }) };
  } catch (error) {
    return { missing: `VS Code could not be downloaded: ${error instanceof Error ? error.message : error}` };
  }
}

/**
 * Runs the suite inside a desktop VS Code.
 *
 * @param {NodeJS.ProcessEnv} [env] of the extension host
 * @returns {Promise<import('./report.mjs').Counts | string>} the reason if there is none
 */
export async function desktopSuite(env = {}) {
  const desktop = await ensureDesktop();
  if ('missing' in desktop) {
    return desktop.missing;
  }
  const { runTests } = await import('@vscode/test-electron');
  const file = resultFile('desktop');
  const data = temporaryFolder('desktop');
  let reason = '';
  try {
    await runTests({
      vscodeExecutablePath: desktop.executable,
      extensionDevelopmentPath: root,
      extensionTestsPath: join(out, 'test', 'editor', 'host.js'),
      extensionTestsEnv: { ...env, ATOMIC_STATE_TEST_RESULT: file },
      launchArgs: [
        copyWorkspace(),
        '--disable-extensions',
        '--disable-workspace-trust',
        '--skip-welcome',
        `--user-data-dir=${join(data, 'user')}`,
        `--extensions-dir=${join(data, 'extensions')}`,
      ],
    });
  } catch (error) {
    reason = String(error);
  }
  return countsFrom(file, reason);
}

/**
 * Installs the programs that the suites need, before several suites need them at the same time. Missing programs are
 * reported by the suites.
 *
 * @param {readonly ('old' | 'current')[]} versions
 */
export async function prepareEditorSuites(versions) {
  await ensureChromium();
  for (const version of versions) {
    await ensureVSCodeServer(releases[version]).catch(() => undefined);
  }
}

/** @typedef {'walk' | 'inside' | 'web' | 'minute' | 'edits' | 'runs'} EditorPart */

/**
 * The titles of the tests of the parts that are a part of another suite, in the environment of that.
 *
 * @param {EditorPart} part
 * @returns {NodeJS.ProcessEnv}
 */
function chosenTests(part) {
  const only = part === 'walk' ? WALK : part === 'minute' ? FIRST_MINUTE : undefined;
  return only === undefined ? {} : { ATOMIC_STATE_TEST_ONLY: process.env.ATOMIC_STATE_TEST_ONLY ?? only };
}

/** @type {Readonly<Record<EditorPart, { name: string, suite: (env: NodeJS.ProcessEnv) => typeof webSuite }>>} */
const SUITES = {
  walk: { name: 'a walk in', suite: hostSuite },
  inside: { name: 'inside', suite: hostSuite },
  web: { name: 'as web extension in', suite: () => webSuite },
  minute: { name: 'a first minute in', suite: (env) => userSuite('edits', env) },
  edits: { name: 'a user edits in', suite: (env) => userSuite('edits', env) },
  runs: { name: 'a user runs in', suite: (env) => userSuite('runs', env) },
};

/**
 * Runs a suite in each version. Those that cannot be run are reported as skipped.
 *
 * @param {import('./report.mjs').Report} report
 * @param {readonly ('old' | 'current')[]} versions which VS Code servers to test in
 * @param {EditorPart} part `walk` is a part of `inside`, `minute` of `edits`
 * @param {string} [lane]
 */
export async function editorSuite(report, versions, part, lane) {
  const chromium = await ensureChromium();
  const env = chosenTests(part);
  const { name, suite } = SUITES[part];
  if ((part === 'walk' || part === 'inside') && (process.env.ATOMIC_STATE_VSCODE || hasDisplay())) {
    let isRun = false;
    const inDesktop = async () => {
      const result = await desktopSuite(env);
      isRun = typeof result !== 'string';
      return result;
    };
    await report.run(`${name} desktop VS Code`, inDesktop, lane);
    if (isRun) {
      return;
    }
  }
  for (const version of versions) {
    const release = releases[version];
    const installed = async () => {
      if ('missing' in chromium) {
        return chromium.missing;
      }
      let server;
      try {
        server = await ensureVSCodeServer(release);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
      const counts = await suite(env)(server, chromium.executable, lane);
      const only = process.env.ATOMIC_STATE_TEST_ONLY;
      return only && counts.passed + counts.failed === 0 ? `no test has a title like ${only}` : counts;
    };
    await report.run(`${name} VS Code ${release.vscode}`, installed, lane);
  }
}

/**
 * Tests the extension in Node.
 *
 * @param {NodeJS.ProcessEnv} env of the extension host
 * @returns {typeof webSuite}
 */
function hostSuite(env) {
  return (installed, executable, lane) => {
    const file = resultFile(`host-${installed.release.vscode}`);
    const workspace = copyWorkspace();
    return suiteInside('host', {
      installed,
      executable,
      folder: workspace,
      workspace,
      env: { ...env, ATOMIC_STATE_TEST_RESULT: file },
      file,
      lane,
    });
  };
}

/**
 * Tests the extension in the browser, with the test files and with files that only VS Code can read.
 *
 * @param {Awaited<ReturnType<typeof ensureVSCodeServer>>} installed
 * @param {string} executable of the browser
 * @param {string} [lane]
 */
function webSuite(installed, executable, lane) {
  const folder = copyWorkspace();
  const workspace = join(dirname(folder), 'tests.code-workspace');
  // Named as in test/editor/web/index.ts.
  const folders = [{ path: basename(folder) }, { uri: 'memfs:/bot' }];
  writeFileSync(workspace, JSON.stringify({ folders }));
  const file = join(dirname(folder), 'result.json');
  return suiteInside('web', { installed, executable, folder, workspace, file, lane });
}

/**
 * A suite that runs in an extension host.
 *
 * @param {'host' | 'web'} name
 * @param {object} options
 * @param {Awaited<ReturnType<typeof ensureVSCodeServer>>} options.installed
 * @param {string} options.executable of the browser
 * @param {string} options.folder that the server shows
 * @param {string} options.workspace the same, or a file `.code-workspace`
 * @param {NodeJS.ProcessEnv} [options.env] of the extension host
 * @param {string} options.file the file for the counts of the suite
 * @param {string | undefined} options.lane
 */
async function suiteInside(name, { installed, executable, folder, workspace, env = {}, file, lane }) {
  const server = await startVSCodeServer({ server: installed, folder, testing: true, env });
  const browser = await launchChromium(executable);
  mkdirSync(screenshots, { recursive: true });
  try {
    const { reason } = await runInHost({
      browser,
      server,
      workspace,
      extension: root,
      tests: join(out, 'test', 'editor', `${name}.js`),
      asWebExtension: name === 'web',
      limit: suiteLimit,
      linePrefix,
      lane,
      screenshot: join(screenshots, `${name}-suite-stuck.png`),
    });
    return countsFrom(file, reason);
  } finally {
    await browser.close();
    server.stop();
  }
}

/** @type {Promise<string> | undefined} */
let packed;

/** The extension as users install it. It is packed once. */
function packedExtension() {
  packed ??= createVsix(join(out, 'test', 'atomic-state.vsix'));
  return packed;
}

/**
 * The suite of the scripted user, in two parts that can run at the same time.
 *
 * @param {'edits' | 'runs'} part named as in test/editor/user/index.ts
 * @param {NodeJS.ProcessEnv} env of the suite
 * @returns {typeof webSuite}
 */
function userSuite(part, env) {
  return (installed, executable, lane) => userPart(part, env, installed, executable, lane);
}

/**
 * @param {'edits' | 'runs'} part
 * @param {NodeJS.ProcessEnv} env of the suite
 * @param {Awaited<ReturnType<typeof ensureVSCodeServer>>} installed
 * @param {string} executable of the browser
 * @param {string} [lane]
 */
async function userPart(part, env, installed, executable, lane) {
  const name = `${installed.release.vscode}-${part}`;
  const file = resultFile(`user-${name}`);
  const workspace = copyWorkspace();
  cpSync(join(root, 'examples', 'trivia'), join(workspace, 'trivia'), { recursive: true });
  // As for a user: with the packed extension and notifications, without a test driver.
  const extensions = [await packedExtension()];
  const server = await startVSCodeServer({ server: installed, folder: workspace, extensions });
  const restricted = await startVSCodeServer({
    server: installed,
    folder: workspace,
    extensions,
    trust: false,
  });
  try {
    const { code } = await run(process.execPath, [join(out, 'test', 'editor', 'user.js')], {
      cwd: root,
      lane,
      timeout: suiteLimit,
      env: {
        ...process.env,
        ...env,
        ATOMIC_STATE_TEST_PART: part,
        ATOMIC_STATE_TEST_RESULT: file,
        ATOMIC_STATE_TEST_URL: server.url,
        ATOMIC_STATE_TEST_RESTRICTED_URL: restricted.url,
        ATOMIC_STATE_TEST_SETTINGS: server.settings,
        ATOMIC_STATE_TEST_WORKSPACE: workspace,
        ATOMIC_STATE_TEST_BACKUPS: server.backups,
        ATOMIC_STATE_TEST_SERVER: join(server.extensions, extensionFolder, 'dist', 'server.js'),
        ATOMIC_STATE_TEST_CHROMIUM: executable,
        ATOMIC_STATE_TEST_CHROMIUM_FLAGS: chromiumFlags.join(' '),
        ATOMIC_STATE_TEST_SCREENSHOTS: join(screenshots, name),
      },
    });
    return countsFrom(file, `exit code ${code}`);
  } finally {
    server.stop();
    restricted.stop();
  }
}
