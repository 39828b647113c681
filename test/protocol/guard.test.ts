import { describe, expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver';
import { Cell, engine, Inputs } from '../../server/engine/engine';
import { normalize } from '../../server/project/files/paths';
import { guard, guardNotification } from '../../server/protocol/guard';
import type { LifecyclePhase } from '../../server/protocol/lifecycle';

/** The guard: outdated answers, and exceptions. */

const ADDRESS = 'file:///ws/a.yaml';

function setUp(phase: LifecyclePhase = 'running') {
  const log: string[] = [];
  const server = {
    connection: { console: { error: (message: string) => void log.push(message) } },
    phase,
    version: 1 as number | null,
    versionOf: (address: string) => (address === ADDRESS ? server.version : null),
  };
  const source = new lsp.CancellationTokenSource();
  return { server, log, source, token: source.token };
}

const position = { line: 0, character: 0 };
const textDocument = { uri: ADDRESS };

/** Requests about places, and those about a whole text. */
const PLACES: readonly object[] = [
  { textDocument, position },
  { textDocument, positions: [position] },
  { textDocument, range: { start: position, end: position } },
];
const WHOLE: readonly object[] = [
  { textDocument },
  { query: '' },
  { textDocument: { uri: 'file:///b' }, position },
];

describe('an answer after an edit', () => {
  const moments = ['before the handler', 'while the handler waits', 'with the last wait'] as const;

  it.each(moments)('is `ContentModified` for a request about a position: %s', async (moment) => {
    for (const [params, isStale] of [
      ...PLACES.map((one) => [one, true] as const),
      ...WHOLE.map((one) => [one, false] as const),
    ]) {
      const { server, token, log } = setUp();
      const edit = () => {
        server.version = 2;
      };
      const handler = guard<object, string>(server, 'it', 'empty', async () => {
        await Promise.resolve();
        if (moment === 'while the handler waits') edit();
        await Promise.resolve();
        if (moment === 'with the last wait') edit();
        return 'answer';
      });
      const answer = handler(params, token);
      if (moment === 'before the handler') edit();
      const found = await answer;
      if (isStale) expect(found).toMatchObject({ code: lsp.LSPErrorCodes.ContentModified });
      else expect(found).toBe('answer');
      expect(log).toEqual([]);
    }
  });

  it('is `ContentModified` if the document was closed', async () => {
    const { server, token } = setUp();
    const answer = guard<object, string>(server, 'it', 'empty', () => 'answer')(PLACES[0] ?? {}, token);
    server.version = null;
    expect(await answer).toMatchObject({ code: lsp.LSPErrorCodes.ContentModified });
  });

  it('is `RequestCancelled` if the request was cancelled', async () => {
    for (const when of ['before', 'within'] as const) {
      const { server, source, token } = setUp();
      let calls = 0;
      const answer = guard<object, string>(server, 'it', 'empty', async () => {
        calls++;
        source.cancel();
        return 'answer';
      })({ textDocument }, token);
      if (when === 'before') source.cancel();
      expect(await answer).toMatchObject({ code: lsp.LSPErrorCodes.RequestCancelled });
      expect(calls).toBe(when === 'before' ? 0 : 1);
    }
  });
});

const THROWN: readonly unknown[] = [new Error('broken'), 'broken', undefined, null, { a: 1 }];

describe('an exception of a handler', () => {
  it('becomes one entry in the log, and an empty answer', async () => {
    for (const what of THROWN) {
      const broken = [
        () => {
          throw what;
        },
        () => Promise.reject(what),
      ];
      for (const handler of broken) {
        const { server, log, token } = setUp();
        expect(await guard<object, string>(server, 'it', 'empty', handler)({}, token)).toBe('empty');
        await guardNotification<object>(server, 'that', handler)({});
        expect(log).toEqual([expect.stringMatching(/^it: ./), expect.stringMatching(/^that: ./)]);
      }
    }
  });

  it('cannot occur before `initialize` or after `shutdown`, when no handler is called', async () => {
    for (const phase of ['new', 'ended'] as const) {
      const { server, log, token } = setUp(phase);
      const broken = () => {
        throw new Error('called');
      };
      const answer = await guard<object, string>(server, 'it', 'empty', broken)({}, token);
      expect(answer).toMatchObject({
        code: phase === 'new' ? lsp.ErrorCodes.ServerNotInitialized : lsp.ErrorCodes.InvalidRequest,
      });
      await guardNotification<object>(server, 'that', broken)({});
      expect(log).toEqual([]);
    }
  });
});

describe('an answer that depends on a pending file', () => {
  /** A server whose file is read after some rounds, in each of which a file refers to the next one. */
  function unread(rounds: number) {
    const cell = new Cell(new Inputs(), 'a file');
    cell.isPending = true;
    let loads = 0;
    const load = async () => {
      loads++;
      if (loads >= rounds) engine.setPending(cell, false);
      return new Set([normalize(rounds === Number.POSITIVE_INFINITY ? ADDRESS : `file:///ws/${loads}.yaml`)]);
    };
    const loadEverything = async () => undefined;
    const { server, token } = setUp();
    return {
      server: {
        ...server,
        fileLoader: {
          load,
          loadEverything,
          automataFound: () => undefined,
          configurationFound: () => undefined,
        },
      },
      token,
      cell,
      loads: () => loads,
    };
  }

  it.each([2, 30])('waits until the file is read, in %s rounds', async (rounds) => {
    const { server, token, cell, loads } = unread(rounds);
    const ask = guard<object, string>(server, 'it', 'empty', () => {
      engine.read(cell);
      return cell.isPending ? 'half' : 'whole';
    });
    expect(await ask({ textDocument }, token)).toBe('whole');
    expect(loads()).toBe(rounds);
  });

  it('is provisional if the provisional answer does not depend on the file', async () => {
    const { server, token, cell, loads } = unread(2);
    const handler = () => {
      engine.read(cell);
      return 'whole';
    };
    const early = guard<object, string>(server, 'it', 'empty', handler, {
      provisional: () => ({ answer: 'a word' }),
    });
    expect(await early({ textDocument }, token)).toBe('a word');
    expect(loads()).toBe(0);
    const dependent = guard<object, string>(server, 'it', 'empty', handler, {
      provisional: () => ({ answer: handler() }),
    });
    expect(await dependent({ textDocument }, token)).toBe('whole');
    expect(loads()).toBe(2);
  });

  it('is sent as it is if the file cannot be read', async () => {
    const { server, token, cell, loads } = unread(Number.POSITIVE_INFINITY);
    const ask = guard<object, string>(server, 'it', 'empty', () => {
      engine.read(cell);
      return 'half';
    });
    expect(await ask({ textDocument }, token)).toBe('half');
    expect(loads()).toBeLessThan(10);
  });
});
