import { type Message, msg, type TextOrMessage } from '../text/message';
import type { Range } from '../text/range';
import { isMeantAsName, startsNoExpression } from './reserved-words';
import { type Bracket, Lexer, type Token } from './tokens';

/** Why a text is not one expression, in words for its author. The range lies in the body that was parsed. */
export type SyntaxProblem = {
  /** `limit`: the text may well be right, but is more than will be looked at. */
  readonly kind: 'syntax' | 'limit';
  readonly message: Message;
  readonly start: number;
  readonly end: number;
};

/** The surroundings of the place where parsing stopped. */
interface Place {
  readonly body: string;
  readonly first: Token | undefined;
  readonly previous: Token | undefined;
  /** The offending token; undefined at the end of the body. */
  readonly token: Token | undefined;
  /** The innermost bracket that is open before the token. */
  readonly bracket: Bracket | undefined;
  /** What comes before the token is a complete value. */
  readonly operand: boolean;
  /** There is a `?` before the token. */
  readonly conditional: boolean;
  /** A string before the token that took the end of an expression and the beginning of the next one along. */
  readonly tooLong: Token | undefined;
}

/** Explains an error that the parser found at `offset`; `reason` is the parser's own message, without position. */
export function explainError(body: string, offset: number, reason: string): SyntaxProblem {
  const place = placeAt(body, complainsBehind(body, offset, reason) ? offset - 1 : offset);
  const known = unclosedString(place) ?? reservedName(place);
  if (known) return known;
  if (reason === 'Unexpected token') return wrongStart(place) ?? problem(place, unexpected(place));
  for (const [pattern, say] of REASONS) {
    const match = pattern.exec(reason);
    if (match) return problem(place, say(place, match[1] ?? ''));
  }
  return problem(place, msg`Found ${shown(place)}, which JavaScript does not allow here.`);
}

/** Explains what follows a complete expression that ends at `end`; undefined if that is blanks and comments. */
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

/** A backslash or `#` that begins no name shows to the parser only in the character after it. */
function complainsBehind(body: string, offset: number, reason: string): boolean {
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
  const message = msg`The string that begins here is not closed: expected \`${quote}\` before \`}}\`.`;
  return { kind: 'syntax', message, start, end: body.indexOf('}}', start) };
}

/** A first word that another language, or a statement, would put before a name. */
function wrongStart({ body, first, previous, token }: Place): SyntaxProblem | undefined {
  if (first === undefined || previous !== first || token?.kind !== 'name') return undefined;
  const message = WRONG_STARTS.get(text(body, first));
  return message === undefined ? undefined : { kind: 'syntax', message, start: first.start, end: first.end };
}

/** A word of JavaScript where its author means a variable. */
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
  const message = msg`\`${text(body, word)}\` is a reserved word of JavaScript: no variable can be read by this name.`;
  return { kind: 'syntax', message, start: word.start, end: word.end };
}

/** Operators of other languages, and those of which the signs are exchanged. */
const OTHER_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['=>', '>='],
  ['=<', '<='],
  ['<>', '!=='],
  ['->', '.'],
]);

/** The operator that ends with an unexpected token, and what JavaScript writes. */
function otherOperator({ token, previous, body }: Place): Message | undefined {
  if (token === undefined) return undefined;
  const start = previous?.end === token.start ? previous.start : token.start;
  const written = [body.slice(start, token.end), text(body, token)].find((one) => OTHER_OPERATORS.has(one));
  const meant = OTHER_OPERATORS.get(written ?? '');
  return meant === undefined ? undefined : msg`Found \`${written}\`: JavaScript writes \`${meant}\`.`;
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
      return msg`Found \`${found}\`: put braces around the body of the function, \`=> { ${found} … }\`.`;
    if (place.operand) return PYTHON.get(found) ?? msg`Found \`${found}\`, expected ${continuation(place)}.`;
    return msg`\`${found}\` begins a statement, but only an expression may stand here: ${statement}.`;
  }
  if (isCloser(found) && (place.operand || before === place.bracket?.opener))
    return strayCloser(place, found);
  if (place.operand) return PYTHON.get(found) ?? msg`Found ${shown(place)}, expected ${continuation(place)}.`;
  if (before === '.' || before === '?.')
    return msg`Found ${shown(place)}, expected a name behind \`${before}\`.`;
  return msg`Found ${shown(place)} where a value is expected${before ? msg`, behind ${quoted(before)}` : ''}.`;
}

