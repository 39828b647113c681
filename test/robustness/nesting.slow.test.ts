import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startClient } from '../protocol/started';
import { builtFile } from '../support/built-file';
import { IS_EXHAUSTIVE, sample } from '../support/depth';
import { ROOT } from '../support/workspace';
import { NESTED_EXPRESSIONS, NESTED_FILES } from './nested-texts';
import { InProcessServer, protocolPosition } from './server';

const fileOf = (expression: string) => {
  const value = JSON.stringify(`{{${expression}}}`);
  return `type: automata\ninitial: a\nstates:\n  a:\n    outputs: {b: ${value}}\n    render: {text: ${value}}\n`;
};

it.each(IS_EXHAUSTIVE ? [900, 2000, 5000] : [2000])(
  'every request is answered in files with nested expressions, %d deep',
  { timeout: 300_000 },
  async (n) => {
    const server = await InProcessServer.start();
    for (const [name, family] of Object.entries(NESTED_EXPRESSIONS)) {
      const uri = `${ROOT}/${name.replaceAll(' ', '-')}.automata.yaml`;
      const text = fileOf(family(n));
      await server.open(uri, text);
      await server.askEverything(
        uri,
        protocolPosition(text, text.indexOf('{{') + 4),
        protocolPosition(text, text.length),
      );
    }
    await server.stop();
    expect(server.thrown).toEqual([]);
  },
);

// A regular expression that is compiled at the end of the stack aborts the process; only a real process shows that.
it('nested expressions do not abort the process', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  for (const [name, family] of Object.entries(NESTED_EXPRESSIONS)) {
    for (const n of sample([240, 500, 1000, 1900, 5000], 2))
      writeFileSync(join(folder, `${name}-${n}.automata.yaml`), fileOf(family(n)));
  }
  const cli = builtFile('cli.js');
  const { signal, status, stderr } = spawnSync(process.execPath, [cli, 'check', folder], { maxBuffer: 1e9 });
  rmSync(folder, { recursive: true });
  expect({ signal, stderr: String(stderr) }).toEqual({ signal: null, stderr: '' });
  expect([0, 1]).toContain(status);
});

it('the server keeps answering after it has read nested files', { timeout: 300_000 }, async () => {
  const client = await startClient({}, { ownProcess: true });
  for (const [name, family] of Object.entries(NESTED_FILES)) {
    // Deeper, indentation alone makes texts of many megabytes.
    const depths = name.startsWith('maps') ? [450, 1000, 1600] : [450, 1000, 1600, 2100, 2400, 5000];
    for (const n of depths) {
      const isJson = name.startsWith('json');
      const path = `${name.replaceAll(' ', '-')}-${n}.automata.${isJson ? 'json' : 'yaml'}`;
      await client.open(path, family(n), isJson ? 'json' : 'yaml');
      expect([path, await client.codes(path)]).toEqual([path, expect.anything()]);
    }
  }
});
