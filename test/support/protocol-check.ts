import { problemsOfParams, problemsOfResult } from './protocol-model';

/** A message of either side. */
interface Message {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Compares everything that the server sends with the protocol. */
export class ProtocolCheck {
  readonly problems: string[] = [];
  /** The methods of the server's requests. */
  readonly requests: string[] = [];
  /** The methods of the client's requests that are not answered yet. */
  private readonly asked = new Map<unknown, string>();
  private readonly unchecked = new Set<unknown>();

  /** The client has sent a message. */
  sent({ id, method, params }: Message): void {
    if (id === undefined || typeof method !== 'string') return;
    this.asked.set(id, method);
    // A resolved item is the item of the client, which may be anything, with more members.
    const isEcho = method.toLowerCase().endsWith('/resolve');
    if (isEcho && problemsOfParams(method, params ?? null).length > 0) this.unchecked.add(id);
  }

  /** The server has sent a message. */
  received(message: Message): void {
    const { id, method } = message;
    if (typeof method === 'string' && id !== undefined) this.requests.push(method);
    if (typeof method === 'string') this.note(method, this.problemsOfMessage(method, message));
    else if (message.error === undefined) {
      const asked = this.asked.get(id);
      this.asked.delete(id);
      if (asked === undefined) this.problems.push(`an answer to ${JSON.stringify(id)}, which was not asked`);
      else if (!isOwn(asked) && !this.unchecked.has(id))
        this.note(asked, problemsOfResult(asked, message.result ?? null));
    }
  }

  private problemsOfMessage(method: string, { params }: Message): readonly string[] {
    if (isOwn(method)) return [];
    // The reported values depend on the request with the token.
    if (method === '$/progress') return [];
    return problemsOfParams(method, params ?? null);
  }

  private note(method: string, problems: readonly string[]): void {
    this.problems.push(...problems.map((one) => `${method}: ${one}`));
  }
}

function isOwn(method: string): boolean {
  return method.startsWith('atomicState/');
}
