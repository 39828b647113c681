import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../server/rules';
import { BACKGROUND } from '../support/background';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { findingsOf, markFindings, plainMarks, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/rules');

/** Another text in which the same is found, and the way back from its offsets; undefined for what it adds. */
interface Dress {
  readonly name: string;
  wear(file: FixtureFile): string;
  back(dressed: string, offset: number): number | undefined;
}

const PREFIX = '# 💬 é\n';

/** A state whose quote is still open, above the others. */
const HALF_TYPED = /^ *half_typed:\n *render:\n *text: "Hel\n/m;

function withHalfTyped(text: string): string {
  // Not where `states` is a list, or itself a state.
  return text.replace(/^states:\n( +)(?!- |render:)(?=[^\s#])/m, (opening, indent: string) => {
    const lines = ['half_typed:', '  render:', '    text: "Hel'].map((line) => `${indent}${line}\n`);
    return opening.slice(0, -indent.length) + lines.join('') + indent;
  });
}

const DRESSES: readonly Dress[] = [
  { name: 'as written', wear: ({ text }) => text, back: (_, offset) => offset },
  {
    name: 'with CRLF',
    wear: ({ text }) => text.replace(/\n/g, '\r\n'),
    back: (dressed, offset) => offset - (dressed.slice(0, offset).match(/\r/g)?.length ?? 0),
  },
  {
    name: 'behind text beyond the BMP',
    wear: ({ path, text }) => (isDressable(path, text) ? PREFIX + text : text),
    back: (dressed, offset) => (dressed.startsWith(PREFIX) ? offset - PREFIX.length : offset),
  },
  {
    name: 'beside a half-typed state',
    wear: ({ text }) => withHalfTyped(text),
    back: (dressed, offset) => {
      const added = HALF_TYPED.exec(dressed);
      if (added === null || offset < added.index) return offset;
      const end = added.index + added[0].length;
      return offset < end ? undefined : offset - added[0].length;
    },
  },
];

/** Whether a comment may be put before a text without a finding of its own. */
function isDressable(path: string, text: string): boolean {
  return /\.ya?ml$/.test(path) && !text.startsWith('<');
}

/** Checks a case: the findings are those marked, all of them and no others, and say what the marks say. */
function check(rule: string, text: string, dress: Dress): void {
  const fixture = parseFixture(text);
  const marked = new Set([rule, ...fixture.expected.map((one) => one.code)]);
  const files = fixture.files.map((file) => ({ path: file.path, text: dress.wear(file) }));
  const all = findingsOf(workspaceOf(files), files, { pccRules: rule.startsWith('pcc-') });
  const counted = all.filter(
    ({
      finding: {
        rule: { code },
      },
    }) => marked.has(code) || !BACKGROUND.has(code),
  );
  const found = counted.flatMap((one) => {
    const dressed = files.find((file) => file.path === one.path)?.text ?? '';
    const start = dress.back(dressed, one.start);
    const end = dress.back(dressed, one.end);
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
    for (const dress of DRESSES) {
      it.each(cases.map(({ title, body }) => [title, body]))(`%s (${dress.name})`, (_title, body) =>
        check(rule.code, body, dress),
      );
    }

    it('has cases that fire and cases that stay silent', () => {
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

it('what is unused or unreachable is shown faded, what is deprecated struck through', () => {
  for (const { code, tag } of RULES) {
    if (/^(?:unused|unreachable)-/.test(code)) expect(tag, code).toBe('unnecessary');
    if (code.startsWith('deprecated-')) expect(tag, code).toBe('deprecated');
  }
});

it('every fixture is of a rule', () => {
  const codes = new Set(RULES.map((rule) => rule.code));
  expect(readdirSync(FOLDER).filter((name) => !codes.has(name.replace(/\.txt$/, '')))).toEqual([]);
});
