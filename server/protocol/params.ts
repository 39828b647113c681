/** What can be told of the parameters of any request without knowing which it is. */

/**
 * Whether parameters are an object, and what they say of a document and of places in it is of the kinds that the
 * protocol says. What is not said at all is for the handler to miss.
 */
export function isWellFormed(params: unknown): params is object {
  if (!isObject(params)) return false;
  const holds = (name: string, check: (value: unknown) => boolean) =>
    !Object.hasOwn(params, name) || check(Reflect.get(params, name));
  return (
    holds('textDocument', isDocument) &&
    holds('position', isPosition) &&
    holds('positions', (value) => Array.isArray(value) && value.every(isPosition)) &&
    holds('range', isRange)
  );
}

/** The address of the document in which parameters name places, as the client writes it. */
export function uriIn(params: unknown): string | undefined {
  if (!isObject(params)) return undefined;
  if (!['position', 'positions', 'range'].some((name) => Object.hasOwn(params, name))) return undefined;
  const document = Reflect.get(params, 'textDocument');
  return isDocument(document) ? document.uri : undefined;
}

/** The address of the document that parameters are about, as the client writes it, if they are about one. */
export function namedIn(params: unknown): string | undefined {
  if (!isObject(params)) return undefined;
  const document = Reflect.get(params, 'textDocument');
  if (isDocument(document)) return document.uri;
  const uri = Reflect.get(params, 'uri');
  return typeof uri === 'string' ? uri : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDocument(value: unknown): value is { readonly uri: string } {
  return isObject(value) && typeof Reflect.get(value, 'uri') === 'string';
}

function isPosition(value: unknown): boolean {
  return ['line', 'character'].every(
    (name) => isObject(value) && typeof Reflect.get(value, name) === 'number',
  );
}

function isRange(value: unknown): boolean {
  return ['start', 'end'].every((name) => isObject(value) && isPosition(Reflect.get(value, name)));
}
