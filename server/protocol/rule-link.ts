import { pageAddress } from '../format/pages';

/**
 * The address that a client opens for the code of a finding. A client that shows the pages of the rules itself says under
 * which address (`ClientOptions.rulePages`). Others get the page in the published repository; before it is published,
 * there is no link.
 */
export function ruleLink(
  code: string,
  rulePages: string | undefined,
  published = pageAddress('docs/rules.md'),
): string | undefined {
  if (rulePages !== undefined) return `${rulePages}${code}`;
  return published && `${published}#${code}`;
}
