import { resolve } from 'node:path';
import { readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { answerCall } from '../mcp/answer';
import { resourcePages } from '../mcp/pages';

export const mcpCommand: Command = {
  name: 'mcp',
  synopsis: 'mcp --stdio [--root <folder>]',
  summary: 'Starts a server for assistants, which communicates over standard input and output.',
  details: `  --stdio                use standard input and output (required)
  --root <folder>        a folder to read where the assistant names none; may be repeated (default: the current folder)

  It speaks the Model Context Protocol. Its tools check and fix state files, describe and explore an automata, and run
  conversations in a sandbox. Nothing outside of the folders is read or written, and nothing is sent anywhere.`,
  examples: [['mcp --stdio --root bot', 'waits for calls of an assistant about the files in this folder']],
  async run(args, terminal) {
    const { values, positionals } = readArguments('mcp', args, {
      stdio: { type: 'boolean' },
      root: { type: 'string', multiple: true },
    });
    if (positionals.length > 0)
      throw new UsageError('`mcp` does not take paths; name a folder with `--root`.');
    if (values.stdio !== true) throw new UsageError('`mcp` requires `--stdio`.');
    const { folder } = terminal;
    // A separate bundle (scripts/build.mjs), which `cli.ts` loads before this one if the arguments are plain.
    const { serveAssistants } = await import('../../assistants.js');
    serveAssistants(
      (values.root ?? [folder]).map((root) => resolve(folder, root)),
      async () => ({
        answer: (name, given, roots) => answerCall(name, given, roots, terminal.files.monitor),
        resourcePages,
      }),
    );
    return EXIT_CODES.fine;
  },
};
