import type { Json } from '../conversation/events';

/** Shorter keys are placeholders for servers without keys, such as `none`: replacing them would spoil texts. */
const MIN_SECRET_LENGTH = 8;

/** Removes a secret from everything that is displayed or written. */
export class Redactor {
  private readonly secret: string | undefined;
  private rest = '';

  constructor(key: string | undefined) {
    this.secret = key !== undefined && key.length >= MIN_SECRET_LENGTH ? key : undefined;
  }

  text(text: string): string {
    return this.secret === undefined ? text : text.replaceAll(this.secret, '***');
  }

  json(value: Json): Json {
    if (this.secret === undefined) return value;
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => this.json(item));
    const members = Object.entries(value).map(([name, member]) => [this.text(name), this.json(member)]);
    return Object.fromEntries(members) as Json;
  }

  /**
   * The next part of a text without an end that may be the start of the secret, which is returned with the next part.
   */
  piece(piece: string): string {
    const { secret } = this;
    if (secret === undefined) return piece;
    const text = this.text(this.rest + piece);
    let length = Math.min(secret.length - 1, text.length);
    while (length > 0 && !secret.startsWith(text.slice(-length))) length--;
    this.rest = text.slice(text.length - length);
    return text.slice(0, text.length - length);
  }

  /** The remaining end of the text. */
  lastPiece(): string {
    const { rest } = this;
    this.rest = '';
    return rest;
  }
}
