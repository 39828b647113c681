import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelCall {
  readonly authorization: string | undefined;
  readonly body: { readonly [name: string]: unknown };
}

/** A server with the interface of OpenAI, on this computer. */
export class ModelServer {
  readonly calls: ModelCall[] = [];
  private server: Server | undefined;

  /** The handler, which writes the head and the body of the response. */
  respond: (response: ServerResponse, request: IncomingMessage) => void = (response) =>
    stream(response, 'Hello');

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      request.on('end', () => {
        const { authorization } = request.headers;
        this.calls.push({ authorization, body: JSON.parse(text) as ModelCall['body'] });
        this.respond(response, request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.server = server;
  }

  get url(): string {
    const address = this.server?.address() as AddressInfo | undefined;
    return `http://127.0.0.1:${address?.port}/v1`;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

export function event(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

/** Answers with a text in several pieces. Packets end within some of them. */
export function stream(response: ServerResponse, ...texts: readonly string[]): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  const all = `: a comment\r\n\r\n${texts.map((content) => event({ content })).join('')}${event({}, 'stop')}data: [DONE]\n\n`;
  const middle = all.length >> 1;
  response.write(all.slice(0, middle));
  setTimeout(() => response.end(all.slice(middle)), 5);
}

export function fail(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
