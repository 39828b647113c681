import type { Rule } from '../rule';

/** What only tolerant readers of JSON take. */
export const notStrictJson: Rule = {
  code: 'not-strict-json',
  severity: 'hint',
  chapter: 'Text',
  title: 'A comment or a trailing comma in a JSON file',
  doc: 'Strict readers of JSON, such as those of the community’s tools, refuse both. The service’s own examples have them, so it may take them.',
  check({ unit }, report) {
    for (const { kind, start, end, message } of unit.parsed.problems) {
      if (kind !== 'comment' && kind !== 'trailing-comma') continue;
      const title = kind === 'comment' ? 'Remove the comment' : 'Remove the comma';
      report({ start, end }, message, {
        fixes: [{ title, edits: [{ range: { start, end }, text: '' }], preferred: true }],
      });
    }
  },
};
