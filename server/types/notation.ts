import type { LibraryTypeRef, Parameter, Signature } from './signature';

const UNKNOWN_TYPE: LibraryTypeRef = { kind: 'name', name: 'unknown', of: [] };

/** Reads a type in the notation of `library-data.ts`. */
export function readType(text: string): LibraryTypeRef {
  return new NotationReader(text).type();
}

/** Reads a whole signature: `<T>(value: T, index?: number): T[]`. */
export function readSignature(text: string): Signature {
  return new NotationReader(text).signature(':');
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?\d[\d.]*|[\w$]+|=>|\.\.\.|\S)/y;

/** The notation is generated, so invalid text is skipped without an error. */
class NotationReader {
  private readonly tokens: { readonly text: string; readonly start: number; readonly end: number }[] = [];
  private at = 0;

  constructor(private readonly source: string) {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
      const [, text = ''] = match;
      this.tokens.push({ text, start: TOKEN.lastIndex - text.length, end: TOKEN.lastIndex });
    }
  }

  type(): LibraryTypeRef {
    const of = [this.postfix()];
    while (this.take('|')) of.push(this.postfix());
    const [only, ...others] = of;
    return only && others.length === 0 ? only : { kind: 'union', of };
  }

  signature(arrow: ':' | '=>'): Signature {
    const start = this.start();
    const typeParameters: string[] = [];
    if (this.take('<')) {
      while (this.more('>')) {
        typeParameters.push(this.next());
        this.take(',');
      }
    }
    this.take('(');
    const parameters: Parameter[] = [];
    while (this.more(')')) {
      parameters.push(this.parameter());
      this.take(',');
    }
    const returns = this.take(arrow) ? this.type() : UNKNOWN_TYPE;
    return { typeParameters, parameters, returns, text: this.source.slice(start, this.end()) };
  }

  private parameter(): Parameter {
    const start = this.start();
    const rest = this.take('...');
    const name = this.next();
    const optional = this.take('?');
    this.take(':');
    const type = this.type();
    const text = this.source.slice(start, this.end());
    return { name, optional, rest, type: rest && type.kind === 'array' ? type.element : type, text };
  }

  private postfix(): LibraryTypeRef {
    let type = this.primary();
    while (this.peek() === '[' && this.peek(1) === ']') {
      this.at += 2;
      type = { kind: 'array', element: type };
    }
    return type;
  }

  private primary(): LibraryTypeRef {
    if (this.peek() === '<' || (this.peek() === '(' && this.isFunction())) {
      return { kind: 'function', signature: this.signature('=>') };
    }
    if (this.take('(')) {
      const type = this.type();
      this.take(')');
      return type;
    }
    if (this.take('[')) return { kind: 'tuple', items: this.types(']') };
    const word = this.next();
    if (word.startsWith('"')) return { kind: 'literal', value: String(JSON.parse(word)) };
    if (/^-?\d/.test(word)) return { kind: 'literal', value: Number(word) };
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    return { kind: 'name', name: word, of: this.take('<') ? this.types('>') : [] };
  }

  private types(closer: string): LibraryTypeRef[] {
    const types: LibraryTypeRef[] = [];
    while (this.more(closer)) {
      types.push(this.type());
      this.take(',');
    }
    return types;
  }

  /** `(a: T` and `()` begin a function; `(string | number)` does not. */
  private isFunction(): boolean {
    const [first, second] = [this.peek(1), this.peek(2)];
    return first === ')' || first === '...' || second === ':' || second === '?';
  }

  private more(closer: string): boolean {
    return this.at < this.tokens.length && !this.take(closer);
  }

  private peek(ahead = 0): string {
    return this.tokens[this.at + ahead]?.text ?? '';
  }

  private next(): string {
    const text = this.peek();
    this.at++;
    return text;
  }

  private take(text: string): boolean {
    if (this.peek() !== text) return false;
    this.at++;
    return true;
  }

  private start(): number {
    return this.tokens[this.at]?.start ?? this.source.length;
  }

  private end(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }
}
