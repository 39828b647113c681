import { isTypo } from '../text/nearest';

/** Whether a name is a misspelling or an abbreviation of `context`, such as `ctx`. */
export function isMisspeltContext(name: string): boolean {
  return isTypo(name, 'context') || (name.length > 2 && /^co?n?t?e?xt?$/.test(name));
}

/** The context variables that a name such as `context_order` or `contextOrder` may mean; none for other names. */
export function contextVariablesIn(name: string): readonly string[] {
  const [, prefix = '', rest = ''] = /^([a-z]+?)_(.+)$/i.exec(name) ?? /^(context)(.+)$/i.exec(name) ?? [];
  if (prefix !== 'context' && !isTypo(prefix, 'context')) return [];
  const lower = rest.charAt(0).toLowerCase() + rest.slice(1);
  return lower === rest ? [rest] : [rest, lower];
}
