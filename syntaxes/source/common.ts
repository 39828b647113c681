import { anyOf, type GrammarRule, named, use } from './rule';

/** What is the same in block and in flow style: comments, tags, anchors, quoted scalars, typed values. */

const QUOTE_BEGIN = named({ '0': 'punctuation.definition.string.begin.yaml' });
const QUOTE_END = named({ '0': 'punctuation.definition.string.end.yaml' });

/** A path after a tag: one word of any characters but those that end it. */
function fileTag(start: string, path: string, end: string): GrammarRule {
  return {
    match: `${start}(!(?:include|oneline))(?:[ \\t]+(${path})${end})?(?=\\s|[,\\]}]|$)`,
    captures: named({
      '1': 'storage.type.tag-handle.yaml keyword.control.import.atomic-state',
      '2': 'string.unquoted.plain.out.yaml string.unquoted.path.atomic-state',
    }),
  };
}

/** Values that YAML 1.1 reads as something else than text; `end` is where the scalar ends. */
function typedValue(end: string): GrammarRule {
  return anyOf(
    [
      ['constant.language.null.yaml', 'null|Null|NULL|~'],
      [
        'constant.language.boolean.yaml',
        'true|True|TRUE|false|False|FALSE|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF',
      ],
      ['constant.other.timestamp.yaml', `\\d{4}-\\d{2}-\\d{2}${end}`],
      ['constant.numeric.integer.yaml', `[-+]?(?:0x[\\h_]+|0b[01_]+|\\d[\\d_]*)${end}`],
      [
        'constant.numeric.float.yaml',
        '[-+]?(?:\\d[\\d_]*\\.[\\d_]*|\\.\\d[\\d_]*)(?:[eE][-+]?\\d+)?|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)',
      ],
    ],
    '(?<![^\\s,\\[{:"\'])',
    end,
  );
}

export const COMMON_RULES: Readonly<Record<string, GrammarRule>> = {
  comment: {
    match: '(?<!\\S)(#)([ \\t]*(atomic-state-[a-z-]+))?.*$',
    name: 'comment.line.number-sign.yaml',
    captures: named({
      '1': 'punctuation.definition.comment.yaml',
      '3': 'keyword.other.suppression.atomic-state',
    }),
  },

  'file-tag': fileTag(
    '(?<!\\S)',
    '[^\\s,\\[\\]{}#\'"&*!|>](?>[^#\\s]|(?<=\\S)#|[ \\t]+(?=[^\\s#]))*',
    '(?=[ \\t]*$|[ \\t]+#)',
  ),
  'flow-file-tag': fileTag(
    '(?<![^\\s,\\[{])',
    '[^\\s,\\[\\]{}#\'"&*!|>](?>[^#\\s,\\[\\]{}]|[ \\t]+(?=[^\\s#,\\[\\]{}]))*',
    '(?=[ \\t]*(?:$|[,\\]}])|[ \\t]+#)',
  ),

  properties: {
    patterns: [
      { match: '(?<!\\S)!(?:<[^>\\s]*>|[^\\s,\\[\\]{}]*)', name: 'storage.type.tag-handle.yaml' },
      {
        match: '(?<!\\S)(&)([^\\s,\\[\\]{}]+)',
        captures: named({ '1': 'punctuation.definition.anchor.yaml', '2': 'entity.name.type.anchor.yaml' }),
      },
    ],
  },

  alias: {
    match: '(?<![^\\s,\\[{])(\\*)([^\\s,\\[\\]{}]+)',
    captures: named({ '1': 'punctuation.definition.alias.yaml', '2': 'variable.other.alias.yaml' }),
  },

  'single-quoted': {
    begin: "'",
    beginCaptures: QUOTE_BEGIN,
    end: "'(?!')",
    endCaptures: QUOTE_END,
    name: 'string.quoted.single.yaml',
    patterns: [
      use('expression-single'),
      { match: "''", name: 'constant.character.escape.single-quoted.yaml' },
    ],
  },

  'double-quoted': {
    begin: '"',
    beginCaptures: QUOTE_BEGIN,
    end: '"',
    endCaptures: QUOTE_END,
    name: 'string.quoted.double.yaml',
    patterns: [use('expression-double'), use('double-escape')],
  },

  'double-escape': {
    patterns: [
      {
        match: '\\\\(?:[0abtnvfre "/\\\\N_LP\\t]|x\\h{2}|u\\h{4}|U\\h{8}|$)',
        name: 'constant.character.escape.yaml',
      },
      { match: '\\\\.', name: 'invalid.illegal.constant.character.escape.yaml' },
    ],
  },

  'typed-value': typedValue('(?=[ \\t]*$|[ \\t]+#)'),
  'flow-typed-value': typedValue('(?=[ \\t]*(?:$|[,\\]}])|[ \\t]+#|:(?:\\s|$))'),
};
