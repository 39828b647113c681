import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { automata } from '../../bench/automata';
import { InProcessServer } from './server';

/** A client that disconnects during computations: their results are not sent, and cause no exceptions. */

const PATH = 'main.state.yaml';
const [CORRECT = ''] = automata(6_000).files.values();
const TEXT = CORRECT.replace('module_type: LLMModule', 'module_type: LLMModul').replace(
  'target: ask_1\n',
  'target: nowhere\n',
);

describe('a client that disconnects', () => {
  it('causes no exception between the first report of a large file and the complete one', async () => {
    const server = await InProcessServer.start({}, { options: { atomicState: {} } });
    const uri = `file:///ws/${PATH}`;
    await server.open(uri, TEXT);
    const first = await server.ask('textDocument/diagnostic', { textDocument: { uri } });
    expect(first).toMatchObject({ items: [{ code: 'invalid-value' }] });
    server.disconnect();
    // An unhandled rejection fails the run.
    await setTimeout(3_000);
    expect(server.thrown).toEqual([]);
  });
});
