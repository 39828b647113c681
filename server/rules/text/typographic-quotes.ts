import { parseTemplate } from '../../expression/template';
import { msg } from '../../text/message';
import { quoteFix } from '../../yaml/mistakes/mistake';
import { singleQuoted } from '../../yaml/read/quotes';
import type { Rule } from '../rule';

/** Typographic quotes, such as those of Chinese, in place of the quotes of YAML around an expression. */
export const typographicQuotes: Rule = {
  code: 'typographic-quotes',
  severity: 'warning',
  textual: true,
  title: 'Typographic quotes around an expression',
  doc: 'YAML does not know typographic quotes such as `‘ ’` and `“ ”`, which are part of the text. Only a value without other quotes that has a single expression between them is reported, not quotes in a sentence. If they belong to the text, put all of it in quotes.',
  example: { wrong: 'render:\n  text: ‘{{name}}’', right: "render:\n  text: '{{name}}'" },
  check({ unit, steps }, report) {
    if (unit.notation === 'json') return;
    for (const { node, type } of steps) {
      if (type.kind !== 'string' || node?.kind !== 'scalar' || node.style !== 'plain') continue;
      if (!/^(?:‘.*’|“.*”)$/.test(node.value)) continue;
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
