import { askedNodes } from '../../expression/guards';
import type { MemberExpression } from '../../expression/parse';
import { rangeInUnit } from '../../facts/expressions';
import { describe } from '../../shapes/describe';
import { memberOf, members } from '../../shapes/members';
import { didYouMean, nearest } from '../../text/nearest';
import { renames } from '../fixes';
import type { Rule } from '../rule';
import { inferredOf } from './inferred';
import { memberName, membersRead } from './members-read';

/** A member that a value which is known completely does not have. */
export const unknownMember: Rule = {
  code: 'unknown-member',
  severity: 'warning',
  chapter: 'Data',
  title: 'A member that the value does not have',
  doc: 'What a value holds is followed from where it is written: the first values of `context`, what outputs assign, JSON files that `!oneline` brings in and `JSON.parse` reads, and the built-ins of JavaScript. Where all of that is known and nothing has the member, reading it gives `undefined`. Of results of widgets, and of whatever else may hold more than is written here, nothing is said.',
  example: {
    wrong: "home:\n  inputs:\n    message: {type: IM}\n  render:\n    text: '{{message.lenght}}'",
    right: "home:\n  inputs:\n    message: {type: IM}\n  render:\n    text: '{{message.length}}'",
  },
  check(subject, report) {
    for (const { expression, part, inference } of inferredOf(subject)) {
      const asked = part.ast ? askedNodes(part.ast) : new Set();
      for (const node of membersRead(part)) {
        const name = memberName(node);
        if (name === undefined || /^\d+$/.test(name)) continue;
        const shape = inference.at(node.object);
        if (memberOf(shape, name).kind !== 'missing') continue;
        const near = nearest(
          name,
          members(shape).map((one) => one.name),
        );
        // Who asks for a member first knows that it may not be there, unless it looks misspelt.
        if (near.length === 0 && asked.has(node)) continue;
        const range = nameRange(subject.unit.text, node, (at) =>
          rangeInUnit(subject.unit.text, expression, part, at),
        );
        const message = `\`${name}\` is no member of this value, which is ${describe(shape)}.${didYouMean(near)}`;
        report(range, message, { fixes: renames(range, near) });
      }
    }
  },
};

/** The range of the name alone, inside its quotes. */
function nameRange(
  text: string,
  { property }: MemberExpression,
  inUnit: (range: { start: number; end: number }) => { start: number; end: number },
) {
  const quotes = property.type === 'Literal' ? 1 : 0;
  const range = inUnit({ start: property.start + quotes, end: property.end - quotes });
  return range.start <= range.end && range.end <= text.length ? range : inUnit(property);
}
