import type * as lsp from 'vscode-languageserver-protocol/node';
import { automata } from './automata';
import type { Goal } from './report';
import { type ServerCommand, Session } from './session';

/** Measures a workspace of 2,000 files, each with three states or an automata, which are all read at the start. */
export async function project(
  server: ServerCommand,
): Promise<{ readonly text: string; readonly goals: readonly Goal[] }> {
  const files = new Map<string, string>();
  // Twenty automata of a hundred files each, 50 lines to a file.
  for (let one = 0; one < 20; one++) {
    for (const [path, text] of automata(5_000, 3).files) files.set(`project_${one}/${path}`, text);
  }
  const session = await Session.start(server, files);
  const begin = performance.now();
  const [path = '', main = ''] = [...files].at(-1) ?? [];
  await session.open(path, main);
  const first = await session.diagnostics();
  // Each request is answered when there are reports that the client does not have.
  const known = new Map<string, string>();
  while (known.size < files.size) {
    const previousResultIds = [...known].map(([uri, value]) => ({ uri, value }));
    const { answer } = await session.ask<lsp.WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds,
    });
    for (const { uri, resultId } of answer.items) known.set(uri, resultId ?? '');
  }
  const time = performance.now() - begin;
  const memory = session.usage?.memory;
  await session.stop();
  const lines = [...files.values()].reduce((sum, one) => sum + one.split('\n').length, 0);
  const text = `${files.size.toLocaleString('en')} files, ${lines.toLocaleString('en')} lines: the diagnostics of the open file after ${first.toFixed(0)}, those of all after ${time.toFixed(0)}. Memory: ${memory?.toFixed(0)} MB.\n`;
  const goal = 'Memory with a project of 2,000 files';
  return { text, goals: [{ goal, measured: memory, most: 400, unit: ' MB' }] };
}
