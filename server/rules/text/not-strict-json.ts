import { commentRange } from '../edits';
import type { Rule } from '../rule';

/** A comment or a trailing comma in JSON. */
export const notStrictJson: Rule = {
  code: 'not-strict-json',
  severity: 'hint',
  chapter: 'Text',
  textual: true,
  onlyWhenAsked: true,
  title: 'A comment or a trailing comma in JSON',
  doc: 'Templates that are copied from the service hold them, but strict readers, such as the tool that loads these files, refuse them.',
  check({ unit }, report) {
    for (const problem of unit.parsed.problems) {
      if (problem.kind !== 'comment' && problem.kind !== 'trailing-comma') continue;
      const isComment = problem.kind === 'comment';
      const range = isComment ? commentRange(unit.text, problem) : problem;
      const title = isComment ? 'Remove the comment' : 'Remove the comma';
      report(problem, problem.message, {
        fixes: [{ title, edits: [{ range, text: '' }], preferred: true }],
      });
    }
  },
};
