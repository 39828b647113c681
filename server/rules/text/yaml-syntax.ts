import { msg } from '../../text/message';
import { isSyntaxProblem, type Problem } from '../../yaml/read/problem';
import { quotedText } from '../../yaml/write/scalars';
import type { Fix, Rule } from '../rule';

/** A syntax error of YAML or JSON. */
export const yamlSyntax: Rule = {
  code: 'yaml-syntax',
  severity: 'error',
  textual: true,
  title: 'Not valid YAML or JSON',
  doc: 'The file cannot be loaded. Parts that can still be parsed are checked and completed as usual. A common mistake is a value that starts with `{{`, which YAML reads as a map: put it in quotes. Text that contains `: ` or ` #`, or starts with a character like `*`, `&`, `@`, `%` or a backtick, needs quotes too. Use spaces for indentation.',
  example: {
    wrong: 'home:\n  render:\n    text: {{context.score}}\n  outputs:\n    context.score: 1',
    right: "home:\n  render:\n    text: '{{context.score}}'\n  outputs:\n    context.score: 1",
  },
  check({ unit }, report) {
    const { problems, openAliases } = unit.parsed;
    for (const problem of problems.filter(isSyntaxProblem))
      report(problem, problem.message, {
        fixes: fixesOf(problem),
        ...(problem.absentIn && { absentIn: problem.absentIn }),
      });
    for (const alias of openAliases) {
      // The parser already reports `*` without a name.
      if (problems.some(({ start }) => start === alias.start)) continue;
      const message = msg`Alias \`*${alias.name}\` has no anchor \`&${alias.name}\` before it. Add the anchor, or put the text in quotes.`;
      const written = unit.text.slice(alias.start, alias.end);
      const edits = [{ range: alias, text: quotedText(written, 'single') }];
      report(alias, message, { fixes: [{ title: msg('Put it in quotes'), edits }] });
    }
  },
};

/** The fix of a problem of the parser, if it has one. */
export function fixesOf({ remedy }: Problem): Fix[] {
  return remedy ? [{ title: remedy.title, edits: remedy.edits, preferred: remedy.isCertain === true }] : [];
}
