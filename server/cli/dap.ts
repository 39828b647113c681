import { addressOfPath } from '../debug/address';
import type { DebugHost } from '../debug/host';
import { AutomataDebugSession } from '../debug/session';
import { nodeFileSystem } from '../filesystem-node';
import { loadAutomata } from '../load-automata';
import type { Address } from '../project/paths';

import { loadSandboxes } from '../sandbox-loader';
import { joinMessages } from '../text/message';
import { readArguments } from './arguments';
import { type Command, EXIT_CODES, UsageError } from './command';
import { failureText } from './exported';
import { CommandError } from './failure';
import { openOptionsOf } from './folder-settings';
import { addressFromPath, fullPath } from './paths';
import { readScenarioFile } from './scenario-file';

export const dapCommand: Command = {
  name: 'dap',
  synopsis: 'dap --stdio',
  summary: 'Starts the debug adapter, which communicates with an editor over standard input and output.',
  details: `  --stdio                use standard input and output (required)

  Editors start it; docs/debugging.md has the attributes of \`launch\` and what can be typed in the console.`,
  examples: [['dap --stdio', 'waits for messages of the Debug Adapter Protocol']],
  async run(args, { folder }) {
    const { values, positionals } = readArguments('dap', args, { stdio: { type: 'boolean' } });
    if (!values.stdio || positionals.length > 0) throw new UsageError('`dap` requires `--stdio`.');
    const session = new AutomataDebugSession(hostIn(folder));
    session.start(process.stdin, process.stdout);
    return EXIT_CODES.fine;
  },
};

/** The host of sessions on files of the disk. `folder` is the working directory of the process. */
export function hostIn(folder: string): DebugHost {
  return {
    async load(program) {
      const address = addressIn(folder, program);
      const loaded = await loadAutomata(nodeFileSystem, address, openOptionsOf(fullPath(address), folder));
      if (!('kind' in loaded)) return loaded;
      if (loaded.kind === 'invalid') return loaded.problems;
      return [{ address, start: 0, end: 0, message: failureText(loaded) }];
    },
    async scenarios(path) {
      try {
        const address = addressIn(folder, path);
        const { scenarios, seed, text, problems, shown, lineOf } = await readScenarioFile(
          fullPath(address),
          folder,
        );
        const [problem] = problems;
        return problem
          ? { problem: joinMessages([`${shown}:${lineOf(problem.place)}: `, problem.message]) }
          : { scenarios, seed, text, address };
      } catch (error) {
        if (error instanceof CommandError) return { problem: error.message };
        throw error;
      }
    },
    async sandbox(seed) {
      const sandboxes = await loadSandboxes();
      return () => sandboxes.sandbox({ seed, now: () => performance.now() });
    },
    now: () => Date.now(),
  };
}

/** The address of a path from a client, which may already be an address. */
function addressIn(folder: string, path: string): Address {
  return /^[a-z][a-z0-9+.-]+:/i.test(path) ? addressOfPath(path) : addressFromPath(path, folder);
}
