/**
 * Codes that speak of a project as a whole: what nobody reads, reaches or leaves. A short sample of another rule is
 * unfinished by nature, so that these count there only where a mark names them.
 */
export const BACKGROUND: ReadonlySet<string> = new Set([
  'dead-assignment',
  'dead-end',
  'no-fallback-case',
  'possibly-missing-payload-key',
  'possibly-unset-context-variable',
  'render-never-shown',
  'undeclared-context-variable',
  'unreachable-state',
  'unused-context-variable',
  'unused-transition',
  'unused-variable',
]);
