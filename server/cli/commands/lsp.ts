import { join } from 'node:path';
import { readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';

export const lspCommand: Command = {
  name: 'lsp',
  synopsis: 'lsp --stdio',
  summary: 'Starts the language server, which communicates with an editor over standard input and output.',
  details: `  --stdio                use standard input and output (required)

  Editors start it; docs/editors.md has the set-up for some of them.`,
  examples: [['lsp --stdio', 'waits for messages of the Language Server Protocol']],
  async run(args) {
    const { values } = readArguments('lsp', args, { stdio: { type: 'boolean' } });
    if (!values.stdio) throw new UsageError('`lsp` requires `--stdio`.');
    // A separate bundle next to this one (scripts/build.mjs).
    await import(join(__dirname, 'server.js'));
    return EXIT_CODES.fine;
  },
};
