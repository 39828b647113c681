import type { NameUse } from '../../expression/names';

/** JavaScript names of Python built-ins: the successor of the format uses Python expressions. */
const PYTHON: ReadonlyMap<string, string> = new Map([
  ['None', 'null'],
  ['True', 'true'],
  ['False', 'false'],
]);

const PYTHON_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['len', '.length'],
  ['str', 'String'],
  ['int', 'parseInt'],
  ['float', 'parseFloat'],
  ['bool', 'Boolean'],
  ['abs', 'Math.abs'],
  ['max', 'Math.max'],
  ['min', 'Math.min'],
  ['round', 'Math.round'],
]);

/** Names that browsers and Node add to JavaScript. */
const HOST_NAMES: ReadonlySet<string> = new Set([
  'window',
  'document',
  'console',
  'process',
  'require',
  'fetch',
  'localStorage',
  'sessionStorage',
  'navigator',
  'setTimeout',
  'setInterval',
  'alert',
  'crypto',
  'Buffer',
  'XMLHttpRequest',
]);

/** Whether a name exists only in browsers or Node and not in expressions. */
export function isHostName(name: string): boolean {
  return HOST_NAMES.has(name);
}

/** The JavaScript equivalent of a Python name. */
export function javaScriptNameOf({ name, called, members }: NameUse): string | undefined {
  return PYTHON.get(name) ?? (called && members.length === 0 ? PYTHON_FUNCTIONS.get(name) : undefined);
}

/** Whether the equivalent can replace the Python name in place. */
export function isNameReplacement(javaScript: string): boolean {
  return !javaScript.startsWith('.');
}