function endsEarly({ previous, bracket, body, operand, conditional }: Place): Message {
  const before = previous ? text(body, previous) : '';
  if (before === '.' || before === '?.') return msg`A name is expected behind \`${before}\`.`;
  if (!operand && before !== bracket?.opener && before !== '}')
    return msg`A value is expected behind ${quoted(before)}.`;
  if (bracket) return msg`\`${bracket.opener}\` is not closed: expected \`${closer(bracket)}\`.`;
  if (conditional) return msg('The other choice is missing: behind `?` expected `a : b`.');
  return msg`The expression is not complete: something is expected behind ${quoted(before)}.`;
}

function rest(place: Place): Message {
  const { body, previous, token } = place;
  const found = token ? text(body, token) : '';
  if (found === ';') return msg('Found `;`: between the braces stands one expression, not statements.');
  if (isCloser(found)) return strayCloser(place, found);
  if (found === ':')
    return msg('Found `:` without a `?` before it; an object needs braces of its own, `{ key: value }`.');
  if (token?.kind === 'name' && previous?.kind === 'string' && previous.end === token.start) {
    const quote = body.charAt(previous.start);
    return msg`Found \`${found}\` directly behind a text; a \`${quote}\` inside of it must be written \`\\${quote}\`.`;
  }
  return (
    PYTHON.get(found) ??
    otherOperator(place) ??
    msg`Found ${shown(place)} behind the end of the expression, expected ${continuation(place)}.`
  );
}

