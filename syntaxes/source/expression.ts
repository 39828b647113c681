import { HOSTS, type ScalarHost } from './host';
import { IDENTIFIER, JAVASCRIPT_TOKENS } from './javascript';
import { type GrammarRule, named, use } from './rule';

/** Rules for `{{ }}` and the parts of JavaScript that depend on the kind of scalar they are in. */

/**
 * The scope of an expression with its braces. `meta.embedded` makes VS Code treat it as code rather than as
 * text of a string: for the suggestions that come while typing, for closing quotes, for matching brackets.
 */
const EXPRESSION = 'meta.embedded.expression.atomic-state';
/** What is between the braces. */
const SCRIPT = 'source.js';
/**
 * Where another language's rules say which brackets match, the braces stay outside: they are text there, and
 * if one were missing, brackets of the document would find the wrong partner.
 */
const SCRIPT_ALONE = `${EXPRESSION} ${SCRIPT}`;
const OPEN = 'punctuation.definition.template-expression.begin.atomic-state';
const CLOSE = 'punctuation.definition.template-expression.end.atomic-state';
const HOST_ESCAPE = 'constant.character.escape.atomic-state';

/** An end pattern that also holds where the scalar ends. */
function orStop(host: ScalarHost, ...ends: readonly string[]): string {
  return [...ends, ...(host.stop ? [host.stop] : [])].join('|');
}

/** An escape of the scalar; it must be read as a whole, since its second half may look like the scalar's end. */
function hostEscapes(host: ScalarHost): readonly GrammarRule[] {
  return host.hostEscape ? [{ match: host.hostEscape, name: HOST_ESCAPE }] : [];
}

/**
 * Outside of a string an escape is the first half of a quote that is being typed. It counts as text, or the
 * editor would close the quote by a bare one, which ends the scalar.
 */
function strayEscapes(host: ScalarHost): readonly GrammarRule[] {
  return host.hostEscape
    ? [{ match: host.hostEscape, name: `string.other.escape.atomic-state ${HOST_ESCAPE}` }]
    : [];
}

/** Two rules: a string which ends on this line, and one which does not (half typed, or folded by YAML). */
function string(host: ScalarHost, kind: 'single' | 'double'): GrammarRule {
  const quote = host.quote[kind];
  const common = {
    name: `string.quoted.${kind}.js`,
    beginCaptures: named({ '0': 'punctuation.definition.string.begin.js' }),
    endCaptures: named({ '1': 'punctuation.definition.string.end.js' }),
    patterns: [{ match: host.escape, name: 'constant.character.escape.js' }, ...hostEscapes(host)],
  };
  return {
    patterns: [
      {
        ...common,
        begin: `${quote}(?=(?>${host.inString[kind]})*${quote})`,
        end: orStop(host, `(${quote})`),
      },
      {
        ...common,
        comment: 'Not closed on this line: the end of the expression is the end of the string.',
        begin: quote,
        end: orStop(host, `(${quote})`, '(?=\\}\\})'),
      },
    ],
  };
}

function template(host: ScalarHost): GrammarRule {
  return {
    comment: 'The end of a text is seen before the rules below, so a nested one cannot hide it.',
    name: 'string.template.js',
    begin: '`',
    beginCaptures: named({ '0': 'punctuation.definition.string.template.begin.js' }),
    end: orStop(host, '(`)'),
    endCaptures: named({ '1': 'punctuation.definition.string.template.end.js' }),
    patterns: [
      {
        name: 'meta.template.expression.js',
        contentName: 'meta.embedded.line.js',
        begin: '\\$\\{',
        beginCaptures: named({ '0': 'punctuation.definition.template-expression.begin.js' }),
        end: orStop(host, '(\\})'),
        endCaptures: named({ '1': 'punctuation.definition.template-expression.end.js' }),
        patterns: [use(`code-${host.name}`)],
      },
      { match: host.escape, name: 'constant.character.escape.js' },
      ...hostEscapes(host),
    ],
  };
}

function comments(host: ScalarHost): GrammarRule {
  const punctuation = named({ '0': 'punctuation.definition.comment.js' });
  return {
    patterns: [
      {
        name: 'comment.block.js',
        begin: '/\\*',
        beginCaptures: punctuation,
        end: orStop(host, '(\\*/)'),
        endCaptures: named({ '1': 'punctuation.definition.comment.js' }),
        patterns: hostEscapes(host),
      },
      {
        name: 'comment.line.double-slash.js',
        begin: '//',
        beginCaptures: punctuation,
        end: orStop(host, '(?=\\}\\})', '$'),
        patterns: hostEscapes(host),
      },
    ],
  };
}

/** One match, so it ends on its line or is none; not after a value, where a slash divides. */
function regExp(host: ScalarHost): GrammarRule {
  return {
    name: 'string.regexp.js',
    match:
      '(?<![_$[:alnum:])\\]}\'"`])(?<![_$[:alnum:])\\]}\'"`][ \\t])(/)(?![/*])' +
      `((?>(?!\\}\\})(?:${host.inRegExp}|\\[(?>${host.inRegExpClass})*\\]))+)(/)([dgimsuvy]*)(?![_$[:alnum:]])`,
    captures: {
      ...named({
        '1': 'punctuation.definition.string.begin.js',
        '3': 'punctuation.definition.string.end.js',
        '4': 'keyword.other.js',
      }),
      '2': {
        patterns: [
          { match: host.escape, name: 'constant.character.escape.backslash.regexp' },
          ...hostEscapes(host),
          {
            name: 'constant.other.character-class.set.regexp',
            match: `(\\[)(\\^)?((?>${host.inRegExpClass})*)(\\])`,
            captures: {
              ...named({
                '1': 'punctuation.definition.character-class.regexp',
                '2': 'keyword.operator.negation.regexp',
                '4': 'punctuation.definition.character-class.regexp',
              }),
              '3': { patterns: [{ match: host.escape, name: 'constant.character.escape.backslash.regexp' }] },
            },
          },
          { match: '[?+*]|\\{\\d+,?\\d*\\}', name: 'keyword.operator.quantifier.regexp' },
          { match: '\\|', name: 'keyword.operator.or.regexp' },
          { match: '[\\^$]', name: 'keyword.control.anchor.regexp' },
        ],
      },
    },
  };
}

