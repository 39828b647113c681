import type { Problem } from '../../yaml/problem';
import type { Fix, Rule } from '../rule';

const KINDS: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>([
  'syntax',
  'unquoted-expression',
  'tab',
]);

/** What the parser of YAML or JSON found wrong. */
export const yamlSyntax: Rule = {
  code: 'yaml-syntax',
  severity: 'error',
  chapter: 'Text',
  title: 'The text is not valid YAML or JSON',
  doc: 'The file cannot be loaded as it is. What the editor could still understand is checked and completed all the same. The most common mistake is a value that begins with `{{`: YAML takes the braces for a map, so such a value needs quotes.',
  example: {
    wrong: 'home:\n  render:\n    text: {{context.name}}\n  outputs:\n    context.name: you',
    right: "home:\n  render:\n    text: '{{context.name}}'\n  outputs:\n    context.name: you",
  },
  check({ unit }, report) {
    for (const problem of unit.parsed.problems) {
      if (KINDS.has(problem.kind)) report(problem, problem.message, { fixes: fixesOf(problem) });
    }
    for (const alias of unit.parsed.openAliases) {
      const message = `The alias \`*${alias.name}\` has no anchor \`&${alias.name}\` before it. Set the anchor, or put the text in quotes if the asterisk belongs to it.`;
      report(alias, message);
    }
  },
};

function fixesOf({ remedy }: Problem): readonly Fix[] {
  return remedy ? [{ ...remedy, preferred: true }] : [];
}