function strayCloser({ bracket, previous, body }: Place, found: string): Message {
  if (bracket && closer(bracket) !== found) {
    return msg`Found \`${found}\`, but \`${bracket.opener}\` is still open: expected \`${closer(bracket)}\`.`;
  }
  if (bracket)
    return msg`Found \`${found}\`, expected more behind ${quoted(previous ? text(body, previous) : '')}.`;
  return msg`\`${found}\` closes nothing: remove it, or open it before.`;
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

/** Keywords that begin a statement, and what to write in their place. */
const STATEMENTS = new Map([
  ['if', CHOICE],
  ['else', CHOICE],
  ['switch', CHOICE],
  ['return', msg('leave `return` out')],
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
  ['debugger', msg('leave `debugger` out')],
  ['import', msg('nothing can be imported')],
  ['export', msg('nothing can be exported')],
]);

const WRONG_STARTS = new Map([
  ['let', msg`\`let\` begins a statement, but only an expression may stand here: ${FUNCTION}.`],
  [
    'import',
    msg('`import` begins a statement, but only an expression may stand here: nothing can be imported.'),
  ],
  ['not', msg('Python’s `not` is written `!` here.')],
  ['lambda', msg('Python’s `lambda x: y` is written `x => y` here.')],
  ['await', msg('`await` works inside `async` functions only.')],
]);

/** Words of Python that stand where JavaScript has an operator. */
const PYTHON = new Map([
  ['and', msg('Found `and`: JavaScript writes `&&`.')],
  ['or', msg('Found `or`: JavaScript writes `||`.')],
  ['is', msg('Found `is`: JavaScript writes `===`.')],
  ['not', msg('Found `not`: JavaScript writes `!`.')],
  ['if', msg('Found `if` behind a value: JavaScript writes `condition ? a : b`.')],
  ['for', msg('Found `for` behind a value: JavaScript makes lists with `.map()` and `.filter()`.')],
]);

const TYPOGRAPHIC_QUOTES = /[\u2018-\u201f\u00ab\u00bb\u300c-\u300f]/;

/** The parser's other messages, and ours. */
const REASONS: readonly (readonly [RegExp, (place: Place, detail: string) => Message])[] = [
  [/^Unterminated string/, unclosedText],
  [/^Unterminated template/, () => msg('The template literal is not closed: expected a backquote.')],
  [/^Unterminated comment/, () => msg('The comment is not closed: expected `*/`.')],
  [
    /^Unterminated regular/,
    () => msg('Found `/`, which begins a regular expression here; its closing `/` is missing.'),
  ],
  [
    /regular expression flag/,
    () => msg('A regular expression takes each of the flags `dgimsuvy` at most once.'),
  ],
  [
    /^Invalid regular expression: .*: (.*)/s,
    (_, why) => msg`The regular expression is not valid: ${why.toLowerCase()}.`,
  ],
  [/^Unexpected character/, strangeCharacter],
  [/^Expecting Unicode escape/, () => msg('Found `\\`, which means something only inside of quotes.')],
  [/escape sequence|Unicode escape|^Code point/, () => msg('An escape (`\\`) in this text is not complete.')],
  [
    /directly after number/,
    (place) => msg`Found ${shown(place)} directly behind a number; names cannot begin with a digit.`,
  ],
  [/radix|Numeric separator|^Invalid number/, (place) => msg`${shown(place)} is not a valid number.`],
  [
    /rvalue|left-hand side|^Binding|Parenthesized pattern/,
    () => msg('Only a variable, or a member of one, can be assigned to; to compare, write `==` or `===`.'),
  ],
  [/^Shorthand property/, () => msg('Found `=` in an object, expected `:` between key and value.')],
  [/^Optional chaining/, () => msg('`?.` is not possible here; write `.` or use parentheses.')],
  [/^Logical expressions and coalesce/, () => msg('`??` together with `||` or `&&` needs parentheses.')],
  [
    /already been declared|name clash|^Redefinition|^Duplicate/,
    (place) => msg`${shown(place)} is defined twice.`,
  ],
  [/[Pp]rivate/, () => msg('A private name (`#name`) exists only inside of a class that declares it.')],
  [
    /[Kk]eyword '(\w+)'/,
    (_, word) => msg`\`${word}\` is a reserved word of JavaScript and cannot stand here.`,
  ],
  [
    /^Missing initializer|initialization value/,
    () => msg('Expected `=` and a value behind the name that is declared.'),
  ],
];

/** Punctuation of a Chinese keyboard outside of the block of full-width forms. */
const FULL_WIDTH: ReadonlyMap<string, string> = new Map([
  ['。', '.'],
  ['、', ','],
]);

function strangeCharacter(place: Place): Message {
  const char = place.token ? text(place.body, place.token) : '';
  const code = char.codePointAt(0) ?? 0;
  if (TYPOGRAPHIC_QUOTES.test(char))
    return msg`Found the typographic quote \`${char}\`, expected \`'\` or \`"\`.`;
  if (code > 0xff00 && code < 0xff5f) {
    return msg`Found the full-width \`${char}\`, expected \`${String.fromCharCode(code - 0xfee0)}\`.`;
  }
  const meant = FULL_WIDTH.get(char);
  if (meant !== undefined) return msg`Found the full-width \`${char}\`, expected \`${meant}\`.`;
  if (char === '#') return msg('Found `#`, which begins no comment in JavaScript, expected `/* … */`.');
  return msg`Found ${quoted(char)}, which means nothing in JavaScript.`;
}

function closer({ opener }: Bracket): string {
  return opener === '(' ? ')' : opener === '[' ? ']' : '}';
}

function isCloser(found: string): boolean {
  return found === ')' || found === ']' || found === '}';
}

/** In double quotes, YAML and JSON make a line break of `\n` before the expression is read. */
function unclosedText(place: Place): Message {
  const quote = firstChar(place);
  const rest = place.body.slice(place.token?.start ?? place.body.length);
  const lineBreak = rest.indexOf('\n');
  if (lineBreak >= 0 && rest.includes(quote, lineBreak))
    return msg(
      'The text contains a line break. Write it as `\\n`, or as `\\\\n` in a value in double quotes.',
    );
  return msg`The text is not closed: expected \`${quote}\` before its line ends.`;
}

function firstChar({ body, token }: Place): string {
  return token ? body.charAt(token.start) : '';
}

function shown({ body, token, previous }: Place): TextOrMessage {
  const what = token ?? previous;
  return what ? quoted(text(body, what)) : msg('the end');
}

/** In characters. */
const SHOWN_LENGTH = 30;

/** The text as code, cut to one short line, with characters that cannot be seen spelled out. */
function quoted(found: string): string {
  const [line = ''] = found.split(/[\r\n]/, 1);
  const characters = [...line.slice(0, 2 * SHOWN_LENGTH)];
  const whole = line === found && characters.length <= SHOWN_LENGTH;
  const start = characters.slice(0, SHOWN_LENGTH).map(visible).join('') + (whole ? '' : '…');
  return start.includes('`') ? start : `\`${start}\``;
}

function visible(char: string): string {
  if (!/\p{C}/u.test(char)) return char;
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function text(body: string, { start, end }: Range): string {
  return body.slice(start, end);
}

/** Whether a text goes beyond the end of its expression, to the beginning of another one on the same line. */
function holdsNextExpression(text: string): boolean {
  const close = text.indexOf('}}');
  const open = text.indexOf('{{', close + 2);
  return close >= 0 && open >= 0 && !/[\n\r]/.test(text.slice(close, open));
}
