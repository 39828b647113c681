import { isDeadAssignment } from '../../inference/dead-assignments';
import { msg } from '../../text/message';
import { isRepeated } from '../../yaml/cut/unit';
import type { Rule } from '../rule';

/** A context variable that is assigned again on every path before anything reads it. */
export const deadAssignment: Rule = {
  code: 'dead-assignment',
  severity: 'hint',
  title: 'Assigned value is overwritten before it is read',
  doc: 'Every path from this state assigns the variable again before an expression reads it, so this value has no effect. The last value before a conversation ends is not reported, and nested automata are not analysed.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  score: 0\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'\n    transitions:\n      ALWAYS: quiz\n  quiz:\n    outputs:\n      context.score: '{{2}}'\n    render:\n      text: '{{context.score}}'\n    transitions:\n      CHAT: home",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: 0\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'\n    transitions:\n      ALWAYS: quiz\n  quiz:\n    outputs:\n      context.score: '{{context.score + 1}}'\n    render:\n      text: '{{context.score}}'\n    transitions:\n      CHAT: home",
  },
  check({ project, scopes, unit }, report) {
    for (const entry of scopes) {
      if (entry.scope.kind !== 'state') continue;
      for (const output of entry.scope.outputs) {
        if (output.context === undefined || !isDeadAssignment(project, entry, output)) continue;
        // The value may be read after another state that repeats the outputs.
        if (isRepeated(unit, output.name)) continue;
        const message = msg`This value of \`context.${output.context.text}\` is never read: every path from here assigns it again first.`;
        report(output.name, message);
      }
    }
  },
};
