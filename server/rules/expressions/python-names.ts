import type { NameUse } from '../../expression/names';

/** How Python calls what JavaScript calls otherwise: the successor of the format is written in it. */
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

/** What browsers and Node add to JavaScript. */
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

/** Whether a name is one of a browser or of Node, which expressions do not have. */
export function isHostName(name: string): boolean {
  return HOST_NAMES.has(name);
}

/** What JavaScript has in place of a name of Python. */
export function inJavaScript({ name, called, members }: NameUse): string | undefined {
  return PYTHON.get(name) ?? (called && members.length === 0 ? PYTHON_FUNCTIONS.get(name) : undefined);
}

/** Whether it can appear where the name of Python does. */
export function isNameReplacement(javaScript: string): boolean {
  return !javaScript.startsWith('.');
}
