import { spawnSync } from 'node:child_process';
import { automata, MAIN } from './automata';
import { PEER } from './peer';
import { type Goal, median, medianAndP95, ResultTable } from './report';
import { type ServerCommand, Session } from './session';

/** Sizes in lines; how many times sooner than from the peer all findings come at least. */
const SIZES: readonly (readonly [lines: number, least: number])[] = [
  [350, 1.5],
  [1_000, 1.2],
  [10_000, 0.8],
];
/** The first findings come at most after this part of the time until all of the peer. */
const FIRST_IN_ALL_OF_PEER = 0.4;
const MAX_PEER_ROUNDS = 5;

/** Measures the start of the server, relative to an empty process and to the peer if there is one. */
export async function start(
  server: ServerCommand,
  peer: ServerCommand | undefined,
  rounds: number,
): Promise<{ readonly text: string; readonly goals: readonly Goal[] }> {
  const empty: number[] = [];
  const own: number[] = [];
  const first: number[] = [];
  const { files } = automata(100);
  const main = files.get(MAIN) ?? '';
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    empty.push(performance.now() - begin);
    const from = performance.now();
    const session = await Session.start(server, files);
    own.push(session.startTime);
    await session.open(MAIN, main);
    await session.diagnostics();
    first.push(performance.now() - from);
    await session.stop();
  }
  const times = (all: readonly number[]) =>
    `${medianAndP95(all)}, ${(median(all) / median(empty)).toFixed(2)} times as long`;
  const text = `An empty Node process: ${medianAndP95(empty)}. Until the server has answered \`initialize\`: ${times(own)}. Until it has reported the diagnostics of a file of 100 lines: ${times(first)}.\n`;
  const goal = 'Start → `initialize` answered, in empty processes';
  const goals: Goal[] = [{ goal, measured: median(own) / median(empty), most: 1.6, unit: ' ×' }];
  if (peer === undefined) return { text, goals };
  const table = new ResultTable();
  for (const [lines, least] of SIZES)
    goals.push(...(await beside(server, peer, lines, least, rounds, table)));
  const about = `From the start of the process to the findings of a quiz, ours and those of ${PEER}, in turns.`;
  return { text: `${text}\n${about}\n\n${table}`, goals };
}

/** The time from the start of both servers to their findings about a file. */
async function beside(
  server: ServerCommand,
  peer: ServerCommand,
  lines: number,
  least: number,
  rounds: number,
  table: ResultTable,
): Promise<readonly Goal[]> {
  const { files } = automata(lines);
  const first: number[] = [];
  const all: number[] = [];
  const ofPeer: number[] = [];
  for (let round = 0; round < Math.min(rounds, MAX_PEER_ROUNDS); round++) {
    const ours = await findingsAfterStart(server, files);
    first.push(ours.first);
    all.push(ours.all);
    ofPeer.push((await findingsAfterStart(peer, files)).all);
  }
  const size = `${lines.toLocaleString('en')} lines`;
  table.add('first findings', size, medianAndP95(first));
  table.add('all findings', size, medianAndP95(all));
  table.add('all findings of the peer', size, medianAndP95(ofPeer));
  return [
    {
      goal: `Start → all findings of ${size}, in the time of the peer`,
      measured: median(all) / median(ofPeer),
      most: 1 / least,
      unit: ' ×',
    },
    {
      goal: `Start → first findings of ${size}, in the time of the peer`,
      measured: median(first) / median(ofPeer),
      most: FIRST_IN_ALL_OF_PEER,
      unit: ' ×',
    },
  ];
}

async function findingsAfterStart(
  server: ServerCommand,
  files: ReadonlyMap<string, string>,
): Promise<{ readonly first: number; readonly all: number }> {
  const begin = performance.now();
  const session = await Session.start(server, files);
  await session.open(MAIN, files.get(MAIN) ?? '');
  await session.diagnostics();
  const first = performance.now() - begin;
  const all = (await session.allDiagnostics()) - begin;
  await session.stop();
  return { first, all };
}
