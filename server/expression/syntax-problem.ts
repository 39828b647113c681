import { codePointAt } from '../text/code-point';
import { type Message, msg, type TextOrMessage } from '../text/message';
import type { Range } from '../text/range';
import { isMeantAsName, startsNoExpression } from './reserved-words';
import { type Bracket, Lexer, type Token } from './tokens';

/** Why a text is not one expression, in a message for its author. The range is in the parsed body. */
export type SyntaxProblem = {
  /** `limit`: the text may be valid, but exceeds a limit. */
  readonly kind: 'syntax' | 'limit';
  readonly message: Message;
  readonly start: number;
  readonly end: number;
};

/** The context of the place where parsing stopped. */
interface Place {
  readonly body: string;
  readonly first: Token | undefined;
  readonly previous: Token | undefined;
  /** The offending token; undefined at the end of the body. */
  readonly token: Token | undefined;
  /** The innermost bracket that is open before the token. */
  readonly bracket: Bracket | undefined;
  /** The text before the token is a complete value. */
  readonly operand: boolean;
  /** There is a `?` before the token. */
  readonly conditional: boolean;
  /** A string before the token that contains the end of an expression and the start of the next one. */
  readonly tooLong: Token | undefined;
}

/** Explains an error that the parser found at `offset`; `reason` is the parser's own message, without position. */
export function explainError(body: string, offset: number, reason: string): SyntaxProblem {
  const place = placeAt(body, reportsNextCharacter(body, offset, reason) ? offset - 1 : offset);
  const known = unclosedString(place) ?? reservedName(place);
  if (known) return known;
  if (reason === 'Unexpected token') return wrongStart(place) ?? problem(place, unexpected(place));
  for (const [pattern, say] of REASONS) {
    const [found, detail = ''] = pattern.exec(reason) ?? [];
    if (found !== undefined) return problem(place, say(place, detail));
  }
  return problem(place, msg`Unexpected ${shown(place)}.`);
}

/** Explains the text after a complete expression that ends at `end`; undefined for spaces and comments. */
export function explainRest(body: string, end: number): SyntaxProblem | undefined {
  const lexer = new Lexer(body, end);
  lexer.operand = true;
  let token = lexer.next();
  while (token?.kind === 'comment' && token.closed) token = lexer.next();
  if (token === undefined) return undefined;
  const place = placeAt(body, token.start);
  return (
    unclosedString(place) ??
    wrongStart(place) ??
    problem(place, rest({ ...place, token, bracket: undefined, operand: true }))
  );
}

/** The parser reports a backslash or `#` that does not begin a name at the next character. */
function reportsNextCharacter(body: string, offset: number, reason: string): boolean {
  const before = body[offset - 1];
  return (
    (before === '\\' && reason.startsWith('Expecting Unicode escape')) ||
    (before === '#' && reason.startsWith('Unexpected character'))
  );
}

function placeAt(body: string, offset: number): Place {
  const lexer = new Lexer(body);
  let first: Token | undefined;
  let previous: Token | undefined;
  let conditional = false;
  let tooLong: Token | undefined;
  for (;;) {
    const { operand } = lexer;
    const bracket = lexer.brackets.at(-1);
    const token = lexer.next();
    if (token?.kind === 'comment' && (token.closed || token.start < offset)) continue;
    first ??= token;
    if (token === undefined || token.end > offset) {
      return { body, first, previous, token, bracket, operand, conditional, tooLong };
    }
    if (token.kind === 'string' && holdsNextExpression(text(body, token))) tooLong ??= token;
    conditional ||= text(body, token) === '?';
    previous = token;
  }
}

function problem({ token, previous, body }: Place, message: Message): SyntaxProblem {
  const { start, end } = token ?? previous ?? { start: 0, end: body.length };
  return { kind: 'syntax', message, start, end };
}

/** `{{'a}} and {{'b}}`: the first string ends where the second one should begin. */
function unclosedString({ body, tooLong }: Place): SyntaxProblem | undefined {
  if (tooLong === undefined) return undefined;
  const { start } = tooLong;
  const quote = body.charAt(start);
  const message = msg`The string that starts here is not closed. Expected \`${quote}\` before \`}}\`.`;
  return { kind: 'syntax', message, start, end: body.indexOf('}}', start) };
}

