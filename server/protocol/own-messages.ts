import * as lsp from 'vscode-languageserver';
import { guard } from './guard';
import type { Services } from './handlers/handler';
import type { OwnNotifications, OwnQuestions, OwnRequests } from './messages';

type Params<M extends keyof OwnRequests> = OwnRequests[M]['params'];
type Answer<M extends keyof OwnRequests> = OwnRequests[M]['answer'];

/** Answers one of our own requests; with `empty` where the handler throws. */
export function answerOwn<M extends keyof OwnRequests>(
  services: Services,
  method: M,
  empty: (params: Params<M>) => Answer<M>,
  handler: (params: Params<M>, token: lsp.CancellationToken) => Answer<M> | Promise<Answer<M>>,
): void {
  const type = new lsp.RequestType<Params<M>, unknown, void>(method);
  services.connection.onRequest(type, (params, token) =>
    guard(services, method, empty(params), handler)(params, token),
  );
}

/** The same for what is asked without saying any more. */
export function answerQuestion<M extends keyof OwnQuestions>(
  services: Services,
  method: M,
  empty: OwnQuestions[M],
  handler: () => OwnQuestions[M] | Promise<OwnQuestions[M]>,
): void {
  const answer = guard(services, method, empty, handler);
  const type = new lsp.RequestType0<unknown, void>(method);
  services.connection.onRequest(type, (token) => answer({}, token));
}

/** Lets the client know of something. */
export function notify<M extends keyof OwnNotifications>(
  connection: lsp.Connection,
  method: M,
  params: OwnNotifications[M],
): Promise<void> {
  return connection.sendNotification(method, params);
}
