import { automata, MAIN } from './automata';
import { parsingTime } from './parsing';
import { type Goal, median, ResultTable } from './report';
import { type ServerCommand, Session } from './session';

/** Measures the opening of an automata relative to parsing it, and how long other requests wait meanwhile. */

const SIZES = [100, 1_000, 10_000, 50_000];
/** The size that is compared with the goals. */
const GOAL_SIZE = 10_000;
const ROUNDS = 3;

export async function opening(
  server: ServerCommand,
  statesPerFile: number,
  isWanted: (lines: number) => boolean,
): Promise<{ readonly text: string; readonly goals: readonly Goal[] }> {
  const table = new ResultTable();
  let goals: readonly Goal[] = [];
  for (const perFile of [undefined, statesPerFile]) {
    for (const lines of SIZES.filter(isWanted)) {
      const found = await oneSize(server, lines, perFile, table);
      if (lines === GOAL_SIZE && perFile === undefined) goals = found;
    }
  }
  const text = `A quiz in one file, and in files of ${statesPerFile} states: medians of ${ROUNDS} servers, each of which opens one file.\n\n${table}`;
  return { text, goals };
}

async function oneSize(
  server: ServerCommand,
  lines: number,
  perFile: number | undefined,
  table: ResultTable,
): Promise<readonly Goal[]> {
  const { files, states } = automata(lines, perFile);
  const chapter = Math.floor(states / 10);
  const first = perFile && Math.floor((chapter * 5) / perFile) * perFile;
  const path = first === undefined ? MAIN : `state/${first}.yaml`;
  const size = lines.toLocaleString('en');
  const column = `${size} lines${perFile === undefined ? '' : ' in files'}`;

  const texts = [...files.values()];
  const parsing = median(Array.from({ length: ROUNDS }, () => parsingTime(texts)));
  table.add('parsing all of it with `yaml`', column, parsing.toFixed(0));
  const openings: Opened[] = [];
  for (let round = 0; round < ROUNDS; round++) openings.push(await opened(server, files, path));
  const time = median(openings.map((one) => one.time));
  const parses = `${(time / parsing).toFixed(1)} × parsing`;
  table.add('open → first report', column, `${time.toFixed(0)} (${parses})`);
  const wait = (await opened(server, files, path, 'module_ty')).longestWait;
  table.add('longest wait of a hover meanwhile: a word of the format', column, wait.toFixed(0));
  const nameWait = (await opened(server, files, path, `{{context.answer_${chapter}`)).longestWait;
  table.add('longest wait of a hover meanwhile: a name', column, nameWait.toFixed(0));
  const memory = median(openings.map((one) => one.memory));
  table.add('memory once open, MB', column, memory.toFixed(0));
  return [
    {
      goal: `${size} lines opened → first report, in parses by \`yaml\``,
      measured: time / parsing,
      most: 1.3,
      unit: ' ×',
    },
    {
      goal: 'Longest wait of a hover meanwhile, for a word of the format',
      measured: wait,
      most: 30,
      unit: ' ms',
    },
    {
      goal: 'Longest wait of a hover meanwhile, for a name that depends on the whole file',
      measured: nameWait,
      most: 30,
      unit: ' ms',
    },
  ];
}

interface Opened {
  readonly time: number;
  readonly longestWait: number;
  readonly memory: number;
}

/** Opens a file in a new server. With `mark`, requests hovers after it until the diagnostics arrive. */
async function opened(
  server: ServerCommand,
  files: ReadonlyMap<string, string>,
  path: string,
  mark?: string,
): Promise<Opened> {
  const session = await Session.start(server, files);
  await session.settled();
  const begin = performance.now();
  await session.open(path, files.get(path) ?? '');
  let isDone = mark === undefined;
  const diagnostics = session.diagnostics().finally(() => {
    isDone = true;
  });
  const position = mark === undefined ? undefined : session.positionOf(mark);
  let longestWait = 0;
  while (!isDone)
    longestWait = Math.max(longestWait, (await session.ask('textDocument/hover', { position })).time);
  await diagnostics;
  const time = performance.now() - begin;
  const memory = session.usage?.memory ?? 0;
  await session.stop();
  return { time, longestWait, memory };
}
