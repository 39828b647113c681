import { formatSchema } from '../exchange/json-schema';
import { readArguments } from './arguments';
import { type Command, EXIT, UsageError } from './command';

export const schemaCommand: Command = {
  name: 'schema',
  synopsis: 'schema',
  summary: 'Writes a JSON Schema of the format, for editors and tools that accept one.',
  details: '  The schema is written to standard output.',
  examples: [['schema > atomic-state.schema.json', 'writes it to a file']],
  async run(args, terminal) {
    if (readArguments('schema', args, {}).positionals.length > 0)
      throw new UsageError('`schema` does not take paths.');
    terminal.out(`${JSON.stringify(formatSchema(), undefined, 2)}\n`);
    return EXIT.fine;
  },
};
