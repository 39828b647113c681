import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { draws } from '../support/depth';

/** Documents that are opened and closed. */
const DOCUMENTS = draws(150, 200);
/** Folders that are added and removed. */
const FOLDERS = Math.ceil(DOCUMENTS / 50);

/** Runs in a separate process, in which garbage can be collected on demand. Prints the growth of the heap. */
const WORK = `
import { completeAt } from './server/features/completion';
import { hoverAt } from './server/features/hover';
import { Workspace } from './server/project/workspace';
import { findingsOfFile } from './server/rules/file-findings';
import { Checker } from './server/rules/run';

const workspace = new Workspace();
workspace.setFolders(['file:///ws']);
const checker = new Checker(workspace, () => ({}));
// What is on the disk; nothing without one.
const feed = (disk = new Map()) => {
  for (let wanted = workspace.drainPending(); wanted.length > 0; wanted = workspace.drainPending())
    workspace.setPaths(wanted.map((address) => [address, disk.get(address) ?? { kind: 'missing' }]));
};
const filler = '  # ' + 'x'.repeat(20_000) + '\\n';
// Weak references keep read targets until the end of the turn, which ends after each message of a client.
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function round(from, to) {
  for (let i = from; i < to; i++) {
    const ours = i % 2 === 0;
    const address = 'file:///ws/f' + i + '.yaml';
    const text = (ours ? 'type: automata\\ninitial: a\\nstates:\\n  a:\\n    render: {text: "{{context.x}}"}\\n' : 'kind: Other\\n') + filler;
    workspace.openFile(address, 'yaml', text);
    for (let at = 0; at < 5; at++) {
      workspace.editFile(address, (document) => document.edit(at, at, '#\\n'));
      feed();
      findingsOfFile(checker, address);
      hoverAt(workspace, address, at);
      completeAt(workspace, address, document(address));
    }
    workspace.closeFile(address);
    feed();
    await turn();
  }
}
function document(address) {
  return workspace.document(address).text.indexOf('x}') + 1;
}
const MAIN = 'type: automata\\ninitial: s0\\nstates: !include state\\n';
// A project of 40 files: what is at its addresses.
function project(folder) {
  const states = Array.from({ length: 40 }, (_, at) => folder + '/state/s' + at + '.yaml');
  return new Map([
    [folder + '/main.yaml', { kind: 'text', text: MAIN }],
    [folder + '/state', { kind: 'folder', files: states }],
    ...states.map((file, at) => [file, { kind: 'text', text: 's' + at + ':\\n  render: {text: "{{context.x}}"}\\n' + filler }]),
  ]);
}
function check(folder) {
  found += findingsOfFile(checker, folder + '/main.yaml').length + findingsOfFile(checker, folder + '/state/s0.yaml').length;
}
// An editor adds and removes folders with a project.
async function folders(from, to) {
  for (let i = from; i < to; i++) {
    const folder = 'file:///more' + i;
    workspace.setFolders(['file:///ws', folder]);
    workspace.setPaths(project(folder));
    feed();
    check(folder);
    workspace.setFolders(['file:///ws']);
    feed();
    await turn();
  }
}
// An editor opens and closes the main file of a project outside all folders.
async function outside(from, to) {
  for (let i = from; i < to; i++) {
    const folder = 'file:///outside' + i;
    const disk = project(folder);
    workspace.openFile(folder + '/main.yaml', 'yaml', MAIN);
    feed(disk);
    check(folder);
    workspace.closeFile(folder + '/main.yaml');
    feed(disk);
    await turn();
  }
}
let found = 0;
const heap = async () => {
  for (let i = 0; i < 4; i++) {
    await turn();
    gc();
  }
  return process.memoryUsage().heapUsed / 1024;
};
async function run() {
await round(0, 60);
const before = await heap();
await round(60, 60 + Number(process.argv[2]));
const afterDocuments = await heap();
await folders(0, 3);
const beforeFolders = await heap();
await folders(3, 3 + Number(process.argv[3]));
const afterFolders = await heap();
await outside(0, 3);
const beforeOutside = await heap();
await outside(3, 3 + Number(process.argv[3]));
console.log(
  JSON.stringify({
    documents: afterDocuments / before,
    folders: afterFolders / beforeFolders,
    outside: (await heap()) / beforeOutside,
    found,
    texts: ['ws/f60.yaml', 'more3/state/s0.yaml', 'outside3/main.yaml', 'outside3/state/s0.yaml'].filter((path) => workspace.document('file:///' + path) !== undefined),
    projects: [...workspace.allProjects].length,
  }),
);
}
void run();
`;

it('closed files and removed folders do not use memory', { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  const outfile = join(folder, 'work.cjs');
  const root = join(import.meta.dirname, '../..');
  await build({
    stdin: { contents: WORK, resolveDir: root, loader: 'js' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    loader: { '.yaml': 'text', '.yml': 'text' },
    logLevel: 'silent',
  });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    // V8 keeps compiled code of the server, which would be counted too.
    ['--expose-gc', '--no-opt', outfile, String(DOCUMENTS), String(FOLDERS)],
    {
      encoding: 'utf8',
    },
  );
  rmSync(folder, { recursive: true, force: true });
  expect(stderr.slice(0, 500)).toBe('');
  const { documents, folders, outside, found, texts, projects } = JSON.parse(stdout);
  expect({ texts, projects }).toEqual({ texts: [], projects: 0 });
  expect(found).toBeGreaterThan(2 * FOLDERS);
  // Each text has 20 kB, and its tree is larger.
  expect(documents).toBeLessThan(1.1);
  // The texts of a folder are 800 kB.
  expect(folders).toBeLessThan(1.1);
  expect(outside).toBeLessThan(1.1);
});
