import { enumType, FLAG, fields, LITERAL, listOf, mapOf, objectRef } from './build';
import { citeSources } from './documents';
import type { EnumValue, ObjectId, ObjectSpec, Type } from './types';

/**
 * The fields of configuration files (`atomic-state.config.yaml`): settings that every editor and the command line share.
 * They are described like the fields of the format, so that completion, hover and validation work in them as well.
 */

const SOURCE = citeSources('manual');

/** In the order in which they are searched for in a folder. */
export const CONFIGURATION_NAMES = ['atomic-state.config.yaml', 'atomic-state.config.json'] as const;

/** Whether a file has the name of a configuration file. */
export function isConfigurationName(name: string): boolean {
  return CONFIGURATION_NAMES.some((one) => one === name);
}

/** How findings of a rule are reported. */
export const LEVELS: readonly EnumValue[] = [
  { value: 'error', doc: 'Reported as errors: `atomic-state check` fails.' },
  { value: 'warning', doc: 'Reported as warnings.' },
  { value: 'information', doc: 'Reported as information.' },
  { value: 'hint', doc: 'Reported as hints, which editors show least.' },
  { value: 'off', doc: 'Not reported.' },
];

const KEEP: EnumValue = { value: 'keep', doc: 'Preserve what the file has.' };

const WHOLE: Type = { kind: 'number', integer: true, template: false };

const PATHS = listOf(LITERAL);

export const CONFIGURATION_OBJECTS = {
  configuration: {
    title: 'configuration file',
    doc: 'Settings for all state files in the folder of this file and below it, in every editor and on the command line.',
    extra: 'closed',
    fields: fields(SOURCE, {
      extends: {
        type: LITERAL,
        doc: 'The path of a configuration file in the same workspace, relative to the folder of this file. What this file does not set is taken from there.',
      },
      rules: {
        type: mapOf('rule', enumType(LEVELS)),
        doc: 'The severity of findings by the code of their rule; `off` hides them.',
      },
      pccRules: {
        type: FLAG,
        default: 'false',
        doc: 'Whether files are also checked for what the tool `pcc` rejects, even though the service accepts it.',
      },
      detect: { type: objectRef('configured-detection'), doc: 'Which YAML and JSON files are state files.' },
      modules: {
        type: PATHS,
        doc: 'The paths of YAML or JSON files that describe your own module types and widgets, relative to the folder of this file.',
      },
      tags: {
        type: listOf(LITERAL),
        doc: 'YAML tags to accept in addition to `!include` and `!oneline`, in quotes: `["!env"]`.',
      },
      format: { type: objectRef('configured-format'), doc: 'How state files are formatted.' },
      limits: { type: objectRef('configured-limits'), doc: 'Which files are too large to be analysed.' },
    }),
  },
  'configured-detection': {
    title: 'detect section',
    doc: 'Which YAML and JSON files are state files.',
    extra: 'closed',
    fields: fields(SOURCE, {
      byContent: {
        type: FLAG,
        default: 'true',
        doc: 'Whether files are detected as state files by their content.',
      },
      byName: {
        type: PATHS,
        doc: 'Glob patterns of additional state files, relative to the folder of this file, for example `bots/**/*.yaml`. A pattern that starts with `!` excludes files; if several match, the last one applies.',
      },
    }),
  },
  'configured-format': {
    title: 'format section',
    doc: 'How state files are formatted.',
    extra: 'closed',
    fields: fields(SOURCE, {
      enable: { type: FLAG, default: 'true', doc: 'Whether state files are formatted.' },
      printWidth: {
        type: WHOLE,
        default: '0',
        doc: 'The maximum line length of a map or list in braces or brackets. `0` preserves the lines.',
      },
      singleQuote: {
        type: enumType([
          KEEP,
          { value: 'on', doc: 'Use single quotes, unless double quotes need fewer escapes.' },
          { value: 'off', doc: 'Use double quotes, unless single quotes need fewer escapes.' },
        ]),
        default: '`keep`',
        doc: 'The quotes of texts that are in quotes.',
      },
      bracketSpacing: {
        type: enumType([
          KEEP,
          { value: 'on', doc: 'Use `{ a: 1 }`.' },
          { value: 'off', doc: 'Use `{a: 1}`.' },
        ]),
        default: '`keep`',
        doc: 'The spaces inside the braces of a map on one line.',
      },
    }),
  },
  'configured-limits': {
    title: 'limits section',
    doc: 'Which files are too large to be analysed.',
    extra: 'closed',
    fields: fields(SOURCE, {
      maxFileSize: { type: WHOLE, default: '5242880', doc: 'The maximum size of a file in bytes.' },
      maxDepth: { type: WHOLE, default: '200', doc: 'The maximum depth of nested maps and lists.' },
      maxAliases: { type: WHOLE, default: '1000', doc: 'The maximum number of YAML aliases in a file.' },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
