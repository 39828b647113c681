import { anyOf, type GrammarRule, named } from './rule';

/**
 * The tokens of JavaScript that look alike in every kind of scalar: all but strings, templates, comments and
 * braces (expression.ts). Each rule is a single `match` without a quote or a line break in it, so none can
 * reach past the end of the scalar. Scopes are those of VS Code's own JavaScript grammar, so a theme colours
 * an expression as it colours a script; the tests compare the two.
 */

export const IDENTIFIER = '[_$[:alpha:]][_$[:alnum:]]*';
const CONSTANT = '[[:upper:]][_$[:digit:][:upper:]]*(?![_$[:alnum:]])';

/** Neither the middle of a longer name nor a property. A spread (`...x`) is not a property. */
const NOT_A_PROPERTY = '(?<![_$[:alnum:]])(?:(?<=\\.\\.\\.)|(?<!\\.))';
/** Not the beginning of a longer name. */
const WORD_END = '(?![_$[:alnum:]])';
/** Also when the name is still to be typed; not of a spread, `a?.[0]`, `a?.()` or `a ?.5 : b`. */
const BEFORE_MEMBER = '(?=[ \\t]*\\??\\.(?![.\\d\\[(]))';
const BEFORE_TEMPLATE = '(?=[ \\t]*`)';
const BEFORE_CALL = '(?=[ \\t]*(?:\\?\\.[ \\t]*)?\\()';

/** Parameters are recognised on one line only; elsewhere they look like any other name. */
const PARAMETER_LIST = '(?:[^(){}\'"`\\\\]|\\{[^(){}\'"`\\\\]*\\})*';
const PARAMETER_NAMES: readonly GrammarRule[] = [
  { match: '\\.\\.\\.', name: 'keyword.operator.rest.js' },
  {
    match: `(=)[ \\t]*(?:(${IDENTIFIER})|(-?[\\d.]+))?`,
    captures: named({
      '1': 'keyword.operator.assignment.js',
      '2': 'variable.other.readwrite.js',
      '3': 'constant.numeric.decimal.js',
    }),
  },
  { match: IDENTIFIER, name: 'variable.parameter.js' },
];

function bindingPattern(open: string, close: string, scope: string): GrammarRule {
  return {
    match: `(\\${open})([^\\[\\]{}]*)(\\${close})`,
    captures: {
      ...named({ '1': scope, '3': scope }),
      '2': { patterns: [{ match: ',', name: 'punctuation.separator.comma.js' }, ...PARAMETER_NAMES] },
    },
  };
}

const PARAMETERS: readonly GrammarRule[] = [
  bindingPattern('{', '}', 'punctuation.definition.binding-pattern.object.js'),
  bindingPattern('[', ']', 'punctuation.definition.binding-pattern.array.js'),
  { match: ',', name: 'punctuation.separator.parameter.js' },
  ...PARAMETER_NAMES,
];
const OPEN_PARAMETERS = 'punctuation.definition.parameters.begin.js';
const CLOSE_PARAMETERS = 'punctuation.definition.parameters.end.js';

const FUNCTIONS: readonly GrammarRule[] = [
  {
    comment: 'function name(a, b)',
    match: `${NOT_A_PROPERTY}(?:(async)[ \\t]+)?(function)${WORD_END}[ \\t]*(\\*)?[ \\t]*(?:(${IDENTIFIER})[ \\t]*)?(?:(\\()(${PARAMETER_LIST})(\\)))?`,
    captures: {
      ...named({
        '1': 'storage.modifier.async.js',
        '2': 'storage.type.function.js',
        '3': 'keyword.generator.asterisk.js',
        '4': 'entity.name.function.js',
        '5': OPEN_PARAMETERS,
        '7': CLOSE_PARAMETERS,
      }),
      '6': { patterns: PARAMETERS },
    },
  },
  {
    comment: '(a, b) =>',
    match: `(\\()(${PARAMETER_LIST})(\\))(?=[ \\t]*=>)`,
    captures: {
      ...named({ '1': OPEN_PARAMETERS, '3': CLOSE_PARAMETERS }),
      '2': { patterns: PARAMETERS },
    },
  },
  { match: `${NOT_A_PROPERTY}async(?=[ \\t]+[_$[:alpha:](]|\\()`, name: 'storage.modifier.async.js' },
  { match: `(${IDENTIFIER})(?=[ \\t]*=>)`, name: 'variable.parameter.js' },
];

const KEYWORDS: readonly GrammarRule[] = [
  {
    match: `${NOT_A_PROPERTY}(const)[ \\t]+(${IDENTIFIER})`,
    captures: named({ '1': 'storage.type.js', '2': 'variable.other.constant.js' }),
  },
  {
    match: `${NOT_A_PROPERTY}(instanceof)[ \\t]+(${IDENTIFIER})${WORD_END}(?!\\.)`,
    captures: named({ '1': 'keyword.operator.expression.instanceof.js', '2': 'entity.name.type.js' }),
  },
  {
    match: `${NOT_A_PROPERTY}(extends)[ \\t]+(${IDENTIFIER})${WORD_END}(?!\\.)`,
    captures: named({ '1': 'storage.modifier.js', '2': 'entity.other.inherited-class.js' }),
  },
  {
    match: `${NOT_A_PROPERTY}(class)${WORD_END}(?:[ \\t]+(?!extends\\b)(${IDENTIFIER}))?`,
    captures: named({ '1': 'storage.type.class.js', '2': 'entity.name.type.class.js' }),
  },
];

