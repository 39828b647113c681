import { commentedText } from '../../facts/commented-text';
import { msg } from '../../text/message';
import { singleQuoted } from '../../yaml/read/quotes';
import type { Rule } from '../rule';
import { isBroken, reliableSteps } from '../shape/reliable-steps';

/** A text that YAML reads as a comment, as it begins with `#`. */
export const valueIsComment: Rule = {
  code: 'value-is-comment',
  severity: 'warning',
  title: 'Text without quotes is read as a comment',
  doc: 'In YAML, `#` after a space starts a comment, so `text: # Welcome` has no value, and the message is empty. Put a text that begins with `#`, such as a Markdown heading, in quotes. Comments that begin with a word such as `TODO` or `optional`, and values in quotes that are commented out, are not reported.',
  example: {
    wrong: 'home:\n  render:\n    text: # Welcome',
    right: "home:\n  render:\n    text: '# Welcome'",
  },
  check(subject, report) {
    const { unit } = subject;
    for (const step of reliableSteps(subject)) {
      const comment = commentedText(unit, step);
      if (comment === undefined || isBroken(unit, comment)) continue;
      const message =
        step.pair === undefined
          ? msg('YAML reads the text after `#` as a comment, so this item has no value. Put it in quotes.')
          : msg`YAML reads the text after \`#\` as a comment, so \`${step.pair.name}\` has no value. Put it in quotes.`;
      const edits = [{ range: comment, text: singleQuoted(unit.text.slice(comment.start, comment.end)) }];
      report(comment, message, {
        fixes: [{ title: msg('Put it in quotes'), edits, preferred: true, excludeFromFixAll: true }],
      });
    }
  },
};
