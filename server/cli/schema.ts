import { formatSchema } from '../exchange/json-schema';
import { readArguments } from './arguments';
import { type Command, EXIT, UsageError } from './command';

export const schemaCommand: Command = {
  name: 'schema',
  synopsis: 'schema',
  summary: 'Writes a JSON Schema of the format, for editors and tools that take one.',
  details: '',
  async run(args, terminal) {
    if (readArguments(args, {}).positionals.length > 0) throw new UsageError('schema takes no arguments');
    terminal.out(`${JSON.stringify(formatSchema(), undefined, 2)}\n`);
    return EXIT.fine;
  },
};
