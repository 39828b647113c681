import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../server/rules';
import { BACKGROUND } from '../support/background';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { casesOf } from '../support/text-variants';
import { findingsOf, markFindings, plainMarks, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/rules');

/** A variant of a text with the same findings, and the conversion of its offsets; undefined for offsets in added text. */
interface TextVariant {
  readonly name: string;
  change(file: FixtureFile): string;
  originalOffset(changed: string, offset: number): number | undefined;
}

const PREFIX = '# 💬 é\n';

/** A state whose quote is still open, above the others. */
const HALF_TYPED = /^ *half_typed:\n *render:\n *text: "Hel\n/m;

function withHalfTyped(text: string): string {
  // Not if `states` is a list, or itself a state.
  return text.replace(/^states:\n( +)(?!- |render:)(?=[^\s#])/m, (opening, indent: string) => {
    const lines = ['half_typed:', '  render:', '    text: "Hel'].map((line) => `${indent}${line}\n`);
    return opening.slice(0, -indent.length) + lines.join('') + indent;
  });
}

const VARIANTS: readonly TextVariant[] = [
  { name: 'as written', change: ({ text }) => text, originalOffset: (_, offset) => offset },
  {
    name: 'with CRLF',
    change: ({ text }) => text.replace(/\n/g, '\r\n'),
    originalOffset: (changed, offset) => offset - (changed.slice(0, offset).match(/\r/g)?.length ?? 0),
  },
  {
    name: 'after text beyond the BMP',
    change: ({ path, text }) => (canHaveComment(path, text) ? PREFIX + text : text),
    originalOffset: (changed, offset) => (changed.startsWith(PREFIX) ? offset - PREFIX.length : offset),
  },
  {
    name: 'next to a half-typed state',
    change: ({ text }) => withHalfTyped(text),
    originalOffset: (changed, offset) => {
      const added = HALF_TYPED.exec(changed);
      if (added === null || offset < added.index) return offset;
      const end = added.index + added[0].length;
      return offset < end ? undefined : offset - added[0].length;
    },
  },
];

/** Whether a comment can be inserted before a text without causing a finding. */
function canHaveComment(path: string, text: string): boolean {
  return /\.ya?ml$/.test(path) && !text.startsWith('<');
}

/** Checks a case: the findings are exactly the marked ones, with the marked messages. */
function check(rule: string, text: string, variant: TextVariant): void {
  const fixture = parseFixture(text);
  const marked = new Set([rule, ...fixture.expected.map((one) => one.code)]);
  const files = fixture.files.map((file) => ({ path: file.path, text: variant.change(file) }));
  const all = findingsOf(workspaceOf(files), files, { pccRules: rule.startsWith('pcc-') });
  const counted = all.filter(
    ({
      finding: {
        rule: { code },
      },
    }) => marked.has(code) || !BACKGROUND.has(code),
  );
  const found = counted.flatMap((one) => {
    const changed = files.find((file) => file.path === one.path)?.text ?? '';
    const start = variant.originalOffset(changed, one.start);
    const end = variant.originalOffset(changed, one.end);
    return start === undefined || end === undefined ? [] : [{ ...one, start, end }];
  });
  expect(markFindings(fixture, found)).toBe(plainMarks(text));
  for (const { path, start, code, message } of fixture.expected) {
    const here = found.filter(
      (one) => one.path === path && one.start === start && one.finding.rule.code === code,
    );
    expect(here.map((one) => inEnglish(one.finding.message)).join('\n')).toContain(message);
  }
}

for (const rule of RULES) {
  describe(rule.code, () => {
    const cases = parseCases(readFileSync(join(FOLDER, `${rule.code}.txt`), 'utf8'));
    for (const [index, variant] of VARIANTS.entries()) {
      const run = casesOf(cases, index, VARIANTS);
      it.each(run.map(({ title, body }) => [title, body]))(`%s (${variant.name})`, (_title, body) =>
        check(rule.code, body, variant),
      );
    }

    it('has cases with findings and cases without', () => {
      const fires = cases.map(({ body }) =>
        parseFixture(body).expected.some((one) => one.code === rule.code),
      );
      expect(fires).toContain(true);
      expect(fires).toContain(false);
    });

    it('is documented', () => {
      expect(rule.title).not.toMatch(/\.$/);
      expect(rule.doc).toMatch(/\.$/);
    });
  });
}

it('rules for unused, unreachable and deprecated code have tags', () => {
  for (const { code, tag } of RULES) {
    if (/^(?:unused|unreachable)-/.test(code)) expect(tag, code).toBe('unnecessary');
    if (code.startsWith('deprecated-')) expect(tag, code).toBe('deprecated');
  }
});

it('every fixture belongs to a rule', () => {
  const codes = new Set(RULES.map((rule) => rule.code));
  expect(readdirSync(FOLDER).filter((name) => !codes.has(name.replace(/\.txt$/, '')))).toEqual([]);
});
