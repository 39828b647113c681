import { lineExpression } from './expression';
import { HOSTS } from './host';
import { type GrammarRule, named, use } from './rule';
import { MODULE_VALUE, TYPE_VALUE } from './vocabulary';

/** YAML in flow style: `[a, b]` and `{a: b}`. The region of the key or dash around it ends it if nothing else does. */

const COLON = 'punctuation.separator.key-value.mapping.yaml';
const PLAIN = 'string.unquoted.plain.in.yaml';
const PLAIN_FIRST = '(?:[^\\s\\-?:,\\[\\]{}#&*!|>\'"%@`]|[-?:](?=[^\\s,\\[\\]{}]))';
const END_OF_VALUE = '(?=[ \\t]*(?:$|[,\\]}])|[ \\t]+#)';
const QUOTED = "\"(?>[^\"\\\\]|\\\\.)*\"|'(?>[^']|'')*'";

/** `key: word` in one match, for the words that the format knows. */
function knownValue(key: string, pattern: string, scope: string): GrammarRule {
  return {
    match: `(?<![^\\s,{])(${key})[ \\t]*(:)[ \\t]+(${pattern})${END_OF_VALUE}`,
    captures: {
      '1': { name: 'entity.name.tag.yaml', patterns: [use('key-names')] },
      '2': { name: COLON },
      '3': { name: `${PLAIN} ${scope}` },
    },
  };
}

const plainHost = HOSTS.filter((host) => host.name === 'block').map((host) => lineExpression(host));

export const FLOW_STYLE_RULES: Readonly<Record<string, GrammarRule>> = {
  'flow-sequence': {
    begin: '\\[',
    beginCaptures: named({ '0': 'punctuation.definition.sequence.begin.yaml' }),
    end: '\\]',
    endCaptures: named({ '0': 'punctuation.definition.sequence.end.yaml' }),
    name: 'meta.flow-sequence.yaml',
    patterns: [{ match: ',', name: 'punctuation.separator.sequence.yaml' }, use('flow-node')],
  },

  'flow-mapping': {
    begin: '\\{',
    beginCaptures: named({ '0': 'punctuation.definition.mapping.begin.yaml' }),
    end: '\\}',
    endCaptures: named({ '0': 'punctuation.definition.mapping.end.yaml' }),
    name: 'meta.flow-mapping.yaml',
    patterns: [{ match: ',', name: 'punctuation.separator.mapping.yaml' }, use('flow-node')],
  },

  'flow-node': {
    patterns: [
      use('comment'),
      knownValue('module_type', MODULE_VALUE, 'support.class.module.atomic-state'),
      knownValue('type', TYPE_VALUE, 'support.type.atomic-state'),
      {
        match: `(?<![^\\s,\\[{])(${QUOTED})(?=[ \\t]*:)`,
        captures: { '1': { name: 'entity.name.tag.yaml', patterns: [use('key-names')] } },
      },
      {
        match: `(${PLAIN_FIRST}(?>[^:#\\s,\\[\\]{}]|:(?=[^\\s,\\[\\]{}])|(?<=\\S)#|[ \\t]+(?=[^\\s:#,\\[\\]{}]))*)(?=[ \\t]*:(?:[\\s,\\[\\]{}]|$))`,
        captures: { '1': { name: 'entity.name.tag.yaml', patterns: [use('key-names')] } },
      },
      { match: '(?<=["\'])[ \\t]*(:)|(:)(?=[\\s,\\[\\]{}]|$)', captures: named({ '1': COLON, '2': COLON }) },
      use('flow-file-tag'),
      use('properties'),
      use('alias'),
      {
        comment: 'Not YAML, but what its author means is plain. Of one line: nothing else would end it.',
        begin: '(?=\\{\\{)',
        end: '(?!\\G)',
        name: PLAIN,
        patterns: plainHost,
      },
      use('flow-sequence'),
      use('flow-mapping'),
      use('single-quoted'),
      use('double-quoted'),
      use('flow-typed-value'),
      {
        begin: `(?=${PLAIN_FIRST})`,
        end: '(?=[ \\t]*(?:$|[,\\[\\]}]|\\{(?!\\{))|[ \\t]+#|:(?:[\\s,\\[\\]{}]|$))',
        name: PLAIN,
        patterns: plainHost,
      },
    ],
  },
};
