import { RULES } from './index';

/** Rules whose fixes cannot be tested by `test/fixtures/fixes` alone, with a description and their test. */
const OTHER_FIXES: Readonly<Record<string, string>> = {
  'invalid-name': '[renaming](../../test/protocol/actions.test.ts)',
  'reserved-name': '[renaming](../../test/protocol/actions.test.ts)',
  'deprecated-button-id': '[rewriting](../../test/protocol/actions.test.ts)',
  'stale-export': '[rewriting](../../test/protocol/stale-export.test.ts)',
};

/** The generated part of the page of features follows this mark. */
const GENERATED_MARK = '<!-- The following table is generated from the rules by `npm run docs`. -->\n';

/**
 * The page of features with a new table of all rules.
 *
 * @param page the current page, whose part before the mark is kept
 * @param fixes the codes whose fixes have test cases
 */
export function featuresPage(page: string, fixes: ReadonlySet<string>): string {
  const rows = RULES.map(({ code, severity, title }) => {
    const cases = `[cases](../../test/fixtures/rules/${code}.txt)`;
    const fix = fixes.has(code)
      ? `[fixes](../../test/fixtures/fixes/${code}.txt)`
      : (OTHER_FIXES[code] ?? '');
    return `| [\`${code}\`](../rules.md#${code}) | ${severity} | ${title} | done | ${cases} | ${fix} |`;
  });
  const written = page.slice(0, page.indexOf(GENERATED_MARK) + GENERATED_MARK.length);
  const head = ['| Code | Severity | Found is | State | Proof | Fix |', '|---|---|---|---|---|---|'];
  return `${[written, ...head, ...rows].join('\n')}\n`;
}