const WORDS: GrammarRule = anyOf(
  [
    ['storage.type.js', 'var|let|const'],
    ['keyword.control.conditional.js', 'if|else'],
    ['keyword.control.loop.js', 'for|while|do|break|continue'],
    ['keyword.control.switch.js', 'switch|case|default'],
    ['keyword.control.trycatch.js', 'try|catch|finally|throw'],
    ['keyword.control.flow.js', 'return|await|yield'],
    ['keyword.operator.new.js', 'new'],
    ...['delete', 'in', 'of', 'instanceof', 'typeof', 'void'].map(
      (word) => [`keyword.operator.expression.${word}.js`, word] as const,
    ),
    ['storage.modifier.js', 'extends|static'],
    ['constant.language.boolean.true.js', 'true'],
    ['constant.language.boolean.false.js', 'false'],
    ['constant.language.null.js', 'null'],
    ['constant.language.undefined.js', 'undefined'],
    ['constant.language.nan.js', 'NaN'],
    ['constant.language.infinity.js', 'Infinity'],
    ['variable.language.this.js', 'this'],
    ['variable.language.super.js', 'super'],
    ['variable.language.arguments.js', 'arguments'],
  ],
  NOT_A_PROPERTY,
  WORD_END,
);

const NUMBER: GrammarRule = anyOf(
  [
    ['constant.numeric.hex.js', '0[xX]\\h[\\h_]*n?'],
    ['constant.numeric.binary.js', '0[bB][01][01_]*n?'],
    ['constant.numeric.octal.js', '0[oO]?[0-7][0-7_]*n?(?!\\.)'],
    ['constant.numeric.decimal.js', '(?:\\d[\\d_]*(?:\\.(?!\\.)[\\d_]*)?|\\.\\d[\\d_]*)(?:[eE][+-]?\\d+)?n?'],
  ],
  '(?<![_$[:alnum:]])',
  WORD_END,
);

const ACCESSORS: GrammarRule = anyOf([
  ['keyword.operator.spread.js', '\\.\\.\\.'],
  ['punctuation.accessor.optional.js', '\\?\\.(?!\\d)'],
  ['punctuation.accessor.js', '\\.'],
]);

const MEMBERS: GrammarRule = anyOf(
  [
    ['entity.name.function.js', `${IDENTIFIER}${BEFORE_CALL}`],
    ['entity.name.function.tagged-template.js', `${IDENTIFIER}${BEFORE_TEMPLATE}`],
    ['support.variable.property.js', `(?:constructor|length|prototype|__proto__)${WORD_END}`],
    ['variable.other.constant.object.property.js', `${CONSTANT}${BEFORE_MEMBER}`],
    ['variable.other.constant.property.js', CONSTANT],
    ['variable.other.object.property.js', `${IDENTIFIER}${BEFORE_MEMBER}`],
    ['variable.other.property.js', IDENTIFIER],
  ],
  '(?<=\\.)(?<!\\.\\.)[ \\t]*',
);

const NAMES: GrammarRule = anyOf([
  ['entity.name.function.js', `${IDENTIFIER}${BEFORE_CALL}`],
  ['entity.name.function.tagged-template.js', `${IDENTIFIER}${BEFORE_TEMPLATE}`],
  ['variable.other.constant.object.js', `${CONSTANT}${BEFORE_MEMBER}`],
  ['variable.other.object.js', `${IDENTIFIER}${BEFORE_MEMBER}`],
  ['variable.other.constant.js', CONSTANT],
  ['variable.other.readwrite.js', IDENTIFIER],
]);

const OPERATORS: GrammarRule = anyOf([
  ['storage.type.function.arrow.js', '=>'],
  ['keyword.operator.assignment.compound.bitwise.js', '>>>=|<<=|>>=|&=|\\^=|\\|='],
  ['keyword.operator.assignment.compound.js', '(?:\\*\\*|[*/%+-])='],
  ['keyword.operator.comparison.js', '===|!==|==|!='],
  ['keyword.operator.bitwise.shift.js', '<<|>>>|>>'],
  ['keyword.operator.relational.js', '<=|>=|<|>'],
  ['keyword.operator.logical.js', '!|&&|\\|\\||\\?\\?'],
  ['keyword.operator.bitwise.js', '[&~^|]'],
  ['keyword.operator.assignment.js', '='],
  ['keyword.operator.decrement.js', '--'],
  ['keyword.operator.increment.js', '\\+\\+'],
  ['keyword.operator.arithmetic.js', '[%*/+-]'],
  ['keyword.operator.ternary.js', '[?:]'],
  ['punctuation.separator.comma.js', ','],
  ['punctuation.terminator.statement.js', ';'],
  ['meta.brace.round.js', '[()]'],
  ['meta.brace.square.js', '[\\[\\]]'],
]);

/** Everything above in the order in which it is tried; a number goes before the dot it may begin with. */
export const JAVASCRIPT_TOKENS: GrammarRule = {
  patterns: [NUMBER, ...FUNCTIONS, ACCESSORS, MEMBERS, ...KEYWORDS, WORDS, NAMES, OPERATORS],
};
