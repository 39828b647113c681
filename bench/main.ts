import { writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { hub } from './hub';
import { opening } from './opening';
import { QUICK_LINES, QUICK_ROUNDS, readOptions } from './options';
import { PEER, peerCommand } from './peer';
import { project } from './project';
import { type Goal, goalsTable } from './report';
import { running } from './running';
import type { ServerCommand } from './session';
import { start } from './start';
import { level } from './workloads/level';
import { runWorkloads } from './workloads/run';

export { parseInput } from './parsing';

const STATES_PER_FILE = 20;
/** The sizes at which requests about a state with many uses are measured. */
const HUB_SIZES = [10_000, 50_000];
const MIN_HUB_ROUNDS = 20;
/** The workloads and the size whose memory is measured over many edits, unless others are selected. */
const LEVEL_WORKLOADS = ['memory'];
const LEVEL_LINES = 1_000;

/**
 * Measures the parts that the arguments select, and shows the results.
 *
 * @param modules the `node_modules` with the peer, if it is measured too
 */
export async function main(
  root: string,
  version: string,
  args: readonly string[],
  modules: string | undefined,
): Promise<void> {
  const options = readOptions(args);
  const { part, workloads, sizes, isQuick } = options;
  const rounds = isQuick ? 6 : 30;
  const isWanted = (lines: number) => !isQuick || lines <= QUICK_LINES;
  const server: ServerCommand = { script: join(root, 'dist/server.js'), languageId: 'yaml' };
  const peer = modules === undefined ? undefined : peerCommand(root, modules);
  const measureHub = () =>
    hub(server, HUB_SIZES.filter(isWanted), STATES_PER_FILE, Math.max(rounds, MIN_HUB_ROUNDS));
  const measureLevel = () => {
    const selected = args.includes('--workload')
      ? workloads
      : workloads.filter(({ name }) => LEVEL_WORKLOADS.includes(name));
    return level(server, selected, args.includes('--size') ? (sizes[0] ?? LEVEL_LINES) : LEVEL_LINES);
  };
  const show = ({ text, goals }: { readonly text: string; readonly goals: readonly Goal[] }) =>
    console.log(`${goalsTable(goals)}\n${text}`);

  if (part === 'hub') return show(await measureHub());
  if (part === 'start') return show(await start(server, peer, rounds));
  if (part === 'run') return show(await running(root, rounds));
  if (part === 'level') return show(await measureLevel());
  const ofWorkloads = await runWorkloads(workloads, sizes, server, peer, isQuick);
  if (part === 'workloads') return console.log(`${ofWorkloads.goals}\n${ofWorkloads.details}`);

  const others = [
    { title: 'Start', ...(await start(server, peer, rounds)) },
    { title: 'Opening', ...(await opening(server, STATES_PER_FILE, isWanted)) },
    { title: 'A state that is used everywhere', ...(await measureHub()) },
    { title: 'A large project', ...(await project(server)) },
    { title: 'Running automatas', ...(await running(root, rounds)) },
    ...(isQuick ? [] : [{ title: 'Memory over many edits', ...(await measureLevel()) }]),
  ];
  const text = [
    titleText(
      version,
      isQuick ? QUICK_ROUNDS : rounds,
      isQuick ? ` A quick run: more than ${QUICK_LINES.toLocaleString('en')} lines without the peer.` : '',
    ),
    '## Goals by workload\n',
    ofWorkloads.goals,
    '## Other goals\n',
    goalsTable(others.flatMap(({ goals }) => goals)),
    ...others.flatMap((other) => [`## ${other.title}\n`, other.text]),
    '## Workloads\n',
    `Each cell is a median / 95th percentile with the processor time and the bytes sent for each key. × is how many times faster we are than the peer, ${PEER}, with the JSON Schema that \`atomic-state schema\` writes and the tags of the format. It waits after each key before it computes diagnostics; that is measured as its user sees it. Both servers run at the same time and are measured in turns.\n`,
    ofWorkloads.details,
  ].join('\n');
  console.log(text);
  if (!options.isDry) writeFileSync(join(root, 'bench/RESULTS.md'), `${text.trimEnd()}\n`);
}

function titleText(version: string, rounds: number, extent: string): string {
  const machine = `${type()} ${release()}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
  return `# What things cost\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: atomic-state ${version}, Node ${process.versions.node}, ${machine}.\n\nMilliseconds, medians of ${rounds} rounds or fewer for large files, as a client measures them over the server's standard streams.${extent}\n`;
}
