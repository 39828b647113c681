// Parses the parts of TypeScript declaration files that its library of ECMAScript consists of: interfaces, variables,
// functions and namespaces. Types become those of `server/types/signature.ts`; other types become `unknown`.

/**
 * @typedef {{ kind: 'name', name: string, of: Type[] } | { kind: 'literal', value: string | number | boolean }
 *   | { kind: 'array', element: Type } | { kind: 'tuple', items: Type[] } | { kind: 'union', of: Type[] }
 *   | { kind: 'function', signature: Signature }} Type
 * @typedef {{ name: string, optional: boolean, rest: boolean, type: Type }} Parameter
 * @typedef {{ typeParameters: string[], parameters: Parameter[], returns: Type, guard: boolean }} Signature
 * @typedef {{ name: string, optional: boolean, type: Type | undefined, signature: Signature | undefined,
 *   doc: string, deprecated: boolean }} Member
 * @typedef {{ name: string, parameters: string[], bases: Type[], members: Member[] }} Interface
 * @typedef {{ interfaces: Interface[], globals: Member[] }} Declarations
 */

/** @type {Type} */
const UNKNOWN = { kind: 'name', name: 'unknown', of: [] };

/** @param {string} text @returns {Declarations} */
export function readDeclarations(text) {
  return new Reader(tokens(text)).file();
}

/** @typedef {{ text: string, doc: string }} Token */

/** @param {string} text @returns {Token[]} */
function tokens(text) {
  const pattern =
    /\s+|\/\/[^\n]*|(\/\*[\s\S]*?\*\/)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[\w$]+|=>|\.\.\.|.)/gy;
  /** @type {Token[]} */
  const found = [];
  let doc = '';
  for (const match of text.matchAll(pattern)) {
    if (match[1]?.startsWith('/**')) doc = match[1];
    if (match[2] === undefined) continue;
    found.push({ text: match[2], doc });
    doc = '';
  }
  return found;
}

class Reader {
  /** @param {Token[]} tokens */
  constructor(tokens) {
    this.tokens = tokens;
    this.at = 0;
    /** @type {Declarations} */
    this.found = { interfaces: [], globals: [] };
  }

  file() {
    while (this.at < this.tokens.length) this.declaration(undefined);
    return this.found;
  }

  /** @param {Interface | undefined} namespace */
  declaration(namespace) {
    const doc = this.tokens[this.at]?.doc ?? '';
    while (this.take('declare') || this.take('export')) {}
    if (this.take('interface')) this.interface();
    else if (this.take('var') || this.take('const') || this.take('let')) {
      const name = this.next();
      this.expect(':');
      this.found.globals.push({
        name,
        optional: false,
        type: this.type(),
        signature: undefined,
        ...read(doc),
      });
      this.take(';');
    } else if (this.take('function')) {
      const name = this.next();
      const member = { name, optional: false, type: undefined, signature: this.signature(), ...read(doc) };
      (namespace?.members ?? this.found.globals).push(member);
      this.take(';');
    } else if (this.take('namespace')) {
      /** @type {Interface} */
      const own = { name: this.next(), parameters: [], bases: [], members: [] };
      this.expect('{');
      while (!this.take('}')) this.declaration(own);
      this.found.interfaces.push(own);
    } else if (this.take('global')) {
      this.expect('{');
      while (!this.take('}')) this.declaration(undefined);
    } else this.skipStatement();
  }

  interface() {
    const name = this.next();
    const parameters = this.typeParameters();
    const bases = [];
    if (this.take('extends')) {
      do bases.push(this.type());
      while (this.take(','));
    }
    /** @type {Interface} */
    const found = { name, parameters, bases, members: [] };
    this.expect('{');
    while (!this.take('}')) this.member(found);
    this.found.interfaces.push(found);
  }

