import { ErrorCodes, type Message, ResponseError } from 'vscode-languageserver';

/** Sends an error for an invalid message, with its `id` if it has one. */
type RejectMessage = (id: string | number | null, error: ResponseError) => void;

/**
 * Parses the message in the body of a frame. The library only logs invalid messages; JSON-RPC requires an answer.
 *
 * @throws after `reject`, because there is no message to process
 */
export function decodeMessage(bytes: Uint8Array, reject: RejectMessage): Message {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    reject(
      null,
      new ResponseError(ErrorCodes.ParseError, `The message is not valid JSON: ${problem.slice(0, 200)}`),
    );
    throw error;
  }
  const problem = problemOf(value);
  if (problem === undefined) return value as Message;
  const refusal = new ResponseError(ErrorCodes.InvalidRequest, problem);
  reject(idOf(value), refusal);
  throw refusal;
}

/** Why a value is not a message of JSON-RPC, as the Language Server Protocol uses it. */
function problemOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'Batches of messages are not supported.';
  if (typeof value !== 'object' || value === null) return 'The message is not an object.';
  if (!('method' in value)) {
    const isResponse = 'result' in value || 'error' in value;
    return isResponse ? undefined : 'The message has no method, and is not a response.';
  }
  if (typeof value.method !== 'string') return 'The method is not a string.';
  if ('id' in value && idOf(value) === null) return 'The id of a request is not a string or an integer.';
  return undefined;
}

function idOf(value: unknown): string | number | null {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) ? id : null;
}