/** Braces nest, so that the `}}` of `{a: {b: 1}}` is not taken for the end of the expression. */
function braces(host: ScalarHost): GrammarRule {
  const key = '(?:(?<=[{,])|^)[ \\t]*';
  const text = `${host.quote.single}(?>${host.inString.single})*${host.quote.single}|${host.quote.double}(?>${host.inString.double})*${host.quote.double}`;
  return {
    begin: '\\{',
    beginCaptures: named({ '0': 'punctuation.definition.block.js' }),
    end: orStop(host, '(\\})', '(?=\\{\\{)'),
    endCaptures: named({ '1': 'punctuation.definition.block.js' }),
    patterns: [
      {
        match: `${key}(${IDENTIFIER}|\\d+)[ \\t]*(:)`,
        captures: named({ '1': 'meta.object-literal.key.js', '2': 'punctuation.separator.key-value.js' }),
      },
      {
        comment: 'The look-ahead finds the colon, so the rule ends at it.',
        begin: `${key}(?=(?:${text})[ \\t]*:)`,
        end: orStop(host, '(:)'),
        endCaptures: named({ '1': 'punctuation.separator.key-value.js' }),
        name: 'meta.object-literal.key.js',
        patterns: [use(`string-single-${host.name}`), use(`string-double-${host.name}`)],
      },
      use(`code-${host.name}`),
    ],
  };
}

function code(host: ScalarHost): GrammarRule {
  return {
    patterns: [
      use(`comments-${host.name}`),
      use(`string-single-${host.name}`),
      use(`string-double-${host.name}`),
      use(`template-${host.name}`),
      use(`regexp-${host.name}`),
      use(`braces-${host.name}`),
      use('javascript'),
      ...strayEscapes(host),
    ],
  };
}

/** An expression of any number of lines. A second `{{` means that the first was never closed. */
function expression(host: ScalarHost): GrammarRule {
  return {
    comment: `In ${host.title}.`,
    name: EXPRESSION,
    contentName: SCRIPT,
    begin: '\\{\\{',
    beginCaptures: named({ '0': OPEN }),
    end: orStop(host, '(\\}\\})', '(?=\\{\\{)'),
    endCaptures: named({ '1': CLOSE }),
    patterns: [use(`code-${host.name}`)],
  };
}

/**
 * The same for a grammar that is injected into another language's.
 *
 * @param before what must come before the braces, as a look-behind
 * @param after what must follow them, as a look-ahead
 */
export function injectedExpression(host: ScalarHost, before: string, after: string): GrammarRule {
  const { name: _, ...rule } = expression(host);
  return {
    ...rule,
    contentName: SCRIPT_ALONE,
    begin: `${before}\\{\\{${after}`,
    patterns: [{ include: `source.atomic-state#code-${host.name}` }],
  };
}

/**
 * An expression that is closed on its line, as one match: whatever is wrong inside, nothing after it is
 * touched. First the end that JavaScript sees, then, if its quotes or braces do not match, the first `}}`.
 *
 * @param before what must not follow the opening braces, as a pattern
 */
export function lineExpression(host: ScalarHost, before = ''): GrammarRule {
  const { single, double } = host.quote;
  const inner =
    `(?>${host.other}|/(?![/*])|${single}(?>${host.inString.single})*${single}` +
    `|${double}(?>${host.inString.double})*${double}|\`(?>${host.inTemplate})*\`|\\{(?!\\{)\\g<2>\\})*`;
  const captures = {
    ...named({ '1': OPEN, '3': CLOSE }),
    '2': { name: SCRIPT_ALONE, patterns: [{ include: `source.atomic-state#code-${host.name}` }] },
  };
  return {
    patterns: [
      { match: `(\\{\\{)${before}(${inner})(\\}\\})`, captures },
      {
        name: EXPRESSION,
        match: `(\\{\\{)${before}((?>(?!\\}\\}|\\{\\{)(?:${host.any}))*)(\\}\\})`,
        captures,
      },
    ],
  };
}

/** The rules of every host, by their names in the repository. */
export function expressionRules(): Readonly<Record<string, GrammarRule>> {
  const rules: Record<string, GrammarRule> = { javascript: JAVASCRIPT_TOKENS };
  for (const host of HOSTS) {
    rules[`expression-${host.name}`] = expression(host);
    rules[`code-${host.name}`] = code(host);
    rules[`braces-${host.name}`] = braces(host);
    rules[`string-single-${host.name}`] = string(host, 'single');
    rules[`string-double-${host.name}`] = string(host, 'double');
    rules[`template-${host.name}`] = template(host);
    rules[`comments-${host.name}`] = comments(host);
    rules[`regexp-${host.name}`] = regExp(host);
  }
  return rules;
}