/** A first word that belongs before a name in another language or a statement. */
function wrongStart({ body, first, previous, token }: Place): SyntaxProblem | undefined {
  if (first === undefined || previous !== first || token?.kind !== 'name') return undefined;
  const message = WRONG_STARTS.get(text(body, first));
  return message === undefined ? undefined : { kind: 'syntax', message, start: first.start, end: first.end };
}

/** A reserved word that is intended as a variable. */
function reservedName({ body, previous, token, operand }: Place): SyntaxProblem | undefined {
  const before = previous && text(body, previous);
  const found = token && text(body, token);
  const isFound =
    found !== undefined && !operand && before !== '.' && before !== '?.' && isMeantAsName(found);
  const word = isFound
    ? token
    : before !== undefined && startsNoExpression(before, found)
      ? previous
      : undefined;
  if (word === undefined) return undefined;
  const message = msg`\`${text(body, word)}\` is a reserved word of JavaScript and cannot be the name of a variable.`;
  return { kind: 'syntax', message, start: word.start, end: word.end };
}

/** Operators of other languages, and those with swapped characters. */
const OTHER_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['=>', '>='],
  ['=<', '<='],
  ['<>', '!=='],
  ['->', '.'],
]);

/** An operator of another language that ends at the unexpected token, and its JavaScript equivalent. */
function otherOperator({ token, previous, body }: Place): Message | undefined {
  if (token === undefined) return undefined;
  const start = previous?.end === token.start ? previous.start : token.start;
  const written = [body.slice(start, token.end), text(body, token)].find((one) => OTHER_OPERATORS.has(one));
  const meant = written && OTHER_OPERATORS.get(written);
  return meant === undefined
    ? undefined
    : msg`\`${written}\` is not an operator of JavaScript. Write \`${meant}\`.`;
}

function unexpected(place: Place): Message {
  const { token, previous, body } = place;
  if (token === undefined) return endsEarly(place);
  const operator = otherOperator(place);
  if (operator) return operator;
  const found = text(body, token);
  const before = previous && text(body, previous);
  const statement = STATEMENTS.get(found);
  if (statement !== undefined && before !== '.' && before !== '?.') {
    if (before === '=>')
      return msg`Unexpected \`${found}\`. Put braces around the body of the function: \`=> { ${found} … }\`.`;
    if (place.operand)
      return PYTHON.get(found) ?? msg`Unexpected \`${found}\`. Expected ${continuation(place)}.`;
    return msg`\`${found}\` starts a statement, but only an expression is allowed here: ${statement}.`;
  }
  if (isCloser(found) && (place.operand || before === place.bracket?.opener))
    return strayCloser(place, found);
  if (place.operand)
    return PYTHON.get(found) ?? msg`Unexpected ${shown(place)}. Expected ${continuation(place)}.`;
  if (before === '.' || before === '?.')
    return msg`Unexpected ${shown(place)}. Expected a property name after \`${before}\`.`;
  if (before === undefined) return msg`Unexpected ${shown(place)}. Expected a value.`;
  return msg`Unexpected ${shown(place)}. Expected a value after ${quoted(before)}.`;
}

function endsEarly({ previous, bracket, body, operand, conditional }: Place): Message {
  const before = previous ? text(body, previous) : '';
  if (before === '.' || before === '?.') return msg`Expected a property name after \`${before}\`.`;
  if (!operand && before !== bracket?.opener && before !== '}')
    return msg`Expected a value after ${quoted(before)}.`;
  if (bracket) return msg`\`${bracket.opener}\` is not closed. Expected \`${closer(bracket)}\`.`;
  if (conditional) return msg('Expected `a : b` after `?`.');
  return msg`The expression is not complete: expected more after ${quoted(before)}.`;
}

function rest(place: Place): Message {
  const { body, previous, token } = place;
  const found = token ? text(body, token) : '';
  if (found === ';')
    return msg('Unexpected `;`. Expected a single expression between the braces, not statements.');
  if (isCloser(found)) return strayCloser(place, found);
  if (found === ':')
    return msg('Unexpected `:` without a `?` before it. An object needs its own braces: `{ key: value }`.');
  if (token?.kind === 'name' && previous?.kind === 'string' && previous.end === token.start) {
    const quote = body.charAt(previous.start);
    return msg`Unexpected \`${found}\` after a string. Inside the string, write \`${quote}\` as \`\\${quote}\`.`;
  }
  return (
    PYTHON.get(found) ??
    otherOperator(place) ??
    msg`Unexpected ${shown(place)} after the end of the expression. Expected ${continuation(place)}.`
  );
}

