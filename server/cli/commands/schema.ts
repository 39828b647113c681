import { configurationSchema, formatSchema, scenarioSchema } from '../../exchange/json-schema';
import { RULE_TITLES } from '../../rules';
import { readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { json } from '../printer';

export const schemaCommand: Command = {
  name: 'schema',
  synopsis: 'schema [--scenarios | --config]',
  summary: 'Writes a JSON Schema of the format, for editors and tools that accept one.',
  details: `  --scenarios            the schema of scenario files
  --config               the schema of configuration files

  The schema is written to standard output.`,
  examples: [
    ['schema > atomic-state.schema.json', 'writes it to a file'],
    ['schema --scenarios > scenario.schema.json', 'writes that of scenario files'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('schema', args, {
      scenarios: { type: 'boolean' },
      config: { type: 'boolean' },
    });
    if (positionals.length > 0) throw new UsageError('`schema` does not take paths.');
    if (values.scenarios === true && values.config === true)
      throw new UsageError('`--scenarios` and `--config` cannot be combined.');
    terminal.out(json(schemaOf(values), 2));
    return EXIT_CODES.fine;
  },
};

/** The schema of a kind of files. */
function schemaOf({ scenarios, config }: { readonly scenarios?: boolean; readonly config?: boolean }) {
  if (config === true) return configurationSchema(RULE_TITLES);
  return scenarios === true ? scenarioSchema() : formatSchema();
}
