import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { automata } from '../../bench/automata';
import { InProcessServer } from './server';

/** A client that disconnects while there is work: what is still computed is sent nowhere, and throws nowhere. */

const PATH = 'main.state.yaml';
const [CORRECT = ''] = automata(6_000).files.values();
const TEXT = CORRECT.replace('module_type: LLMModule', 'module_type: LLMModul').replace(
  'target: ask_1\n',
  'target: nowhere\n',
);

describe('a client that disconnects', () => {
  it('between the first report of a large file and the complete one', async () => {
    const server = await InProcessServer.start({}, { options: { atomicState: {} } });
    const uri = `file:///ws/${PATH}`;
    await server.open(uri, TEXT);
    const first = await server.ask('textDocument/diagnostic', { textDocument: { uri } });
    expect(first).toMatchObject({ items: [{ code: 'invalid-value' }] });
    server.disconnect();
    // A rejection that nobody handles fails the run.
    await setTimeout(3_000);
    expect(server.thrown).toEqual([]);
  });
});
