import { parseTemplate } from '../../expression/template';
import type { Project } from '../../project/project';
import { msg } from '../../text/message';
import { quoteFix } from '../../yaml/mistakes/mistake';
import { singleQuoted } from '../../yaml/read/quotes';
import { renameFixes } from '../fixes';
import type { ReportFinding, Rule, Subject } from '../rule';

/** Typographic quotes, such as those of Chinese, in place of the quotes of YAML around an expression or the name of a state. */
export const typographicQuotes: Rule = {
  code: 'typographic-quotes',
  severity: 'warning',
  textual: true,
  title: 'Typographic quotes around an expression or the name of a state',
  doc: 'YAML does not know typographic quotes such as `‘ ’` and `“ ”`, which are part of the text. Only a value without other quotes that has a single expression between them is reported, not quotes in a sentence. A state with such quotes is reported if only its name without them is used. If they belong to the text, put all of it in quotes.',
  example: { wrong: 'render:\n  text: ‘{{name}}’', right: "render:\n  text: '{{name}}'" },
  check(subject, report) {
    const { unit, steps } = subject;
    if (unit.notation === 'json') return;
    checkStates(subject, report);
    for (const { node, type } of steps) {
      if (type.kind !== 'string' || node?.kind !== 'scalar' || node.style !== 'plain') continue;
      if (!QUOTED.test(node.value)) continue;
      const inside = node.value.slice(1, -1);
      if (!parseTemplate(inside).whole) continue;
      const message = msg`\`${node.value.charAt(0)}\` is not a quote of YAML, so it is shown. Use \`'\`, or put the whole text in quotes.`;
      const edits = [{ range: node, text: singleQuoted(inside) }];
      report(node, message, {
        fixes: [{ title: msg`Change to \`${"'"}\``, edits, preferred: true }, quoteFix(unit.text, node)],
      });
    }
  },
};

const QUOTED = /^(?:‘.*’|“.*”)$/;

/** Reports the name of a state whose uses do not have its quotes. */
function checkStates({ project, scopes }: Subject, report: ReportFinding): void {
  for (const { name } of scopes.map(({ scope }) => scope)) {
    const meant = name && nameWithoutQuotes(project, name.text);
    if (name === undefined || meant === undefined) continue;
    const message = msg`\`${name.text.charAt(0)}\` is not a quote of YAML, so it is part of the name. Write \`${meant}\`.`;
    report(name, message, { fixes: renameFixes(name, [meant]) });
  }
}

/** The name of a state without its typographic quotes, if it is used without them only. */
export function nameWithoutQuotes({ table }: Project, name: string): string | undefined {
  const meant = QUOTED.test(name) ? name.slice(1, -1) : '';
  const isUsed = (one: string) => table.has('target', one) || table.has('initial', one);
  return /^[\w-]+$/.test(meant) && isUsed(meant) && !isUsed(name) ? meant : undefined;
}
