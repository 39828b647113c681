import { afterAll, expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol';
import { type Files, GROWTH_CASES, type GrowthCase } from './growth/growth-cases';
import { fastestGrowing, totalWork, type Work, WorkCounter } from './growth/work';

/** How much more work a text of twice the size may be. */
const MAX_GROWTH = 2.3;

const FACTORS = [1, 2, 4, 8];

const counter = new WorkCounter();
// Loops are only counted in functions that are compiled later.
await counter.start();
const { ROOT } = await import('../support/workspace');
const { InProcessServer: InnerServer } = await import('./server');
afterAll(() => counter.stop());

/** Opens the first file, and asks what an editor asks at once. */
async function work({ files, isFormatted, insertion }: GrowthCase, n: number): Promise<Work> {
  const all = files(n);
  const [path = ''] = Object.keys(all);
  const uri = `${ROOT}/${path}`;
  const server = await InnerServer.start(all);
  const textDocument = { uri };
  const counted = await counter.count(async () => {
    await server.open(uri, all[path] ?? '');
    const { client } = server;
    const first = await client.sendRequest<lsp.DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument,
    });
    // The first report of a large file has only what its text alone makes certain.
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
      await client.sendNotification(lsp.DidChangeTextDocumentNotification.method, {
        textDocument: { uri, version: 2 },
        contentChanges,
      });
      await client.sendRequest('textDocument/documentSymbol', { textDocument });
    }
  });
  server.stop();
  return counted;
}

function lengthOf(files: Files): number {
  return Object.values(files).reduce((sum, text) => sum + text.length, 0);
}

function ratios(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value / (values[index] ?? value));
}

it.each(Object.entries(GROWTH_CASES))(
  'cost grows as the text grows: %s',
  { timeout: 120_000 },
  async (_, family) => {
    // Once before, as code that runs for the first time computes what it keeps.
    await work(family, family.n);
    const works: Work[] = [];
    for (const factor of FACTORS) works.push(await work(family, family.n * factor));
    const lengths = FACTORS.map((factor) => lengthOf(family.files(family.n * factor)));
    const growth = ratios(works.map(totalWork)).map((ratio, index) => {
      // Indentation makes some texts grow faster than their repetitions.
      return (ratio * 2) / Math.max(2, ratios(lengths)[index] ?? 2);
    });
    const most = family.bound?.growth ?? MAX_GROWTH;
    const [before = new Map(), after = new Map()] = works.slice(-2);
    const isTooSteep = Math.max(...growth) > most;
    expect({ growth, functions: isTooSteep ? fastestGrowing(before, after, most) : [] }).toEqual({
      growth,
      functions: [],
    });
  },
);
