import { msg } from '../../text/message';
import { loaderProblemsOf } from '../../yaml/mistakes/loader-problems';
import type { Rule } from '../rule';
import { fixesOf } from './yaml-syntax';

/** Valid YAML 1.2 that the authors' loader does not load. */
export const loaderSyntax: Rule = {
  code: 'loader-syntax',
  severity: 'warning',
  textual: true,
  title: 'Valid YAML that PyYAML does not load',
  doc: 'State files are often loaded with PyYAML, which follows YAML 1.1 and refuses some text that YAML 1.2 allows: a `?` in a text in brackets, tabs between words, keys that are not text, anchors with unusual names. The fix makes both read the same. An export to JSON is not affected.',
  example: {
    wrong: 'render:\n  suggested_reply: [Really?, OK]',
    right: "render:\n  suggested_reply: ['Really?', OK]",
  },
  check({ unit }, report) {
    for (const problem of loaderProblemsOf(unit))
      report(problem, msg`${problem.message} PyYAML does not load it.`, { fixes: fixesOf(problem) });
  },
};
