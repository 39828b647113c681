import { computed } from './operators';
import { literal, MAX_DEPTH, type MemberShape, member, NULL, objectOf, type Shape, UNKNOWN } from './shape';
import { tupleOf } from './union';

/** Longer texts are not looked into, in UTF-16 code units. */
export const MAX_JSON_LENGTH = 4_000_000;

/** What is nested deeper is unknown. */
const DEEPEST = MAX_DEPTH - 8;

/**
 * The shape of what `JSON.parse` makes of the text; undefined when it would throw. Of a list of objects, a member
 * that only some have is optional. With `of`, the token of the text, each member has the place of its key in it.
 */
export function fromJson(text: string, of?: unknown): Shape | undefined {
  if (text.length > MAX_JSON_LENGTH) return UNKNOWN;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return new JsonReader(text, of).value(0);
}

/** Reads text that is known to be JSON. */
class JsonReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly of: unknown,
  ) {}

  value(depth: number): Shape {
    this.skipBlanks();
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth + 1);
      case '[':
        return this.list(depth + 1);
      case '"':
        return computed(this.string());
      default:
        return this.word();
    }
  }

  private object(depth: number): Shape {
    if (depth > DEEPEST) return this.skipNested();
    const members = new Map<string, MemberShape>();
    this.at++;
    while (this.more('}')) {
      const start = this.at + 1;
      const name = this.string();
      const origins = this.of === undefined ? [] : [{ start, end: this.at - 1, of: this.of }];
      this.skipBlanks();
      this.at++;
      members.set(name, member(this.value(depth), ...origins));
    }
    return objectOf(members, true);
  }

  private list(depth: number): Shape {
    if (depth > DEEPEST) return this.skipNested();
    const items: Shape[] = [];
    this.at++;
    while (this.more(']')) items.push(this.value(depth));
    return tupleOf(items);
  }

  /** Whether another item begins here; moves over commas, and over the bracket at the end. */
  private more(closer: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] === ',') {
      this.at++;
      this.skipBlanks();
    }
    if (this.text[this.at] !== closer) return this.at < this.text.length;
    this.at++;
    return false;
  }

  /** Moves over a text with its quotes, and gives what it says. */
  private string(): string {
    const start = this.at;
    let escaped = false;
    for (this.at++; this.text[this.at] !== '"' && this.at < this.text.length; this.at++) {
      if (this.text[this.at] !== '\\') continue;
      escaped = true;
      this.at++;
    }
    this.at++;
    if (!escaped) return this.text.slice(start + 1, this.at - 1);
    return String(JSON.parse(this.text.slice(start, this.at)));
  }

  private word(): Shape {
    const start = this.at;
    while (this.at < this.text.length && !/[\s,\]}]/.test(this.text.charAt(this.at))) this.at++;
    const word = this.text.slice(start, this.at);
    if (word === 'null') return NULL;
    return word === 'true' || word === 'false' ? literal(word === 'true') : computed(Number(word));
  }

  /** Moves over a list or object that is nested too deeply. */
  private skipNested(): Shape {
    let open = 0;
    do {
      const char = this.text[this.at];
      if (char === '"') {
        this.string();
        continue;
      }
      if (char === '{' || char === '[') open++;
      if (char === '}' || char === ']') open--;
      this.at++;
    } while (open > 0 && this.at < this.text.length);
    return UNKNOWN;
  }

  private skipBlanks(): void {
    while (this.text.charCodeAt(this.at) <= 0x20) this.at++;
  }
}
