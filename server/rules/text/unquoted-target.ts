import { msg } from '../../text/message';
import { quotedText } from '../../yaml/write/scalars';
import { type CommentedTarget, commentedTarget } from '../commented-target';
import { renameFixes } from '../fixes';
import type { Fix, Rule } from '../rule';
import { keyRange } from '../shape/descriptions';
import { isBroken, reliableSteps } from '../shape/reliable-steps';

/** A target that YAML reads as a comment, as it begins with `#`. */
export const unquotedTarget: Rule = {
  code: 'unquoted-target',
  severity: 'error',
  title: 'Target without quotes is read as a comment',
  doc: "In YAML, `#` after a space starts a comment, so `target: #home` has no value. Put a target that refers to a state by its `id` in quotes: `'#home'`. Comments with a space after the `#` are not reported.",
  example: {
    wrong:
      'type: automata\ninitial: home\nstates:\n  home:\n    id: start\n    transitions:\n      CHAT: #start',
    right:
      "type: automata\ninitial: home\nstates:\n  home:\n    id: start\n    transitions:\n      CHAT: '#start'",
  },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const { pair } = step;
      const target = pair && commentedTarget(subject, step);
      if (pair === undefined || target === undefined || isBroken(subject.unit, pair.key)) continue;
      const advice =
        target.meant === undefined ? msg(' Put it in quotes.') : msg` Write \`${target.meant}\`.`;
      const message = msg`YAML reads \`${target.text}\` as a comment, so \`${pair.name}\` has no value.`;
      report(keyRange(pair), msg`${message}${advice}`, { fixes: fixesOf(target) });
    }
  },
};

function fixesOf(target: CommentedTarget): Fix[] {
  if (target.meant !== undefined) return renameFixes(target, [target.meant]);
  const edits = [{ range: target, text: quotedText(target.text, 'single') }];
  return [{ title: msg('Put it in quotes'), edits, preferred: true }];
}
