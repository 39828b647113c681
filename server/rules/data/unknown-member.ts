import { askedNodes } from '../../expression/guards';
import { rangeInUnit } from '../../facts/expressions';
import { describe } from '../../shapes/describe';
import { memberOf, members } from '../../shapes/members';
import { msg } from '../../text/message';
import { didYouMean, nearest } from '../../text/nearest';
import { renames } from '../fixes';
import type { Rule } from '../rule';
import { isComputed, memberName, memberNameRange, membersRead } from './members-read';

/** A member that a value which is known completely does not have. */
export const unknownMember: Rule = {
  code: 'unknown-member',
  severity: 'warning',
  title: 'A member that the value does not have',
  doc: 'What a value holds is followed from where it is written: the first values of `context`, what outputs assign, JSON files that `!oneline` brings in and `JSON.parse` reads, and the built-ins of JavaScript. Where all of that is known and nothing has the member, reading it gives `undefined`. The element at an index that is not known, such as `questions[context.i]`, may be any element of the list. Of results of widgets, and of whatever else may hold more than is written here, nothing is said.',
  example: {
    wrong: "home:\n  inputs:\n    message: {type: IM}\n  render:\n    text: '{{message.lenght}}'",
    right: "home:\n  inputs:\n    message: {type: IM}\n  render:\n    text: '{{message.length}}'",
  },
  checkExpression({ subject, expression, part, inference, elements }, report) {
    const read = membersRead(part);
    const hasIndex = read.some(isComputed);
    for (const node of read) {
      const name = memberName(node);
      if (name === undefined || /^\d+$/.test(name)) continue;
      const certain = inference.at(node.object);
      const found = memberOf(certain, name);
      const shape = found.kind === 'unknown' && hasIndex ? elements().at(node.object) : certain;
      if (found.kind === 'found' || memberOf(shape, name).kind !== 'missing') continue;
      const near = nearest(
        name,
        members(shape).map((one) => one.name),
      );
      // Who asks for a member first knows that it may not be there, unless it looks misspelt.
      if (near.length === 0 && part.ast && askedNodes(part.ast).has(node)) continue;
      const range = memberNameRange(subject.unit.text, node, (at) =>
        rangeInUnit(subject.unit.text, expression, part, at),
      );
      const message = msg`\`${name}\` is no member of this value, which is ${describe(shape)}.${didYouMean(near)}`;
      report(range, message, { fixes: renames(range, near) });
    }
  },
};
