import * as lsp from 'vscode-languageserver';
import { guard, type RequestNeeds } from './guard';
import type { Handler, Services } from './handlers/handler';
import type { OwnNotifications, OwnParameterlessRequests, OwnRequests } from './messages';

type Params<M extends keyof OwnRequests> = OwnRequests[M]['params'];
type Answer<M extends keyof OwnRequests> = OwnRequests[M]['answer'];

/** Answers one of our own requests; with `empty` if `answer` throws. */
export function ownRequest<M extends keyof OwnRequests>(
  method: M,
  empty: (params: Params<M>) => Answer<M>,
  answer: (
    services: Services,
    params: Params<M>,
    token: lsp.CancellationToken,
  ) => Answer<M> | Promise<Answer<M>>,
  needs?: RequestNeeds<Params<M>, Answer<M>>,
): Handler {
  const type = new lsp.RequestType<Params<M>, unknown, void>(method);
  return {
    register: (services) =>
      services.connection.onRequest(type, (params, token) =>
        guard<Params<M>, Answer<M>>(
          services,
          method,
          empty(params),
          (given, cancel) => answer(services, given, cancel),
          needs,
        )(params, token),
      ),
  };
}

/** Answers one of our own requests without parameters; with `empty` if `answer` throws. */
export function parameterlessRequest<M extends keyof OwnParameterlessRequests>(
  method: M,
  empty: OwnParameterlessRequests[M],
  answer: (services: Services) => OwnParameterlessRequests[M] | Promise<OwnParameterlessRequests[M]>,
  needs?: RequestNeeds<object, OwnParameterlessRequests[M]>,
): Handler {
  const type = new lsp.RequestType0<unknown, void>(method);
  return {
    register: (services) =>
      services.connection.onRequest(type, (token) =>
        guard(services, method, empty, () => answer(services), needs)({}, token),
      ),
  };
}

/** Sends one of our own notifications to our extension; other clients would log it as unknown. */
export async function sendNotification<M extends keyof OwnNotifications>(
  { connection, options }: Pick<Services, 'connection' | 'options'>,
  method: M,
  params: OwnNotifications[M],
): Promise<void> {
  if (!options.ownMessages) return;
  try {
    await connection.sendNotification(method, params);
  } catch (error) {
    if (!(error instanceof lsp.ConnectionError)) throw error;
  }
}
