import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import type * as lsp from 'vscode-languageserver-protocol/node';
import { parseDocument } from 'yaml';
import { automata, MAIN } from './automata';
import { hub } from './hub';
import { PEER, peerCommand } from './peer';
import { afterLetter, afterLetters, keystroke, longestWait, places } from './questions';
import { brief, type Goal, goalsTable, median, shown, Table } from './report';
import { type Command, Session } from './session';

const SIZES = [100, 1_000, 10_000, 50_000];
/** About as many lines as a thousand states have. */
const THOUSAND_STATES = 16_100;
const STATES_PER_FILE = 20;
/** The size that is held against the goals, and beside the peer. */
const GOAL_SIZE = 10_000;
/** Sizes at which states that are used everywhere are asked about. */
const HUB_SIZES = [10_000, 50_000];
const PEER_SIZES = [1_000, 10_000, 50_000];

/** What is held against the goals, as it is found. */
interface Found {
  start?: number;
  opening?: number;
  wait?: number;
  nameWait?: number;
  memory?: number;
  project?: number;
  peer?: number;
}

/** Runs everything on a server and writes what came out. `modules`: where the peer was installed, if it was. */
export async function main(
  root: string,
  version: string,
  args: readonly string[],
  modules: string | undefined,
): Promise<void> {
  const isQuick = args.includes('--quick');
  const rounds = isQuick ? 6 : 30;
  const isWanted = (lines: number) => !isQuick || lines <= GOAL_SIZE;
  const server: Command = { script: join(root, 'dist/server.js'), languageId: 'yaml' };
  const found: Found = {};
  const askedOfHub = () => hub(server, HUB_SIZES.filter(isWanted), STATES_PER_FILE, Math.max(rounds, 20));
  if (args.includes('--hub')) {
    const { text, goals } = await askedOfHub();
    console.log(`${goalsTable(goals)}\n${text}`);
    return;
  }
  const parts = ['## Start\n', await start(server, rounds, found)];
  for (const perFile of [undefined, STATES_PER_FILE]) {
    const where = perFile === undefined ? 'In one file' : `In files of ${perFile} states`;
    const table = new Table();
    const sizes = perFile === undefined ? [...SIZES, THOUSAND_STATES].sort((a, b) => a - b) : SIZES;
    for (const lines of sizes.filter(isWanted)) await size(server, lines, perFile, rounds, table, found);
    parts.push(`## ${where}\n`, String(table));
  }
  const { text: ofHub, goals: goalsOfHub } = await askedOfHub();
  parts.push('## A state that is used everywhere\n', ofHub);
  parts.push('## A large project\n', await project(server, found));
  if (modules !== undefined)
    parts.push(
      '## Beside a general server for YAML\n',
      await beside(server, peerCommand(root, modules), PEER_SIZES.filter(isWanted), rounds, found),
    );
  const machine = `${type()} ${release()}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
  const title = `# What things cost\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: atomic-state ${version}, Node ${process.versions.node}, ${machine}.\n\nMedian / 95th percentile in milliseconds of ${rounds} runs, fewer of large files, as a client sees them over the server's standard streams. *CPU* is the processor time of the server for each keystroke, *bytes* what it sent. Memory is the most that the process has held.\n`;
  const text = `${[title, '## Goals\n', goalsTable([...goals(found), ...goalsOfHub]), ...parts].join('\n')}\n`;
  console.log(text);
  if (!args.includes('--dry')) writeFileSync(join(root, 'bench/RESULTS.md'), text);
}

function goals({ start, opening, wait, nameWait, memory, project, peer }: Found): Goal[] {
  const beside = memory !== undefined && peer !== undefined ? memory / peer : undefined;
  const lines = GOAL_SIZE.toLocaleString('en');
  return [
    { goal: 'Start → `initialize` answered, in empty processes', measured: start, most: 1.6, unit: ' ×' },
    {
      goal: `${lines} lines opened → diagnostics, in parses by \`yaml\``,
      measured: opening,
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
      goal: 'The same for a name, which the whole file decides on',
      measured: nameWait,
      most: 30,
      unit: ' ms',
    },
    { goal: `Memory with ${lines} lines open, in that of ${PEER}`, measured: beside, most: 0.5, unit: ' ×' },
    { goal: 'Memory with a project of 2,000 files', measured: project, most: 400, unit: ' MB' },
  ];
}

