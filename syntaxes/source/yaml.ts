import { type GrammarRule, named, use } from './rule';
import { FIELDS, MODULE_VALUE, SPECIAL_EVENT_NAMES, TYPE_VALUE } from './vocabulary';

/**
 * YAML in block style. The nesting is that of the indentation: each key and each dash opens a region that
 * lasts while lines are indented deeper than it. Whatever is left open inside (a quote, a brace, an
 * expression) is closed by the next line that is not: a half-typed value never colours its neighbours.
 *
 * A region takes its indentation and one blank more off the front of the line, so that `\G` is where the
 * content of the region may begin. Blank lines belong to it. So do lines of closing brackets or quotes
 * alone, which authors like to put back under the key.
 */

/**
 * For a region whose `begin` captured its indentation as group 1. Short: the engine compiles it anew for each
 * region of each line.
 */
const DEEPER = '\\G(?:\\1 |(?=\\s*(?:[\\]}\'"][\\]},\'"\\s]*)?$))';

/** Where a node of a block collection may begin, but not after the colon of a key on the same line. */
const NODE_START = '\\G(?<!:)( *)';

/** The first character of a plain scalar. */
const PLAIN_FIRST = '(?:[^\\s\\-?:,\\[\\]{}#&*!|>\'"%@`]|[-?:](?=\\S))';
const PLAIN_KEY = `${PLAIN_FIRST}(?>[^:#\\s]|:(?=\\S)|(?<=\\S)#|[ \\t]+(?=[^\\s:#]|:\\S))*`;
const QUOTED_KEY = "\"(?>[^\"\\\\]|\\\\.)*\"|'(?>[^']|'')*'";
const KEY = `${QUOTED_KEY}|\\*[^\\s,\\[\\]{}]+|${PLAIN_KEY}`;

const DASH = 'punctuation.definition.block.sequence.item.yaml';
const COLON = 'punctuation.separator.key-value.mapping.yaml';
const PLAIN = 'string.unquoted.plain.out.yaml';
const END_OF_VALUE = '(?=[ \\t]*$|[ \\t]+#)';

/** A key and all that belongs to it. Properties (a tag, an anchor) may come before the key. */
function pair(key: string, values: readonly GrammarRule[]): GrammarRule {
  return {
    begin: `${NODE_START}((?:[&!]\\S*[ \\t]+)*)(${key})[ \\t]*(:)(?=\\s|$)`,
    beginCaptures: {
      '2': { patterns: [use('properties')] },
      '3': { name: 'entity.name.tag.yaml', patterns: [use('key-names')] },
      '4': { name: COLON },
    },
    while: DEEPER,
    patterns: [...values, use('block-node')],
  };
}

/** A value that is one of the words the format knows, in any style of one line. */
function word(pattern: string, scope: string): GrammarRule {
  return {
    patterns: [
      {
        match: `(?<=\\s)(')(${pattern})(')${END_OF_VALUE}`,
        name: 'string.quoted.single.yaml',
        captures: named({
          '1': 'punctuation.definition.string.begin.yaml',
          '2': scope,
          '3': 'punctuation.definition.string.end.yaml',
        }),
      },
      {
        match: `(?<=\\s)(")(${pattern})(")${END_OF_VALUE}`,
        name: 'string.quoted.double.yaml',
        captures: named({
          '1': 'punctuation.definition.string.begin.yaml',
          '2': scope,
          '3': 'punctuation.definition.string.end.yaml',
        }),
      },
      { match: `(?<=\\s)(${pattern})${END_OF_VALUE}`, name: PLAIN, captures: named({ '1': scope }) },
    ],
  };
}

const DOCUMENT_MARKER = '(?:---|\\.\\.\\.)(?:\\s|$)';

export const YAML_START: readonly GrammarRule[] = [
  use('directive'),
  {
    begin: `^(?:(---)(?=\\s|$)|(?!${DOCUMENT_MARKER}))`,
    beginCaptures: named({ '1': 'entity.other.document.begin.yaml' }),
    while: `^(?!${DOCUMENT_MARKER})`,
    patterns: [use('directive'), use('block-node')],
  },
  { match: '^\\.\\.\\.(?=\\s|$)', name: 'entity.other.document.end.yaml' },
  use('comment'),
];

