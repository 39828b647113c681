import { addressOfPath } from '../../debug/address';
import type { DebugHost } from '../../debug/host';
import { startDebugSession } from '../../debug/session';
import { loadAutomata } from '../../load-automata';
import type { Address } from '../../project/files/paths';
import { MessageFramer } from '../../protocol/message-framer';
import { loadSandboxes } from '../../sandbox-loader';
import { joinMessages } from '../../text/message';
import { readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError, type WorkingFolder } from '../command';
import { CommandError, reasonOf } from '../failure';
import { openOptionsOf } from '../folder-settings';
import { addressFromPath, fullPath } from '../paths';
import { plain } from '../printer';
import { failureText } from './exported';
import { readScenarioFile } from './scenario-file';

/** Pending answers are written after the client has closed its stream. */
const LAST_ANSWERS_MS = 100;

export const dapCommand: Command = {
  name: 'dap',
  synopsis: 'dap --stdio',
  summary: 'Starts the debug adapter, which communicates with an editor over standard input and output.',
  details: `  --stdio                use standard input and output (required)

  Editors start it; docs/debugging.md has the attributes of \`launch\` and what can be typed in the console.`,
  examples: [['dap --stdio', 'waits for messages of the Debug Adapter Protocol']],
  async run(args, terminal) {
    const { values, positionals } = readArguments('dap', args, { stdio: { type: 'boolean' } });
    if (!values.stdio || positionals.length > 0) throw new UsageError('`dap` requires `--stdio`.');
    serve(hostIn(terminal), (line) => terminal.err(plain`${line}\n`));
    return EXIT_CODES.fine;
  },
};

/** Serves a client over standard input and output, until it disconnects or closes them. */
function serve(host: DebugHost, log: (line: string) => void): void {
  const session = startDebugSession(host, (message) => {
    const text = JSON.stringify(message);
    const isLast = 'command' in message && message.type === 'response' && message.command === 'disconnect';
    process.stdout.write(
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      isLast ? () => process.exit(EXIT_CODES.fine) : undefined,
    );
  });
  const framer = new MessageFramer((header) =>
    log(`Ignored text that is not a message header: ${JSON.stringify(header)}`),
  );
  const handle = (body: Buffer) => {
    try {
      session.handle(JSON.parse(body.toString()));
    } catch (error) {
      log(`Ignored a message: ${reasonOf(error)}.`);
    }
  };
  process.stdin.on('data', (chunk: Buffer) => framer.messages(chunk).forEach(handle));
  const end = () => setTimeout(() => process.exit(EXIT_CODES.fine), LAST_ANSWERS_MS);
  for (const stream of [process.stdin, process.stdout]) stream.on('close', end).on('error', end);
}

/** The host of sessions on files of the disk. Paths are relative to the folder of the command. */
export function hostIn(where: WorkingFolder): DebugHost {
  const { folder, files } = where;
  return {
    async load(program) {
      const address = addressIn(folder, program);
      const loaded = await loadAutomata(files, address, openOptionsOf([fullPath(address)], where));
      if (!('kind' in loaded)) return loaded;
      if (loaded.kind === 'invalid') return loaded.problems;
      return [{ address, start: 0, end: 0, message: failureText(loaded) }];
    },
    async scenarios(path) {
      try {
        const address = addressIn(folder, path);
        const { scenarios, seed, text, problems, shown, lineOf } = await readScenarioFile(
          fullPath(address),
          where,
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
      const sandboxes = await loadSandboxes('conversation');
      return (recognizesData = false) =>
        sandboxes.sandbox({ seed, now: () => performance.now(), recognizesData });
    },
    now: () => Date.now(),
  };
}

/** The address of a path from a client, which may already be an address. */
function addressIn(folder: string, path: string): Address {
  return /^[a-z][a-z0-9+.-]+:/i.test(path) ? addressOfPath(path) : addressFromPath(path, folder);
}
