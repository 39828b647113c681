import { configurationSchema, formatSchema, scenarioSchema } from '../../exchange/json-schema';
import { RULE_TITLES, RULES } from '../../rules';
import { rulePage } from '../../rules/page';

/** A text that assistants can read. */
export interface ResourcePage {
  readonly name: string;
  readonly uri: string;
  readonly mimeType: string;
  readonly description: string;
  readonly text: () => string;
}

/** The schemas of the formats, and the pages of the rules. */
export function resourcePages(): readonly ResourcePage[] {
  const schema = (name: string, description: string, write: () => object): ResourcePage => ({
    name,
    uri: `atomic-state://schemas/${name}`,
    mimeType: 'application/schema+json',
    description,
    text: () => JSON.stringify(write()),
  });
  return [
    schema('state-files', 'JSON Schema of state files', formatSchema),
    schema('scenario-files', 'JSON Schema of scenario files', scenarioSchema),
    schema('configuration-files', 'JSON Schema of configuration files', () =>
      configurationSchema(RULE_TITLES),
    ),
    ...RULES.map((rule) => ({
      name: rule.code,
      uri: `atomic-state://rules/${rule.code}`,
      mimeType: 'text/markdown',
      description: rule.title,
      text: () => rulePage(rule),
    })),
  ];
}
