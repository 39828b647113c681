/**
 * Codes about unused or unreachable parts of a project. Short samples of other rules are incomplete, so these findings only
 * count there if a mark names them.
 */
export const BACKGROUND: ReadonlySet<string> = new Set([
  'dead-assignment',
  'dead-end',
  'missing-payload-key',
  'no-fallback-case',
  'possibly-missing-payload-key',
  'possibly-unset-context-variable',
  'render-never-shown',
  'undeclared-context-variable',
  'unfilled-input',
  'unreachable-state',
  'unused-context-variable',
  'unused-transition',
  'unused-variable',
]);
