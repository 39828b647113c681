import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { draws } from '../support/depth';

/** Edits between two measurements, each of which writes names that never occurred before. */
const EDITS = draws(150, 200);
/** The number of measurements after which caches have been filled and emptied once. */
const WARM_UP = 3;
/** The maximum growth of the heap after as many further edits, because caches are filled and emptied in turns. */
const MAX_RATIO = 1.06;

/** Runs in a separate process, in which garbage can be collected on demand. Prints the size of the heap, in bytes. */
const WORK = `
import { completeAt } from './server/features/completion';
import { hoverAt } from './server/features/hover';
import { stateGraph } from './server/features/state-graph';
import { Workspace } from './server/project/workspace';
import { findingsOfFile } from './server/rules/file-findings';
import { Checker } from './server/rules/run';

const workspace = new Workspace();
workspace.setFolders(['file:///ws']);
const checker = new Checker(workspace, () => ({}));
const address = 'file:///ws/main.yaml';
const text = (name) => 'type: automata\\ninitial: a\\ncontext:\\n  ' + name + ': {' + name + ': 1}\\nstates:\\n  a:\\n' +
  '    inputs: {' + name + '_i: {type: text}}\\n    outputs: {' + name + '_o: "{{context.' + name + '.' + name + ' + ' + name + '_i}}"}\\n' +
  '    render: {text: "{{' + name + '_o}}", buttons: [{content: A, on_click: ' + name + '_e}]}\\n' +
  '    transitions: {' + name + '_e: ' + name + '_s}\\n  ' + name + '_s:\\n    transitions: {CHAT: a}\\n';
// Names of one length, so that texts do not differ in size.
const nameOf = (i) => 'n' + String(i).padStart(7, '0');
workspace.openFile(address, 'yaml', text(nameOf(0)));
// Weak references keep read targets until the end of the turn, which ends after each message of a client.
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function edits(from, to) {
  for (let i = from; i < to; i++) {
    const { length } = workspace.document(address).text;
    workspace.editFile(address, (document) => document.edit(0, length, text(nameOf(i))));
    for (let wanted = workspace.drainPending(); wanted.length > 0; wanted = workspace.drainPending())
      workspace.setPaths(wanted.map((one) => [one, { kind: 'missing' }]));
    findingsOfFile(checker, address);
    const offset = workspace.document(address).text.indexOf('_o}}');
    hoverAt(workspace, address, offset);
    completeAt(workspace, address, offset);
    stateGraph(workspace.projectsOf(address)[0]);
    await turn();
  }
}
const heap = async () => {
  for (let i = 0; i < 4; i++) {
    await turn();
    gc();
  }
  return process.memoryUsage().heapUsed;
};
const count = Number(process.argv[2]);
const sizes = [];
let next = 1;
async function run() {
  for (let round = 0; round < 5; round++) {
    await edits(next, next + count);
    next += count;
    sizes.push(await heap());
  }
  console.log(JSON.stringify(sizes));
}
void run();
`;

it('names that no longer occur do not use memory', { timeout: 1_200_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  const outfile = join(folder, 'work.cjs');
  await build({
    stdin: { contents: WORK, resolveDir: join(import.meta.dirname, '../..'), loader: 'js' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    loader: { '.yaml': 'text', '.yml': 'text' },
    logLevel: 'silent',
  });
  // Compiled code and its statistics are on the heap, too.
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--no-opt', outfile, String(EDITS)],
    {
      encoding: 'utf8',
    },
  );
  rmSync(folder, { recursive: true, force: true });
  expect(stderr.slice(0, 500)).toBe('');
  const sizes: number[] = JSON.parse(stdout);
  const before = sizes.slice(0, WARM_UP).at(-1) ?? 0;
  expect((sizes.at(-1) ?? Number.POSITIVE_INFINITY) / before).toBeLessThan(MAX_RATIO);
});
