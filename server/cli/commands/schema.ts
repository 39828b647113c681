import { formatSchema, scenarioSchema } from '../../exchange/json-schema';
import { readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { json } from '../printer';

export const schemaCommand: Command = {
  name: 'schema',
  synopsis: 'schema [--scenarios]',
  summary: 'Writes a JSON Schema of the format, for editors and tools that accept one.',
  details: `  --scenarios            the schema of scenario files

  The schema is written to standard output.`,
  examples: [
    ['schema > atomic-state.schema.json', 'writes it to a file'],
    ['schema --scenarios > scenario.schema.json', 'writes that of scenario files'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('schema', args, { scenarios: { type: 'boolean' } });
    if (positionals.length > 0) throw new UsageError('`schema` does not take paths.');
    const schema = values.scenarios === true ? scenarioSchema() : formatSchema();
    terminal.out(json(schema, 2));
    return EXIT_CODES.fine;
  },
};
