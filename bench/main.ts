import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import type * as lsp from 'vscode-languageserver-protocol/node';
import { parseDocument } from 'yaml';
import { automata, MAIN, stateName } from './automata';
import { type Command, Session } from './session';

/** What was measured, in the order in which it is shown: rows by name, each with a cell per size. */
type Table = Map<string, string[]>;

const SIZES = [100, 1_000, 10_000, 50_000];
const STATES_PER_FILE = 20;

/** Runs everything on a server and writes what came out. */
export async function main(root: string, version: string, args: readonly string[]): Promise<void> {
  const rounds = args.includes('--quick') ? 8 : 40;
  const script = join(root, 'dist/server.js');
  const server: Command = { script, languageId: 'yaml' };
  const title = `# What things cost\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: atomic-state ${version}, Node ${process.versions.node}, ${type()} ${release()}, ${cpus().length} × ${cpus()[0]?.model.trim()}.\n\nMedian / 95th percentile of ${rounds} runs in milliseconds, as a client sees them over the server's standard streams. *CPU* is the processor time of the server for each keystroke, *bytes* what it sent.\n`;
  const parts = [title, '## Start\n', await start(server, rounds)];
  for (const perFile of [undefined, STATES_PER_FILE]) {
    const where = perFile === undefined ? 'In one file' : `In files of ${perFile} states`;
    const table: Table = new Map();
    for (const lines of SIZES) await size(server, lines, perFile, rounds, table);
    parts.push(`## ${where}\n`, written(table));
  }
  const text = `${parts.join('\n')}\n`;
  console.log(text);
  if (!args.includes('--dry')) writeFileSync(join(root, 'bench/RESULTS.md'), text);
}

async function start(server: Command, rounds: number): Promise<string> {
  const empty: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    empty.push(performance.now() - begin);
    const session = await Session.start(server, new Map());
    own.push(session.startTime);
    await session.stop();
  }
  const ratio = (quantile(own, 0.5) / quantile(empty, 0.5)).toFixed(2);
  return `An empty Node process: ${shown(empty)}. Until the server has answered \`initialize\`: ${shown(own)}, ${ratio} times as long.\n`;
}

/** Measures one automata, and adds a column. */
async function size(
  server: Command,
  lines: number,
  perFile: number | undefined,
  rounds: number,
  table: Table,
): Promise<void> {
  const generated = automata(lines, perFile);
  const chapter = Math.floor(generated.states / 10);
  const first = perFile && Math.floor((chapter * 5) / perFile) * perFile;
  const path = first === undefined ? MAIN : `state/${first}.yaml`;
  const text = generated.files.get(path) ?? '';
  const add = (row: string, cell: string) => {
    table.set(row, [...(table.get(row) ?? []), cell]);
    console.error(`${row}: ${cell}`);
  };
  add('', `${lines} lines, ${generated.states} states`);

  const begin = performance.now();
  for (const one of generated.files.values()) parseDocument(one, { customTags: [TAG] });
  const parsing = performance.now() - begin;
  const session = await Session.start(server, generated.files);
  await session.open(path, text);
  const opening = await session.diagnostics();
  add('parsing all of it with `yaml`', parsing.toFixed(0));
  add('open → diagnostics', opening.toFixed(0));

  // What is done once is not what a keystroke costs.
  for (let round = 0; round < 3; round++) await keystroke(session, 'to question', '1');
  for (const [kind, mark] of places(chapter, perFile === undefined)) {
    const times: number[] = [];
    const before = session.usage?.cpu ?? 0;
    const { bytes } = session;
    for (let round = 0; round < rounds; round++) times.push(...(await keystroke(session, mark, 'x')));
    const strokes = rounds * 2;
    const cpu = ((session.usage?.cpu ?? 0) - before) / strokes;
    const sent = Math.round((session.bytes - bytes) / strokes);
    add(`key in ${kind} → diagnostics`, `${shown(times)} (CPU ${cpu.toFixed(1)}, ${sent} bytes)`);
  }
  const afterwards: readonly (readonly [string, string, string])[] = [
    ['completion of a target', 'textDocument/completion', `target: ask_${chapter}`],
    ['completion in an expression', 'textDocument/completion', `context.answer_${chapter}: '{{`],
    ['outline', 'textDocument/documentSymbol', `to question ${chapter}`],
    ['colours', 'textDocument/semanticTokens/full', `to question ${chapter}`],
    ['lenses', 'textDocument/codeLens', `to question ${chapter}`],
  ];
  for (const [what, method, mark] of afterwards) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const position = await session.type(mark, 'x');
      const more = method.endsWith('completion') ? { position } : {};
      times.push((await session.ask(method, more)).time);
      await session.erase(mark, 1);
    }
    add(`key → ${what}`, shown(times));
  }
  await hub(session, generated.hub, rounds, add);
  add('memory, MB', session.usage?.memory.toFixed(0) ?? '');
  await session.stop();
}

/** The time that the diagnostics take after a letter, and after it is taken away. */
async function keystroke(session: Session, mark: string, letter: string): Promise<number[]> {
  await session.type(mark, letter);
  const typed = await session.diagnostics();
  await session.erase(mark, letter.length);
  return [typed, await session.diagnostics()];
}

function places(chapter: number, isOne: boolean): readonly (readonly [string, string])[] {
  return [
    ['a text', `to question ${chapter}`],
    ['an expression', `context.answer_${chapter}.includes`],
    ['an output', `context.answer_${chapter}: '{{verdict`],
    ['a target', `target: ask_${chapter}`],
    ['a button', `on_click: next_${chapter}`],
    ["a state's name", `\n${isOne ? '  ' : ''}${stateName(chapter * 5 + 2)}`],
  ];
}

/** Questions about a state that many lead to, beside the same question where there is nothing. */
async function hub(
  session: Session,
  name: string,
  rounds: number,
  add: (row: string, cell: string) => void,
): Promise<void> {
  const position = session.positionOf(`CHAT: ${name.slice(0, 2)}`);
  const nowhere: lsp.Position = { line: 0, character: 0 };
  const questions: readonly (readonly [string, string, object])[] = [
    ['hover', 'textDocument/hover', {}],
    ['definition', 'textDocument/definition', {}],
    ['references', 'textDocument/references', { context: { includeDeclaration: true } }],
    ['rename', 'textDocument/rename', { newName: 'entrance' }],
  ];
  for (const [what, method, more] of questions) {
    const nothing: number[] = [];
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < Math.min(rounds, 15); round++) {
      nothing.push((await session.ask('textDocument/hover', { position: nowhere })).time);
      const { answer, time } = await session.ask<unknown>(method, { position, ...more });
      times.push(time);
      found = Array.isArray(answer) ? answer.length : found;
    }
    const uses = what === 'references' ? `, ${found} found` : '';
    const ratio = (quantile(times, 0.5) / quantile(nothing, 0.5)).toFixed(1);
    add(`${what} of a state used everywhere`, `${shown(times)} (${ratio} × nothing${uses})`);
  }
}

function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function shown(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`;
}

function written(table: Table): string {
  const lines = [...table].map(([row, cells]) => `| ${[row, ...cells].join(' | ')} |`);
  const [head = '', ...rest] = lines;
  const rule = `|${'---|'.repeat(SIZES.length + 1)}`;
  return `${[head, rule, ...rest].join('\n')}\n`;
}

const TAG = { tag: '!include', resolve: (value: string) => value };
