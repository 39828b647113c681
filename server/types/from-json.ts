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

/** Longer texts are not looked into, in UTF-16 code units. */
const MAX_JSON_LENGTH = 4_000_000;

/** What is nested deeper is unknown. */
const DEEPEST = MAX_TYPE_DEPTH - 8;

/**
 * The shape of what `JSON.parse` makes of the text; undefined when it would throw. Of a list of objects, a member
 * that only some have is optional. With `of`, the token of the text, each member has the place of its key in it.
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
 * Reads text that is known to be JSON, token by token: building the tree of the library recurses, and deeply nested
 * text exhausts the stack.
 */
class JsonReader {
  private readonly scanner;

  constructor(
    private readonly text: string,
    private readonly of: unknown,
  ) {
    this.scanner = createScanner(text, true);
  }

  /** The shape of the next value, whose first token begins with `start`. */
  value(depth: number, start = this.next()): ValueType {
    switch (start) {
      case '{':
        return depth < DEEPEST ? this.object(depth + 1) : this.skipNested();
      case '[':
        return depth < DEEPEST ? this.list(depth + 1) : this.skipNested();
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

  /** Moves to the next token, and returns its first character. */
  private next(): string {
    this.scanner.scan();
    return this.text.charAt(this.scanner.getTokenOffset());
  }

  /** Moves to the next item, or to the bracket at the end. */
  private nextItem(): string {
    const start = this.next();
    return start === ',' ? this.next() : start;
  }

  /** Moves over a list or object that is nested too deeply. */
  private skipNested(): ValueType {
    for (let open = 1; open > 0; ) {
      const start = this.next();
      if (start === '{' || start === '[') open++;
      if (start === '}' || start === ']') open--;
    }
    return UNKNOWN;
  }
}
