import { named, type Rule, words } from './rule';

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
/** After the dot of a member access. */
const AFTER_DOT = '(?<=\\.)(?<!\\.\\.)[ \\t]*';
/** Also when the name is still to be typed; not of a spread, `a?.[0]`, `a?.()` or `a ?.5 : b`. */
const BEFORE_MEMBER = '(?=[ \\t]*\\??\\.(?![.\\d\\[(]))';
const BEFORE_CALL = '(?=[ \\t]*(?:\\?\\.[ \\t]*)?\\()';

function keyword(name: string, list: readonly string[]): Rule {
  return { match: `${NOT_A_PROPERTY}(?:${words(list)})${WORD_END}`, name };
}

/** Parameters are recognised on one line only; elsewhere they look like any other name. */
const PARAMETER_LIST = '(?:[^(){}\'"`\\\\]|\\{[^(){}\'"`\\\\]*\\})*';
const PARAMETER_NAMES: readonly Rule[] = [
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

function bindingPattern(open: string, close: string, scope: string): Rule {
  return {
    match: `(\\${open})([^\\[\\]{}]*)(\\${close})`,
    captures: {
      ...named({ '1': scope, '3': scope }),
      '2': { patterns: [{ match: ',', name: 'punctuation.separator.comma.js' }, ...PARAMETER_NAMES] },
    },
  };
}

const PARAMETERS: readonly Rule[] = [
  bindingPattern('{', '}', 'punctuation.definition.binding-pattern.object.js'),
  bindingPattern('[', ']', 'punctuation.definition.binding-pattern.array.js'),
  { match: ',', name: 'punctuation.separator.parameter.js' },
  ...PARAMETER_NAMES,
];
const OPEN_PARAMETERS = 'punctuation.definition.parameters.begin.js';
const CLOSE_PARAMETERS = 'punctuation.definition.parameters.end.js';

const FUNCTIONS: readonly Rule[] = [
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
  { match: '=>', name: 'storage.type.function.arrow.js' },
];

const KEYWORDS: readonly Rule[] = [
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
  keyword('storage.type.js', ['var', 'let', 'const']),
  keyword('keyword.control.conditional.js', ['if', 'else']),
  keyword('keyword.control.loop.js', ['for', 'while', 'do', 'break', 'continue']),
  keyword('keyword.control.switch.js', ['switch', 'case', 'default']),
  keyword('keyword.control.trycatch.js', ['try', 'catch', 'finally', 'throw']),
  keyword('keyword.control.flow.js', ['return', 'await', 'yield']),
  ...['delete', 'in', 'of', 'instanceof', 'typeof', 'void'].map((word) =>
    keyword(`keyword.operator.expression.${word}.js`, [word]),
  ),
  keyword('keyword.operator.new.js', ['new']),
  keyword('storage.modifier.js', ['extends', 'static']),
  {
    match: `${NOT_A_PROPERTY}(class)${WORD_END}(?:[ \\t]+(?!extends\\b)(${IDENTIFIER}))?`,
    captures: named({ '1': 'storage.type.class.js', '2': 'entity.name.type.class.js' }),
  },
];

const CONSTANTS: readonly Rule[] = [
  keyword('constant.language.boolean.true.js', ['true']),
  keyword('constant.language.boolean.false.js', ['false']),
  keyword('constant.language.null.js', ['null']),
  keyword('constant.language.undefined.js', ['undefined']),
  keyword('constant.language.nan.js', ['NaN']),
  keyword('constant.language.infinity.js', ['Infinity']),
  keyword('variable.language.this.js', ['this']),
  keyword('variable.language.super.js', ['super']),
  keyword('variable.language.arguments.js', ['arguments']),
];

const BIGINT = named({ '1': 'storage.type.numeric.bigint.js' });
const NUMBER_START = '(?<![_$[:alnum:]])';
const NUMBERS: readonly Rule[] = [
  { match: `${NUMBER_START}0[xX]\\h[\\h_]*(n)?\\b`, name: 'constant.numeric.hex.js', captures: BIGINT },
  { match: `${NUMBER_START}0[bB][01][01_]*(n)?\\b`, name: 'constant.numeric.binary.js', captures: BIGINT },
  {
    match: `${NUMBER_START}0[oO]?[0-7][0-7_]*(n)?\\b(?!\\.)`,
    name: 'constant.numeric.octal.js',
    captures: BIGINT,
  },
  {
    match: `${NUMBER_START}(?:\\d[\\d_]*(?:\\.(?!\\.)[\\d_]*)?|\\.\\d[\\d_]*)(?:[eE][+-]?\\d[\\d_]*)?(n)?${WORD_END}`,
    name: 'constant.numeric.decimal.js',
    captures: BIGINT,
  },
];

const MEMBERS: readonly Rule[] = [
  { match: '\\.\\.\\.', name: 'keyword.operator.spread.js' },
  { match: '\\?\\.(?!\\d)', name: 'punctuation.accessor.optional.js' },
  { match: '\\.', name: 'punctuation.accessor.js' },
  { match: `${AFTER_DOT}(${IDENTIFIER})${BEFORE_CALL}`, captures: named({ '1': 'entity.name.function.js' }) },
  {
    match: `${AFTER_DOT}(${IDENTIFIER})(?=[ \\t]*\`)`,
    captures: named({ '1': 'entity.name.function.tagged-template.js' }),
  },
  {
    match: `${AFTER_DOT}(constructor|length|prototype|__proto__)${WORD_END}`,
    captures: named({ '1': 'support.variable.property.js' }),
  },
  {
    match: `${AFTER_DOT}(${CONSTANT})${BEFORE_MEMBER}`,
    captures: named({ '1': 'variable.other.constant.object.property.js' }),
  },
  { match: `${AFTER_DOT}(${CONSTANT})`, captures: named({ '1': 'variable.other.constant.property.js' }) },
  {
    match: `${AFTER_DOT}(${IDENTIFIER})${BEFORE_MEMBER}`,
    captures: named({ '1': 'variable.other.object.property.js' }),
  },
  { match: `${AFTER_DOT}(${IDENTIFIER})`, captures: named({ '1': 'variable.other.property.js' }) },
];

const NAMES: readonly Rule[] = [
  { match: `${IDENTIFIER}${BEFORE_CALL}`, name: 'entity.name.function.js' },
  { match: `${IDENTIFIER}(?=[ \\t]*\`)`, name: 'entity.name.function.tagged-template.js' },
  { match: `${CONSTANT}${BEFORE_MEMBER}`, name: 'variable.other.constant.object.js' },
  { match: `${IDENTIFIER}${BEFORE_MEMBER}`, name: 'variable.other.object.js' },
  { match: CONSTANT, name: 'variable.other.constant.js' },
  { match: IDENTIFIER, name: 'variable.other.readwrite.js' },
];

const OPERATORS: readonly Rule[] = [
  { match: '>>>=|<<=|>>=|&=|\\^=|\\|=', name: 'keyword.operator.assignment.compound.bitwise.js' },
  { match: '(?:\\*\\*|[*/%+-])=', name: 'keyword.operator.assignment.compound.js' },
  { match: '===|!==|==|!=', name: 'keyword.operator.comparison.js' },
  { match: '<<|>>>|>>', name: 'keyword.operator.bitwise.shift.js' },
  { match: '<=|>=|<|>', name: 'keyword.operator.relational.js' },
  { match: '!|&&|\\|\\||\\?\\?', name: 'keyword.operator.logical.js' },
  { match: '[&~^|]', name: 'keyword.operator.bitwise.js' },
  { match: '=', name: 'keyword.operator.assignment.js' },
  { match: '--', name: 'keyword.operator.decrement.js' },
  { match: '\\+\\+', name: 'keyword.operator.increment.js' },
  { match: '[%*/+-]', name: 'keyword.operator.arithmetic.js' },
  { match: '[?:]', name: 'keyword.operator.ternary.js' },
];

const PUNCTUATION: readonly Rule[] = [
  { match: ',', name: 'punctuation.separator.comma.js' },
  { match: ';', name: 'punctuation.terminator.statement.js' },
  { match: '[()]', name: 'meta.brace.round.js' },
  { match: '[\\[\\]]', name: 'meta.brace.square.js' },
];

/** Everything above in the order in which it is tried; a number goes before the dot it may begin with. */
export const JAVASCRIPT_TOKENS: Rule = {
  patterns: [
    ...NUMBERS,
    ...FUNCTIONS,
    ...MEMBERS,
    ...KEYWORDS,
    ...CONSTANTS,
    ...NAMES,
    ...OPERATORS,
    ...PUNCTUATION,
  ],
};