export const BLOCK_RULES: Readonly<Record<string, GrammarRule>> = {
  directive: {
    match: '^(%)(\\S+)(.*)$',
    name: 'meta.directive.yaml',
    captures: named({
      '1': 'punctuation.definition.directive.begin.yaml',
      '2': 'keyword.other.directive.yaml',
      '3': 'string.unquoted.directive-parameter.yaml',
    }),
  },

  'block-node': {
    patterns: [
      use('comment'),
      use('sequence-item'),
      use('explicit-pair'),
      use('pair'),
      use('block-scalar'),
      use('file-tag'),
      use('properties'),
      use('alias'),
      use('bare-expression'),
      use('flow-sequence'),
      use('flow-mapping'),
      use('single-quoted'),
      use('double-quoted'),
      use('typed-value'),
      use('plain'),
    ],
  },

  'sequence-item': {
    begin: `${NODE_START}(-)(?=\\s|$)`,
    beginCaptures: named({ '2': DASH }),
    while: DEEPER,
    patterns: [use('block-node')],
  },

  'explicit-pair': {
    begin: '\\G( *)(?:(\\?)|(:))(?=\\s|$)',
    beginCaptures: named({ '2': 'punctuation.definition.key-value.begin.yaml', '3': COLON }),
    while: DEEPER,
    patterns: [use('block-node')],
  },

  pair: {
    patterns: [
      pair('module_type|"module_type"|\'module_type\'', [
        word(MODULE_VALUE, 'support.class.module.atomic-state'),
      ]),
      pair('type|"type"|\'type\'', [word(TYPE_VALUE, 'support.type.atomic-state')]),
      pair(KEY, []),
    ],
  },

  'key-names': {
    comment: 'Inside of a key that was found already.',
    patterns: [
      {
        match: "(')((?:[^']|'')*)(')",
        name: 'string.quoted.single.yaml',
        captures: {
          ...named({
            '1': 'punctuation.definition.string.begin.yaml',
            '3': 'punctuation.definition.string.end.yaml',
          }),
          '2': { patterns: [use('format-names'), { match: "''", name: 'constant.character.escape.yaml' }] },
        },
      },
      {
        match: '(")((?:[^"\\\\]|\\\\.)*)(")',
        name: 'string.quoted.double.yaml',
        captures: {
          ...named({
            '1': 'punctuation.definition.string.begin.yaml',
            '3': 'punctuation.definition.string.end.yaml',
          }),
          '2': { patterns: [use('format-names'), use('double-escape')] },
        },
      },
      use('alias'),
      { match: '<<', name: 'constant.language.merge.yaml' },
      use('typed-value'),
      use('format-names'),
    ],
  },

  'format-names': {
    patterns: [
      {
        match: `(?<![^\\s'"{\\[,])(?:${SPECIAL_EVENT_NAMES})(?![^\\s'":])`,
        name: 'constant.language.event.atomic-state',
      },
      {
        match: `(?<![^\\s'"{\\[,])(?:${FIELDS})(?![^\\s'":])`,
        name: 'support.type.property-name.atomic-state',
      },
      {
        comment: 'The rest of any other key, so that no part of it is taken for a name.',
        match: '[^\'"\\\\]+',
      },
    ],
  },

  'block-scalar': {
    comment: 'All that is indented deeper than the key or dash; that region ends it.',
    begin: '(?<!\\S)(?:(\\|)|(>))([-+]?)([1-9]?)([-+]?)(?=[ \\t]*$|[ \\t]+#)([ \\t]+#.*)?',
    beginCaptures: {
      ...named({
        '1': 'keyword.control.flow.block-scalar.literal.yaml',
        '2': 'keyword.control.flow.block-scalar.folded.yaml',
        '3': 'storage.modifier.chomping-indicator.yaml',
        '4': 'constant.numeric.indentation-indicator.yaml',
        '5': 'storage.modifier.chomping-indicator.yaml',
      }),
      '6': { patterns: [use('comment')] },
    },
    while: '\\G',
    contentName: 'string.unquoted.block.yaml',
    patterns: [use('expression-block')],
  },

  plain: {
    begin: `(?=${PLAIN_FIRST})`,
    end: END_OF_VALUE,
    name: PLAIN,
    patterns: [use('expression-plain')],
  },

  'bare-expression': {
    comment: 'Not YAML, but what its author means is plain.',
    begin: '(?=\\{\\{)',
    end: END_OF_VALUE,
    name: PLAIN,
    patterns: [use('expression-plain')],
  },
};
