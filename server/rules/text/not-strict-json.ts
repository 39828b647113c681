import { lineEnd, lineStart, nextLine } from '../../text/lines';
import type { Range } from '../../text/range';
import type { Rule } from '../rule';

/** A comment or a trailing comma in JSON. */
export const notStrictJson: Rule = {
  code: 'not-strict-json',
  severity: 'hint',
  chapter: 'Text',
  textual: true,
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

/** The comment with its lines where it has them to itself, else with the blanks before it. */
function commentRange(text: string, { start, end }: Range): Range {
  const before = text.slice(lineStart(text, start), start);
  const isLast = /^\s*$/.test(text.slice(end, lineEnd(text, end)));
  if (isLast && /^\s*$/.test(before)) return { start: start - before.length, end: nextLine(text, end) };
  const blanks = isLast ? (/[ \t]*$/.exec(before)?.[0].length ?? 0) : 0;
  return { start: start - blanks, end };
}
