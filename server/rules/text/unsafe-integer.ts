import { quote } from '../edits';
import type { Rule } from '../rule';

/** An integer that loses digits. */
export const unsafeInteger: Rule = {
  code: 'unsafe-integer',
  severity: 'error',
  chapter: 'Text',
  title: 'A number is too large to keep all of its digits',
  doc: 'JavaScript keeps integers exactly up to 9,007,199,254,740,991. Ids of widgets have 19 digits: as numbers their last digits change, and they name nothing. Put them in quotes.',
  example: {
    wrong:
      'home:\n  tasks:\n    - module_type: AnyWidgetModule\n      module_config:\n        params: 1744214024104448001',
    right:
      "home:\n  tasks:\n    - module_type: AnyWidgetModule\n      module_config:\n        params: '1744214024104448001'",
  },
  check({ steps, unit }, report) {
    for (const { node } of steps) {
      if (node?.kind !== 'scalar' || node.type !== 'integer' || isSafe(node.value)) continue;
      report(
        node,
        `\`${node.value}\` has more digits than a number can keep: it is read as ${Number(node.value)}. Put it in quotes.`,
        {
          fixes: [{ title: 'Put it in quotes', edits: [quote(unit, node)], preferred: true }],
        },
      );
    }
  },
};

function isSafe(text: string): boolean {
  // Beyond some hundred digits a number is infinite, and no safer.
  return Number.isSafeInteger(Number(text));
}
