import { spawnSync } from 'node:child_process';
import { automata, MAIN } from './automata';
import { type Goal, median, medianAndP95 } from './report';
import { type ServerCommand, Session } from './session';

/** Measures the start of the server relative to an empty process. */
export async function start(
  server: ServerCommand,
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
  return { text, goals: [{ goal, measured: median(own) / median(empty), most: 1.6, unit: ' ×' }] };
}