function strayCloser({ bracket, previous, body }: Place, found: string): Message {
  if (bracket && closer(bracket) !== found) {
    return msg`Unexpected \`${found}\` while \`${bracket.opener}\` is open. Expected \`${closer(bracket)}\`.`;
  }
  if (bracket)
    return msg`Unexpected \`${found}\`. Expected more after ${quoted(previous ? text(body, previous) : '')}.`;
  return msg`This \`${found}\` has no matching opening bracket. Remove it, or add the opening bracket.`;
}

/** What may follow a complete value. */
function continuation({ bracket }: Place): Message {
  if (bracket === undefined || bracket.opener === '${')
    return msg('an operator (such as `+` or `&&`) or `}}`');
  return msg`an operator, \`,\` or \`${closer(bracket)}\``;
}

const FUNCTION = msg('call a function, `(() => { … })()`');
const CHOICE = msg('write `condition ? a : b`');
const LOOP = msg`use a method such as \`.map()\`, or ${FUNCTION}`;

/** Keywords that begin a statement, and their replacements in expressions. */
const STATEMENTS = new Map([
  ['if', CHOICE],
  ['else', CHOICE],
  ['switch', CHOICE],
  ['return', msg('omit `return`')],
  ['const', FUNCTION],
  ['var', FUNCTION],
  ['for', LOOP],
  ['while', LOOP],
  ['do', LOOP],
  ['throw', FUNCTION],
  ['try', FUNCTION],
  ['with', FUNCTION],
  ['break', FUNCTION],
  ['continue', FUNCTION],
  ['debugger', msg('omit `debugger`')],
  ['import', msg('importing is not possible')],
  ['export', msg('exporting is not possible')],
]);

const WRONG_STARTS = new Map([
  ['let', msg`\`let\` starts a statement, but only an expression is allowed here: ${FUNCTION}.`],
  [
    'import',
    msg('`import` starts a statement, but only an expression is allowed here: importing is not possible.'),
  ],
  ['not', msg('`not` is Python. In JavaScript, write `!`.')],
  ['lambda', msg('`lambda x: y` is Python. In JavaScript, write `x => y`.')],
  ['await', msg('`await` is allowed only inside `async` functions.')],
]);

/** Words of Python that are used as operators of JavaScript. */
const PYTHON = new Map([
  ['and', msg('`and` is not an operator of JavaScript. Write `&&`.')],
  ['or', msg('`or` is not an operator of JavaScript. Write `||`.')],
  ['is', msg('`is` is not an operator of JavaScript. Write `===`.')],
  ['not', msg('`not` is not an operator of JavaScript. Write `!`.')],
  ['if', msg('`if` cannot follow a value. Write `condition ? a : b`.')],
  ['for', msg('`for` cannot follow a value. Build lists with `.map()` and `.filter()`.')],
]);

const TYPOGRAPHIC_QUOTES = /[\u2018-\u201f\u00ab\u00bb\u300c-\u300f]/;

/** The parser's other messages, and ours. */
const REASONS: readonly (readonly [RegExp, (place: Place, detail: string) => Message])[] = [
  [/^Unterminated string/, unclosedText],
  [/^Unterminated template/, () => msg('The template literal is not closed. Expected a backtick.')],
  [/^Unterminated comment/, () => msg('The comment is not closed. Expected `*/`.')],
  [
    /^Unterminated regular/,
    () => msg('The regular expression that starts at this `/` is not closed. Expected another `/`.'),
  ],
  [
    /regular expression flag/,
    () => msg('Invalid flags of a regular expression. Each of `dgimsuvy` is allowed once.'),
  ],
  [
    /^Invalid regular expression: .*: (.*)/s,
    (_, why) => msg`Invalid regular expression: ${why.toLowerCase()}.`,
  ],
  [/^Unexpected character/, strangeCharacter],
  [/^Expecting Unicode escape/, () => msg('Unexpected `\\`: it is allowed only inside quotes.')],
  [
    /escape sequence|Unicode escape|^Code point/,
    () => msg('An escape sequence (`\\`) in this string is not complete.'),
  ],
  [
    /directly after number/,
    (place) => msg`Unexpected ${shown(place)} after a number. Names cannot start with a digit.`,
  ],
  [/radix|Numeric separator|^Invalid number/, (place) => msg`${shown(place)} is not a valid number.`],
  [
    /rvalue|left-hand side|^Binding|Parenthesized pattern/,
    () => msg('Only a variable or a property can be assigned to. To compare, write `==` or `===`.'),
  ],
  [/^Shorthand property/, () => msg('Unexpected `=` in an object. Expected `:` between key and value.')],
  [/^Optional chaining/, () => msg('`?.` is not allowed here. Write `.`, or use parentheses.')],
  [
    /^Logical expressions and coalesce/,
    () => msg('`??` cannot be combined with `||` or `&&` without parentheses.'),
  ],
  [
    /already been declared|name clash|^Redefinition|^Duplicate/,
    (place) => msg`${shown(place)} is defined twice.`,
  ],
  [/[Pp]rivate/, () => msg('A private name (`#name`) is available only inside the class that declares it.')],
  [
    /[Kk]eyword '(\w+)'/,
    (_, word) => msg`\`${word}\` is a reserved word of JavaScript and is not allowed here.`,
  ],
  [
    /^Missing initializer|initialization value/,
    () => msg('The declared name has no value. Expected `=` and a value.'),
  ],
];

