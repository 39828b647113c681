import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { RULES } from '../../server/rules';
import { severityProperties } from '../../server/rules/manifest';
import { rulesPage } from '../../server/rules/page';
import { findingsOf, workspaceOf } from '../support/workspace';

it('docs/rules.md is up to date: run `npm run docs`', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/rules.md'), 'utf8');
  expect(page).toBe(rulesPage());
});

it('the manifest lists every code with its severity: run `npm run docs`', () => {
  const declared = manifest.contributes.configuration.flatMap(({ properties }) =>
    Object.entries<object>(properties).filter(([name]) => name === 'atomicState.diagnostics.severity'),
  );
  expect(declared.map(([, one]) => one)).toMatchObject([
    { type: 'object', additionalProperties: false, properties: severityProperties() },
  ]);
  const [names] = declared.map(([, one]) => ('properties' in one ? Object.keys(one.properties ?? {}) : []));
  expect(names).toEqual(RULES.map(({ code }) => code));
});

/** An example is an automata, a standalone state, or a map of states, which is inserted into an automata. */
function codesOf(text: string): string[] {
  const isWhole = /^(?:type|initial|states|render|tasks|inputs|outputs|transitions|properties|blocks):/m.test(
    text,
  );
  const indented = text.replace(/^(?=.)/gm, '  ');
  const first = /^[\w"']+/.exec(text)?.[0] ?? 'home';
  const whole = isWhole ? text : `type: automata\ninitial: ${first}\nstates:\n${indented}\n`;
  const files = [
    {
      path: /^(?:render|tasks|inputs|outputs|properties):/m.test(text) ? 'main.state.yaml' : 'main.yaml',
      text: whole,
    },
  ];
  return findingsOf(workspaceOf(files), files, { pccRules: true }).map((one) => one.finding.rule.code);
}

describe('the example of', () => {
  it.each(RULES.flatMap((rule) => (rule.example ? [[rule.code, rule.example] as const] : [])))(
    '%s',
    (code, { wrong, right }) => {
      expect(codesOf(wrong)).toContain(code);
      expect(codesOf(right)).not.toContain(code);
    },
  );
});
