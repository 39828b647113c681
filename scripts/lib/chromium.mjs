// The browser in which the editor tests show VS Code.

import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureProgram } from './apt.mjs';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** The locations of installed browsers on systems where they are not on the PATH. */
const places = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const base = process.env[variable];
    return base
      ? [
          join(base, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          join(base, 'Chromium', 'Application', 'chrome.exe'),
          join(base, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ]
      : [];
  }),
};

/**
 * The full name of the first of some programs that is on the PATH.
 *
 * @param {readonly string[]} programs names without folder; on Windows the usual endings are tried
 * @returns {string | undefined}
 */
export function onPath(programs) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const program of programs) {
    for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
      for (const ending of endings) {
        const file = join(folder, program + ending);
        try {
          accessSync(file, constants.X_OK);
          return file;
        } catch {
          // Not this one.
        }
      }
    }
  }
  return undefined;
}

/** A Chromium, Chrome or Edge of this machine: the PATH, the usual places. */
function findChromium() {
  const usual = process.platform === 'darwin' || process.platform === 'win32' ? places[process.platform] : [];
  return onPath(names) ?? usual.find((file) => existsSync(file));
}

/**
 * A browser for the tests.
 *
 * @returns {Promise<{ executable: string } | { missing: string }>} `missing` is the reason if there is none
 */
export function ensureChromium() {
  return ensureProgram({
    name: 'Chromium, Chrome or Edge',
    find: findChromium,
    variable: 'ATOMIC_STATE_CHROMIUM',
    packages: ['chromium', 'fonts-dejavu-core'],
    // For emoji and Chinese text in pictures.
    recommended: ['fonts-noto-color-emoji', 'fonts-wqy-microhei'],
  });
}

/** For a machine without a screen, a sandbox or a network. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Pages that a test serves itself have no network address, and could not access a server on this machine.
  '--disable-features=LocalNetworkAccessChecks',
];

/**
 * Starts the browser without a window, with a fresh profile.
 *
 * @param {string} executable from {@link ensureChromium}
 */
export async function launchChromium(executable) {
  // Loaded late: the scripts must start before packages are installed.
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: executable, args: chromiumFlags });
}
