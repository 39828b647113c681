import { guardedNodes } from '../../expression/guards';
import { rangeInUnit } from '../../facts/expressions';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { allMembers, lookUpMember } from '../../types/member-lookup';
import { typeText } from '../../types/type-text';
import { widen } from '../../types/union';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { isFunction, isStoredBuiltIn } from './function-as-value';
import { isComputed, memberName, memberNameRange, membersRead } from './members-read';
import { membersForForeignName } from './other-members';

/** A member that does not exist on a value whose type is completely known. */
export const unknownMember: Rule = {
  code: 'unknown-member',
  severity: 'warning',
  title: 'Property does not exist',
  doc: 'Types are inferred from the initial values of `context`, the values that outputs assign, JSON files that `!oneline` includes and `JSON.parse` reads, and the built-ins of JavaScript. Reading a property that the type does not have gives `undefined`. An element at an unknown index, such as `questions[context.i]`, may be any element of the list. Values of unknown type, such as results of widgets, are not checked.',
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
      const found = lookUpMember(certain, name);
      const type = found.kind === 'unknown' && hasIndex ? elements().at(node.object) : certain;
      if (found.kind === 'found' || lookUpMember(type, name).kind !== 'missing') continue;
      if (isFunction(type) && isStoredBuiltIn(node.object, inference.at)) continue;
      const members = allMembers(type).map((one) => one.name);
      const other = membersForForeignName(name, members);
      const near = other.length > 0 ? other : nearestNames(name, members);
      // A tested member may be missing on purpose, unless it looks misspelt.
      if (near.length === 0 && part.ast && guardedNodes(part.ast).has(node)) continue;
      const range = memberNameRange(subject.unit.text, node, (at) =>
        rangeInUnit(subject.unit.text, expression, part, at),
      );
      const message = msg`Property \`${name}\` does not exist on type \`${typeText(widen(type))}\`.${didYouMean(near)}`;
      report(range, message, { fixes: renameFixes(range, near) });
    }
  },
};
