import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type * as lsp from 'vscode-languageserver-protocol';
import { type Files, GROWTH_CASES, type GrowthCase } from './growth-cases';
import { REPEATED_TOKENS } from './repeated-tokens';
import { ScanCounter } from './scans';
import { type Work, WorkCounter } from './work';

/** What a text costs: blocks of code that are executed, and what V8 itself reads. */
export interface Costs {
  readonly executed: Work;
  readonly scanned: Work;
}

/** The number of sizes, and the names of the cases. */
const [SIZES = '4', ...NAMES] = process.argv.slice(2);
/** How much larger the texts are than the smallest one. */
const FACTORS = Array.from({ length: Number(SIZES) }, (_, index) => 2 ** index);

/** Opens the first file, and sends the requests of an editor. */
async function requestAll({ files, isFormatted, insertion }: GrowthCase, n: number): Promise<void> {
  const { InProcessServer } = await import('../server');
  const { ROOT } = await import('../../support/workspace');
  const all = files(n);
  const [path = ''] = Object.keys(all);
  const uri = `${ROOT}/${path}`;
  const server = await InProcessServer.start(all);
  const textDocument = { uri };
  await server.open(uri, all[path] ?? '');
  const { client } = server;
  const first = await client.sendRequest<lsp.DocumentDiagnosticReport>('textDocument/diagnostic', {
    textDocument,
  });
  // The first report of a large file contains only the findings that are certain from its text alone.
  const previousResultId = first.resultId;
  await client.sendRequest('textDocument/diagnostic', { textDocument, previousResultId });
  await client.sendRequest('textDocument/documentSymbol', { textDocument });
  await client.sendRequest('textDocument/semanticTokens/full', { textDocument });
  await client.sendRequest('textDocument/codeLens', { textDocument });
  await client.sendRequest('textDocument/foldingRange', { textDocument });
  if (isFormatted)
    await client.sendRequest('textDocument/formatting', {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
  if (insertion) {
    const contentChanges = Array.from({ length: n }, (_, index) => {
      const { text, ...at } = insertion(index);
      return { range: { start: at, end: at }, text };
    });
    await client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges,
    });
    await client.sendRequest('textDocument/documentSymbol', { textDocument });
  }
  await settle();
  await server.stop();
}

/** Runs a command in a new folder with the files. */
async function runCommand(args: readonly string[], files: Files): Promise<void> {
  const { runCommandLine } = await import('../../../server/cli/main');
  const { commandFiles } = await import('../../../server/cli/watched');
  const { openLines } = await import('../../../server/cli/line-input');
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const ignore = () => undefined;
  await runCommandLine(args, {
    out: ignore,
    err: ignore,
    read: async () => new Uint8Array(),
    lines: () => openLines(Readable.from([]), new PassThrough()),
    environment: {},
    isTerminal: false,
    isErrTerminal: false,
    colour: false,
    folder,
    files: commandFiles(),
    closed: new Promise(ignore),
  });
  rmSync(folder, { recursive: true });
}

/** Does what a case measures, with `n` repetitions. */
async function perform(family: GrowthCase, n: number): Promise<void> {
  if (family.perform) family.perform(n);
  else if (family.command) await runCommand(family.command, family.files(n));
  else await requestAll(family, n);
}

/** Waits for work that no request waits for, so that it counts for the text that caused it. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve));
}

async function startAndStop(): Promise<void> {
  const { InProcessServer } = await import('../server');
  const server = await InProcessServer.start();
  await server.ask('textDocument/documentSymbol', { textDocument: { uri: 'file:///ws/none.yaml' } });
  await server.stop();
}

/**
 * Lets time depend on the work alone: slices end, and first reports are cut off, at the same place in each run. Otherwise
 * a slow machine does other work than a fast one, and not the same at each size.
 */
function useCountingClock(): void {
  let milliseconds = 0;
  performance.now = () => {
    milliseconds += 0.1;
    return milliseconds;
  };
}

/** Writes a line for each kind of text: its name, and what it costs by the factors. */
async function main(): Promise<void> {
  useCountingClock();
  const counter = new WorkCounter(basename(process.argv[1] ?? ''));
  const scans = new ScanCounter();
  const take = async (): Promise<Costs> => ({ scanned: scans.take(), executed: await counter.take() });
  scans.start();
  // Loops are only counted in functions that are compiled later.
  await counter.start();
  await startAndStop();
  await take();
  await startAndStop();
  const start = await take();
  for (const [name, family] of Object.entries({ ...GROWTH_CASES, ...REPEATED_TOKENS }).filter(([one]) =>
    NAMES.includes(one),
  )) {
    // Code that runs for the first time fills caches.
    await perform(family, family.n);
    await take();
    const isOfServer = !family.command && !family.perform;
    if (!isOfServer) await perform(family, 1);
    const base = isOfServer ? start : await take();
    const costs: Costs[] = [];
    for (const factor of FACTORS) {
      await perform(family, family.n * factor);
      const { executed, scanned } = await take();
      costs.push({ executed: without(executed, base.executed), scanned: without(scanned, base.scanned) });
    }
    console.log(JSON.stringify([name, costs]));
  }
}

/** The work without that of the start of a server: a constant part would hide the growth of the rest. */
function without(work: Work, start: Work): Work {
  return Object.fromEntries(
    Object.entries(work).map(([name, count]) => [name, Math.max(0, count - (start[name] ?? 0))]),
  );
}

void main();