/** Punctuation of a Chinese keyboard outside of the block of full-width forms. */
const FULL_WIDTH: ReadonlyMap<string, string> = new Map([
  ['。', '.'],
  ['、', ','],
]);

function strangeCharacter(place: Place): Message {
  const char = place.token ? text(place.body, place.token) : '';
  const code = codePointAt(char, 0);
  if (TYPOGRAPHIC_QUOTES.test(char))
    return msg`Unexpected typographic quote \`${char}\`. Expected \`'\` or \`"\`.`;
  if (code > 0xff00 && code < 0xff5f) {
    return msg`Unexpected full-width \`${char}\`. Expected \`${String.fromCharCode(code - 0xfee0)}\`.`;
  }
  const meant = FULL_WIDTH.get(char);
  if (meant !== undefined) return msg`Unexpected full-width \`${char}\`. Expected \`${meant}\`.`;
  if (char === '#') return msg('`#` does not start a comment in JavaScript. Write `/* … */`.');
  return msg`${quoted(char)} is not a valid character in JavaScript.`;
}

function closer({ opener }: Bracket): string {
  return opener === '(' ? ')' : opener === '[' ? ']' : '}';
}

function isCloser(found: string): boolean {
  return found === ')' || found === ']' || found === '}';
}

/** In double quotes, YAML and JSON convert `\n` into a line break before the expression is parsed. */
function unclosedText(place: Place): Message {
  const quote = firstChar(place);
  const rest = place.body.slice(place.token?.start ?? place.body.length);
  const lineBreak = rest.indexOf('\n');
  if (lineBreak >= 0 && rest.includes(quote, lineBreak))
    return msg(
      'The string contains a line break. Write it as `\\n`, or as `\\\\n` in a value in double quotes.',
    );
  return msg`The string is not closed. Expected \`${quote}\` before the end of the line.`;
}

function firstChar({ body, token }: Place): string {
  return token ? body.charAt(token.start) : '';
}

function shown({ body, token, previous }: Place): TextOrMessage {
  const what = token ?? previous;
  return what ? quoted(text(body, what)) : msg('the end of the expression');
}

/** In characters. */
const SHOWN_LENGTH = 30;

/** The text as code, shortened to one line, with invisible characters spelled out. */
function quoted(found: string): string {
  const [line = ''] = found.split(/[\r\n]/, 1);
  const characters = [...line.slice(0, 2 * SHOWN_LENGTH)];
  const whole = line === found && characters.length <= SHOWN_LENGTH;
  const start = characters.slice(0, SHOWN_LENGTH).map(visible).join('') + (whole ? '' : '…');
  return start.includes('`') ? start : `\`${start}\``;
}

function visible(char: string): string {
  if (!/\p{C}/u.test(char)) return char;
  return `U+${codePointAt(char, 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function text(body: string, { start, end }: Range): string {
  return body.slice(start, end);
}

/** Whether a string continues into another expression on the same line. */
function holdsNextExpression(text: string): boolean {
  const close = text.indexOf('}}');
  const open = text.indexOf('{{', close + 2);
  return close >= 0 && open >= 0 && !/[\n\r]/.test(text.slice(close, open));
}
