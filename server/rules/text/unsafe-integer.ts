import { isTagged } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import type { ScalarNode } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import { quoteScalar } from '../edits';
import type { Rule } from '../rule';

/** Integers up to this one can be represented exactly in JavaScript. */
const LARGEST = 2n ** 53n;

/** A number with more digits than JavaScript can represent. */
export const unsafeInteger: Rule = {
  code: 'unsafe-integer',
  severity: 'error',
  textual: true,
  title: 'Integer loses digits',
  doc: 'Numbers of JSON and JavaScript are exact only up to 2^53, which has 16 digits. Ids of widgets have 19: `1751859390353202447` becomes `1751859390353202400`. Put them in quotes.',
  example: {
    wrong:
      'home:\n  tasks:\n    - module_type: AnyWidgetModule\n      module_config:\n        widget_id: 1751859390353202447',
    right:
      "home:\n  tasks:\n    - module_type: AnyWidgetModule\n      module_config:\n        widget_id: '1751859390353202447'",
  },
  check({ unit }, report) {
    for (const node of descendantsOf(unit.parsed.root, isTagged)) {
      if (node.kind !== 'scalar' || !isUnsafe(node)) continue;
      const message = problemOf(node.value);
      const fixes = [{ title: msg('Put it in quotes'), edits: [quoteScalar(unit, node)], preferred: true }];
      report(node, message, { fixes });
    }
  },
};

/** The effect on this number, or on the next one: some such numbers happen to be exact. */
function problemOf(digits: string): Message {
  const arrives = String(Number(digits));
  return arrives === digits
    ? msg('This id is too large for a number and loses digits. Put it in quotes.')
    : msg`This integer is too large and becomes ${arrives}. Put it in quotes.`;
}

/** Keys are converted back to text unchanged; a tag determines how the value is read. */
function isUnsafe(node: ScalarNode): boolean {
  const isKey = node.parent?.kind === 'pair' && node.parent.key === node;
  if (node.type !== 'integer' || node.style !== 'plain' || isKey || node.tag !== undefined) return false;
  const digits = node.value.replace(/^[-+]/, '');
  // Numbers in JavaScript have fewer than 310 digits.
  return digits.length > 15 && digits.length < 300 && BigInt(digits) > LARGEST;
}