async function start(server: Command, rounds: number, found: Found): Promise<string> {
  const empty: number[] = [];
  const own: number[] = [];
  const first: number[] = [];
  const { files } = automata(100);
  const text = files.get(MAIN) ?? '';
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    empty.push(performance.now() - begin);
    const from = performance.now();
    const session = await Session.start(server, files);
    own.push(session.startTime);
    await session.open(MAIN, text);
    await session.diagnostics();
    first.push(performance.now() - from);
    await session.stop();
  }
  found.start = median(own) / median(empty);
  const times = (all: readonly number[]) =>
    `${shown(all)}, ${(median(all) / median(empty)).toFixed(2)} times as long`;
  return `An empty Node process: ${shown(empty)}. Until the server has answered \`initialize\`: ${times(own)}. Until it has given the diagnostics of a file of 100 lines: ${times(first)}.\n`;
}

/** Measures one automata, and adds a column. */
async function size(
  server: Command,
  lines: number,
  perFile: number | undefined,
  most: number,
  table: Table,
  found: Found,
): Promise<void> {
  // What takes long is measured less often, or it would take all day.
  const rounds = lines > THOUSAND_STATES ? Math.min(15, most) : most;
  const { files, states } = automata(lines, perFile);
  const chapter = Math.floor(states / 10);
  const first = perFile && Math.floor((chapter * 5) / perFile) * perFile;
  const path = first === undefined ? MAIN : `state/${first}.yaml`;
  const text = files.get(path) ?? '';
  const column = `${lines.toLocaleString('en')} lines, ${states} states`;
  const add = (row: string, cell: string) => table.add(row, column, cell);

  const parsing = median(Array.from({ length: Math.min(3, rounds) }, () => parsingTime([...files.values()])));
  add('parsing all of it with `yaml`', parsing.toFixed(0));
  const openings: number[] = [];
  for (let round = 0; round < Math.min(3, rounds); round++)
    openings.push(await opened(server, files, path, text));
  add(
    'open → diagnostics',
    `${median(openings).toFixed(0)} (${(median(openings) / parsing).toFixed(1)} × parsing)`,
  );
  const wait = await waited(server, files, path, text, 'module_ty');
  add('longest wait of a hover meanwhile: a word of the format', wait.toFixed(0));
  const nameWait = await waited(server, files, path, text, `{{context.answer_${chapter}`);
  add('longest wait of a hover meanwhile: a name', nameWait.toFixed(0));

  const session = await Session.start(server, files);
  await session.settled();
  await session.open(path, text);
  await session.diagnostics();
  const memory = session.usage?.memory ?? 0;
  add('memory once open, MB', memory.toFixed(0));
  if (lines === GOAL_SIZE && perFile === undefined)
    Object.assign(found, { opening: median(openings) / parsing, wait, nameWait, memory });

  // What is done once is not what a keystroke costs.
  for (let round = 0; round < 3; round++) await keystroke(session, 'to question', '1');
  for (const [kind, mark] of places(chapter, path)) {
    const times: number[] = [];
    const before = session.usage?.cpu ?? 0;
    const { bytes } = session;
    for (let round = 0; round < rounds; round++) times.push(...(await keystroke(session, mark, 'x')));
    const strokes = rounds * 2;
    const cpu = ((session.usage?.cpu ?? 0) - before) / strokes;
    const sent = Math.round((session.bytes - bytes) / strokes);
    add(`key in ${kind} → diagnostics`, `${shown(times)} (CPU ${cpu.toFixed(1)}, ${sent} bytes)`);
  }
  for (const [what, method, mark] of afterLetters(chapter))
    add(`key → ${what}`, shown(await afterLetter(session, method, mark, rounds)));
  add('memory at the end, MB', session.usage?.memory.toFixed(0) ?? '');
  await session.stop();
}

/** How long a server that does nothing else takes from a file that is opened to its diagnostics. */
async function opened(
  server: Command,
  files: ReadonlyMap<string, string>,
  path: string,
  text: string,
): Promise<number> {
  const session = await Session.start(server, files);
  await session.settled();
  const begin = performance.now();
  await session.open(path, text);
  await session.diagnostics();
  const time = performance.now() - begin;
  await session.stop();
  return time;
}

async function waited(
  server: Command,
  files: ReadonlyMap<string, string>,
  path: string,
  text: string,
  mark: string,
): Promise<number> {
  const session = await Session.start(server, files);
  await session.settled();
  const longest = await longestWait(session, path, text, mark);
  await session.stop();
  return longest;
}