  /** @param {Interface} owner */
  member(owner) {
    const { doc } = this.peekToken();
    while (['readonly', 'get', 'set', 'abstract'].includes(this.peek()) && /^[\w["']/.test(this.peek(1)))
      this.at++;
    let name = '';
    if (this.peek() === '[') {
      // Computed names and index signatures are skipped.
      this.skipBalanced();
      name = '[';
    } else if (this.peek() !== '(' && this.peek() !== '<') name = unquoted(this.next());
    const optional = this.take('?');
    const isMethod = this.peek() === '(' || this.peek() === '<';
    const signature = isMethod ? this.signature() : undefined;
    const type = !isMethod && this.take(':') ? this.type() : undefined;
    while (this.take(';') || this.take(',')) {}
    if (name !== '[') owner.members.push({ name, optional, type, signature, ...read(doc) });
  }

  /** @returns {string[]} */
  typeParameters() {
    const names = [];
    if (!this.take('<')) return [];
    while (!this.take('>')) {
      this.take('const');
      names.push(this.next());
      if (this.take('extends')) this.type();
      if (this.take('=')) this.type();
      this.take(',');
    }
    return names;
  }

  /** @param {string} arrow @returns {Signature} */
  signature(arrow = ':') {
    const typeParameters = this.typeParameters();
    const parameters = [];
    let guard = false;
    this.expect('(');
    while (!this.take(')')) {
      const rest = this.take('...');
      const name = this.next();
      const optional = this.take('?');
      const type = this.take(':') ? this.type() : UNKNOWN;
      guard ||= type.kind === 'function' && type.signature.guard;
      // `this` is not a real parameter.
      if (name !== 'this') parameters.push({ name, optional, rest, type: rest ? elementOf(type) : type });
      this.take(',');
    }
    if (!this.take(arrow)) return { typeParameters, parameters, returns: UNKNOWN, guard };
    if (this.take('asserts')) guard = true;
    if (this.peek(1) === 'is') {
      this.at += 2;
      this.type();
      return { typeParameters, parameters, returns: named('boolean'), guard: true };
    }
    return { typeParameters, parameters, returns: this.type(), guard };
  }

  /** @returns {Type} */
  type() {
    const type = this.unionType();
    if (!this.take('extends')) return type;
    this.unionType();
    this.expect('?');
    this.type();
    this.expect(':');
    this.type();
    return UNKNOWN;
  }

  /** @returns {Type} */
  unionType() {
    this.take('|');
    const of = [this.intersection()];
    while (this.take('|')) of.push(this.intersection());
    return unionOf(of);
  }

  /** @returns {Type} */
  intersection() {
    const type = this.postfix();
    if (!this.take('&')) return type;
    do this.postfix();
    while (this.take('&'));
    return UNKNOWN;
  }

  /** @returns {Type} */
  postfix() {
    let type = this.primary();
    while (this.peek() === '[') {
      this.at++;
      if (this.take(']')) type = { kind: 'array', element: type };
      else {
        this.type();
        this.expect(']');
        type = UNKNOWN;
      }
    }
    return type;
  }

  /** @returns {Type} */
  primary() {
    if (this.peek() === '(' || this.peek() === '<') {
      const start = this.at;
      if (this.isFunctionType()) {
        this.at = start;
        return { kind: 'function', signature: this.signature('=>') };
      }
      this.at = start;
      this.expect('(');
      const type = this.type();
      this.expect(')');
      return type;
    }
    if (this.peek() === '{') {
      this.skipBalanced();
      return UNKNOWN;
    }
    if (this.take('[')) return this.tuple();
    return this.word(this.next());
  }

  /** @returns {Type} */
  tuple() {
    const items = [];
    while (!this.take(']')) {
      this.take('...');
      if (this.peek(1) === ':' || this.peek(1) === '?') this.at += this.peek(1) === '?' ? 3 : 2;
      items.push(this.type());
      this.take(',');
    }
    return { kind: 'tuple', items };
  }

  /** The type that begins with a word or a literal. @param {string} word @returns {Type} */
  word(word) {
    if (word === 'readonly') return this.postfix();
    if (word === 'keyof' || word === 'typeof' || word === 'infer' || word === 'unique') {
      this.postfix();
      return word === 'unique' ? named('symbol') : UNKNOWN;
    }
    if (word === 'new' || word === 'abstract') {
      this.take('new');
      this.signature('=>');
      return UNKNOWN;
    }
    if (word === '-') return { kind: 'literal', value: -Number(this.next()) };
    if (/^["'\d]/.test(word)) {
      return { kind: 'literal', value: /^\d/.test(word) ? Number(word) : unquoted(word) };
    }
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    if (word.startsWith('`')) return named('string');
    let name = word;
    while (this.take('.')) name += `.${this.next()}`;
    const of = [];
    if (this.take('<')) {
      while (!this.take('>')) {
        of.push(this.type());
        this.take(',');
      }
    }
    return reference(name, of);
  }

  /** Whether the parenthesis here begins a function type, which has an arrow after it. */
  isFunctionType() {
    if (this.peek() === '<') return true;
    this.skipBalanced();
    return this.peek() === '=>';
  }

  skipBalanced() {
    let depth = 0;
    do {
      const text = this.next();
      if (text === '(' || text === '[' || text === '{') depth++;
      if (text === ')' || text === ']' || text === '}') depth--;
    } while (depth > 0 && this.at < this.tokens.length);
  }

  skipStatement() {
    for (;;) {
      const text = this.peek();
      if (text === '{' || text === '(' || text === '[') {
        this.skipBalanced();
        if (text === '{' && this.peek() !== '[' && this.peek() !== ';') return;
      } else if (this.next() === ';' || this.at >= this.tokens.length) return;
    }
  }

  peekToken(ahead = 0) {
    return this.tokens[this.at + ahead] ?? { text: '', doc: '' };
  }

  peek(ahead = 0) {
    return this.peekToken(ahead).text;
  }

  next() {
    const { text } = this.peekToken();
    this.at++;
    return text;
  }

  /** @param {string} text */
  take(text) {
    if (this.peek() !== text) return false;
    this.at++;
    return true;
  }

  /** @param {string} text */
  expect(text) {
    if (this.take(text)) return;
    const around = this.tokens.slice(Math.max(0, this.at - 8), this.at + 4).map((token) => token.text);
    throw new Error(`Expected ${text} at: ${around.join(' ')}`);
  }
}

/** @param {string} name @returns {Type} */
function named(name) {
  return { kind: 'name', name, of: [] };
}

const READONLY = new Map([
  ['ReadonlyArray', 'Array'],
  ['ReadonlyMap', 'Map'],
  ['ReadonlySet', 'Set'],
  ['ReadonlySetLike', 'Set'],
]);
const ITERABLES = new Set(['Iterable', 'ArrayLike', 'ConcatArray']);
const ITERATORS = /^(?:globalThis\.)?(?:IterableIterator|IteratorObject|\w*Iterator)$/;
const ANYTHING = new Set(['any', 'unknown', 'object', 'Object', 'never', 'bigint', 'PropertyDescriptorMap']);

/** @param {string} written @param {Type[]} of @returns {Type} */
function reference(written, of) {
  const name = READONLY.get(written) ?? written;
  const first = of[0] ?? UNKNOWN;
  if (name === 'Array') return { kind: 'array', element: first };
  if (name === 'void') return named('undefined');
  if (name === 'PropertyKey') return unionOf(['string', 'number', 'symbol'].map(named));
  if (ITERABLES.has(name)) return { kind: 'name', name: 'Iterable', of: [first] };
  if (ITERATORS.test(name)) return { kind: 'name', name: 'Iterator', of: [first] };
  if (name === 'Readonly' || name === 'NoInfer') return first;
  return ANYTHING.has(name) ? UNKNOWN : { kind: 'name', name, of };
}

/** @param {Type[]} types @returns {Type} */
export function unionOf(types) {
  const flat = types.flatMap((type) => (type.kind === 'union' ? type.of : [type]));
  const distinct = [...new Map(flat.map((type) => [renderType(type), type])).values()];
  if (distinct.some((type) => type.kind === 'name' && type.name === 'unknown')) return UNKNOWN;
  return distinct.length === 1 && distinct[0] ? distinct[0] : { kind: 'union', of: distinct };
}

/** @param {Type} type @returns {Type} */
function elementOf(type) {
  return type.kind === 'array' ? type.element : UNKNOWN;
}

/** @param {string} text */
function unquoted(text) {
  return /^["']/.test(text) ? text.slice(1, -1) : text;
}

/** The first paragraph of a doc comment. @param {string} doc */
function read(doc) {
  const text = doc
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join('\n')
    .trim();
  const paragraph = text.split(/\n\s*\n|(?:^|\n)@|\n- /)[0] ?? '';
  return { doc: paragraph.replace(/\s+/g, ' ').trim(), deprecated: text.includes('@deprecated') };
}

/** The notation that `server/types/notation.ts` reads. @param {Type} type @returns {string} */
export function renderType(type) {
  switch (type.kind) {
    case 'literal':
      return JSON.stringify(type.value);
    case 'array':
      return `${renderInner(type.element)}[]`;
    case 'tuple':
      return `[${type.items.map(renderType).join(', ')}]`;
    case 'union':
      return type.of
        .map((each) => (each.kind === 'function' ? renderInner(each) : renderType(each)))
        .join(' | ');
    case 'function':
      return renderSignature(type.signature, ' => ');
    default:
      return type.of.length > 0 ? `${type.name}<${type.of.map(renderType).join(', ')}>` : type.name;
  }
}

/** @param {Type} type */
function renderInner(type) {
  const text = renderType(type);
  return type.kind === 'union' || type.kind === 'function' ? `(${text})` : text;
}

/** @param {Signature} signature */
export function renderSignature({ typeParameters, parameters, returns }, arrow = ': ') {
  const generic = typeParameters.length > 0 ? `<${typeParameters.join(', ')}>` : '';
  const list = parameters.map(({ name, optional, rest, type }) => {
    const whole = rest ? renderType({ kind: 'array', element: type }) : renderType(type);
    return `${rest ? '...' : ''}${name}${optional ? '?' : ''}: ${whole}`;
  });
  return `${generic}(${list.join(', ')})${arrow}${renderType(returns)}`;
}
