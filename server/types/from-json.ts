import { createScanner } from 'jsonc-parser';
import { computedType } from './operators';
import { tupleType } from './union';
import {
  literalType,
  MAX_TYPE_DEPTH,
  type MemberType,
  memberType,
  NULL_TYPE,
  objectType,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** Longer texts are not analysed, in UTF-16 code units. */
const MAX_JSON_LENGTH = 4_000_000;

/** Deeper values are unknown. */
const MAX_JSON_DEPTH = MAX_TYPE_DEPTH - 8;

/**
 * The type of the result of `JSON.parse`; undefined if it would throw. In a list of objects, a member that only some
 * have is optional. With `of`, the token of the text, each member has the range of its key.
 */
export function fromJson(text: string, of?: unknown): ValueType | undefined {
  if (text.length > MAX_JSON_LENGTH) return UNKNOWN;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return new JsonReader(text, of).value(0);
}

/**
 * Reads valid JSON token by token: building the library's tree is recursive, and deeply nested text would exhaust the
 * stack.
 */
class JsonReader {
  private readonly scanner;

  constructor(
    private readonly text: string,
    private readonly of: unknown,
  ) {
    this.scanner = createScanner(text, true);
  }

  /** The type of the next value, whose first token begins with `start`. */
  value(depth: number, start = this.next()): ValueType {
    switch (start) {
      case '{':
        return depth < MAX_JSON_DEPTH ? this.object(depth + 1) : this.skipNested();
      case '[':
        return depth < MAX_JSON_DEPTH ? this.list(depth + 1) : this.skipNested();
      case '"':
        return computedType(this.scanner.getTokenValue());
      case 'n':
        return NULL_TYPE;
      case 't':
      case 'f':
        return literalType(start === 't');
      default:
        return computedType(Number(this.scanner.getTokenValue()));
    }
  }

  private object(depth: number): ValueType {
    const members = new Map<string, MemberType>();
    while (this.nextItem() !== '}') {
      const name = this.scanner.getTokenValue();
      const start = this.scanner.getTokenOffset() + 1;
      const end = start + this.scanner.getTokenLength() - 2;
      const origins = this.of === undefined ? [] : [{ start, end, of: this.of }];
      this.next(); // The colon.
      members.set(name, memberType(this.value(depth), ...origins));
    }
    return objectType(members, true);
  }

  private list(depth: number): ValueType {
    const items: ValueType[] = [];
    for (let start = this.nextItem(); start !== ']'; start = this.nextItem())
      items.push(this.value(depth, start));
    return tupleType(items);
  }

  /** Advances to the next token, and returns its first character. */
  private next(): string {
    this.scanner.scan();
    return this.text.charAt(this.scanner.getTokenOffset());
  }

  /** Advances to the next item, or to the closing bracket. */
  private nextItem(): string {
    const start = this.next();
    return start === ',' ? this.next() : start;
  }

  /** Skips a list or object that is nested too deeply. */
  private skipNested(): ValueType {
    for (let open = 1; open > 0; ) {
      const start = this.next();
      if (start === '{' || start === '[') open++;
      if (start === '}' || start === ']') open--;
    }
    return UNKNOWN;
  }
}