/** A project of 2,000 files, each with a state of its own or an automata, that is looked through at the start. */
async function project(server: Command, found: Found): Promise<string> {
  const files = new Map<string, string>();
  // Twenty automata of a hundred files each, 50 lines to a file.
  for (let one = 0; one < 20; one++) {
    for (const [path, text] of automata(5_000, 3).files) files.set(`project_${one}/${path}`, text);
  }
  const session = await Session.start(server, files);
  const begin = performance.now();
  const [path = '', text = ''] = [...files].at(-1) ?? [];
  await session.open(path, text);
  const first = await session.diagnostics();
  // Whoever has some reports is answered when there are others.
  const known = new Map<string, string>();
  while (known.size < files.size) {
    const previousResultIds = [...known].map(([uri, value]) => ({ uri, value }));
    const { answer } = await session.ask<lsp.WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds,
    });
    for (const { uri, resultId } of answer.items) known.set(uri, resultId ?? '');
  }
  const time = performance.now() - begin;
  const memory = session.usage?.memory ?? 0;
  found.project = memory;
  await session.stop();
  const lines = [...files.values()].reduce((sum, one) => sum + one.split('\n').length, 0);
  return `${files.size.toLocaleString('en')} files, ${lines.toLocaleString('en')} lines: the diagnostics of the open file after ${first.toFixed(0)}, those of all after ${time.toFixed(0)}. Memory: ${memory.toFixed(0)} MB.\n`;
}

/** The same questions to a server for any YAML, which knows our format by its JSON Schema. */
async function beside(
  own: Command,
  peer: Command,
  sizes: readonly number[],
  rounds: number,
  found: Found,
): Promise<string> {
  const table = new Table();
  for (const lines of sizes) {
    const few = lines > GOAL_SIZE ? Math.min(3, rounds) : Math.min(10, rounds);
    const ours = await answers(own, lines, few);
    const theirs = await answers(peer, lines, few);
    const size = lines.toLocaleString('en');
    for (const [row, value] of ours) {
      const other = theirs.get(row);
      table.add(row, `${size} lines`, brief(value));
      table.add(row, `peer, ${size}`, other === undefined ? 'fails' : brief(other));
      if (other !== undefined) table.add(row, `ratio, ${size}`, brief(value / other));
    }
    if (lines === GOAL_SIZE) found.peer = theirs.get(MEMORY) ?? 0;
  }
  return `The peer is ${PEER} with the JSON Schema that \`atomic-state schema\` writes, and with the tags of the format. It waits a moment after each letter before it sends diagnostics; that is measured as its user sees it. Medians in milliseconds, memory in MB; the ratio is ours to that of the peer.\n\n${table}`;
}

const MEMORY = 'memory';

/** What one server takes for the questions that both answer, in one file. */
async function answers(server: Command, lines: number, rounds: number): Promise<Map<string, number>> {
  const { files, states } = automata(lines);
  const text = files.get(MAIN) ?? '';
  const chapter = Math.floor(states / 10);
  const begin = performance.now();
  const session = await Session.start(server, files);
  const all = new Map([['start', performance.now() - begin]]);
  await session.settled();
  const opening = performance.now();
  await session.open(MAIN, text);
  await session.diagnostics();
  all.set('open → diagnostics', performance.now() - opening);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(...(await keystroke(session, 'to question', 'x')));
  all.set('key → diagnostics', median(times));
  for (const [what, method, mark] of afterLetters(chapter).slice(0, 3))
    all.set(`key → ${what}`, median(await afterLetter(session, method, mark, rounds)));
  const position = session.positionOf('module_ty');
  const hovers: number[] = [];
  try {
    for (let round = 0; round < rounds; round++)
      hovers.push((await session.ask('textDocument/hover', { position })).time);
    all.set('hover', median(hovers));
  } catch (error) {
    // At 50,000 lines the peer runs out of its stack.
    console.error(`${lines} lines: ${String(error)}`);
  }
  all.set(MEMORY, session.usage?.memory ?? 0);
  await session.stop();
  return all;
}

/** How long `yaml` itself takes to parse texts, in a new process that does nothing else, as a file is opened in one. */
function parsingTime(texts: readonly string[]): number {
  const script = 'require(process.argv[1]).parseInput()';
  const { stdout } = spawnSync(process.execPath, ['-e', script, __filename], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  });
  return Number(stdout);
}

/** Parses the texts on the standard input and writes how long it took; what `parsingTime` runs. */
export function parseInput(): void {
  const texts: string[] = JSON.parse(readFileSync(0, 'utf8'));
  const begin = performance.now();
  const customTags = ['!include', '!oneline'].map((tag) => ({ tag, resolve: (value: string) => value }));
  for (const text of texts) parseDocument(text, { customTags });
  process.stdout.write(String(performance.now() - begin));
}
