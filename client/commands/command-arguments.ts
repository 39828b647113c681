import { Uri } from 'vscode';

/**
 * Arguments of a command, from a key binding or a task, that replace its questions. Addresses are strings. Menus pass
 * other values, which are ignored.
 */
export class CommandArguments {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(given: unknown) {
    const isObject = typeof given === 'object' && given !== null && !(given instanceof Uri);
    this.#values = new Map(isObject ? Object.entries(given) : []);
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  uri(name: string): Uri | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : Uri.parse(value);
  }

  /** Whether the arguments agree to something in advance. */
  has(name: string): boolean {
    return this.#values.get(name) === true;
  }
}
