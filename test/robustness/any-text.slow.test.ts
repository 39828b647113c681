import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { draws, IS_EXHAUSTIVE, sample } from '../support/depth';
import { ROOT } from '../support/workspace';
import { aliasBomb, fixtureCases, LARGE, ODD_TEXTS } from './odd-texts';
import { InProcessServer, POSITION_METHODS, protocolPosition } from './server';
import { randomText, textOf } from './texts/small-texts';

/**
 * Each request is answered without exceptions, for any text and cursor. More runs:
 * `ATOMIC_STATE_RUNS=10000 npx vitest run test/robustness/any-text.slow.test.ts`.
 */
const RUNS = draws(6, 10);
/** Without a number of runs, they are always the same. */
const SEED = IS_EXHAUSTIVE ? {} : { seed: 1 };

/** Methods whose name differs from that of their provider. */
const PROVIDERS: Readonly<Record<string, string>> = {
  documentFormattingProvider: 'formatting',
  documentRangeFormattingProvider: 'rangeFormatting',
  documentOnTypeFormattingProvider: 'onTypeFormatting',
};

let server: InProcessServer;
beforeAll(async () => {
  server = await InProcessServer.start();
});
afterAll(() => server.stop());
afterEach(() => {
  expect(server.thrown.splice(0)).toEqual([]);
});

/** Sends all requests at some offsets of a text that is opened as a file with this name. */
async function ask(path: string, text: string, offsets: readonly number[]): Promise<void> {
  const uri = `${ROOT}/${path}`;
  await server.open(uri, text);
  const end = protocolPosition(text, text.length);
  for (const offset of offsets) await server.askEverything(uri, protocolPosition(text, offset), end);
  await server.close(uri);
}

it('every announced request of a document is sent', () => {
  const announced = Object.keys(server.capabilities).filter((name) => name.endsWith('Provider'));
  const methods = [...POSITION_METHODS].map((method) =>
    method.toLowerCase().replace(/^textdocument\/(?:prepare)?/, ''),
  );
  const named = (provider: string) => PROVIDERS[provider] ?? provider.replace(/(?:Range)?Provider$/, '');
  const missing = announced.filter(
    (provider) => !methods.some((method) => method.startsWith(named(provider).toLowerCase())),
  );
  // These are not about a document.
  expect(missing).toEqual(['executeCommandProvider', 'workspaceSymbolProvider']);
});

it('cases of all fixtures, complete and truncated', { timeout: 3_600_000 }, async () => {
  const cases = fixtureCases();
  expect(cases.length).toBeGreaterThan(500);
  const samples = fc.sample(fc.tuple(fc.nat(cases.length - 1), fc.nat(), fc.nat()), {
    numRuns: RUNS,
    ...SEED,
  });
  for (const [index, some, other] of samples) {
    const [what, files] = cases[index] ?? ['', {}];
    const paths = Object.keys(files);
    for (const path of paths) server.disk.set(`${ROOT}/${path}`, files[path] ?? '');
    const path = paths[some % paths.length] ?? '';
    const text = files[path] ?? '';
    const at = other % (text.length + 1);
    await ask(path, text, [at]);
    await ask(path, text.slice(0, at), [at]);
    server.disk.clear();
    if (server.thrown.length > 0) expect.fail(`${what} at ${at} of ${path}\n${server.thrown.join('\n')}`);
  }
});

describe('odd texts', () => {
  it.each(
    sample(
      ODD_TEXTS.map((one, index) => [...one, index] as const),
      3,
    ),
  )('%s', async (_what, text, index) => {
    const path = text.startsWith('{"') ? 'a.automata.json' : 'a.automata.yaml';
    // In the middle and at the end, in turns; both with `ATOMIC_STATE_RUNS`.
    const offsets = [text.length >> 1, text.length];
    await ask(path, text, IS_EXHAUSTIVE ? offsets : [offsets[index % 2] ?? 0]);
  });

  it('random characters', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('utf16le')),
      fc.nat().map((seed) => textOf(randomText(String(seed))).text),
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(200), fc.boolean(), async (text, at, isJson) => {
        await ask(isJson ? 'a.automata.json' : 'a.state.yaml', text, [Math.min(at, text.length)]);
        expect(server.thrown).toEqual([]);
      }),
      { numRuns: Math.ceil(RUNS / 2), ...SEED },
    );
  });
});

/** The ratio of the sizes of the second and the first text. */
const GROWTH = 4;
/** The time limit for any text, in milliseconds. */
const ANYWAY = 500;

describe('large texts take less than quadratic time', () => {
  const size = RUNS > 1000 ? 50_000 : 1000;

  it.each(Object.entries(LARGE))('%s', { timeout: 600_000 }, async (_what, make) => {
    const take = async (text: string) => {
      const start = performance.now();
      await ask(text.startsWith('{"') ? 'a.json' : 'a.yaml', text, [text.length - 3]);
      return performance.now() - start;
    };
    const first = await take(make(size));
    const second = await take(make(size * GROWTH));
    // Quadratic time is an error; short times cannot be measured.
    if (second > ANYWAY) expect(second / first).toBeLessThan(GROWTH ** 2);
  });

  it('aliases of aliases', async () => {
    const text = aliasBomb(60);
    await ask('a.yaml', text, [text.length >> 1]);
  });
});
