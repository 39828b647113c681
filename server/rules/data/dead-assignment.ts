import { isDeadAssignment } from '../../inference/dead';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** A context variable is assigned, and assigned again on every path before anything reads it. */
export const deadAssignment: Rule = {
  code: 'dead-assignment',
  severity: 'hint',
  title: 'What is assigned here is assigned again before anything reads it',
  doc: 'On every path from here another output assigns the variable before any expression reads it, so that this value is never seen. The end of a flow makes nothing dead, and automata with automata in them are not looked at.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  score: 0\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'\n    transitions:\n      ALWAYS: quiz\n  quiz:\n    outputs:\n      context.score: '{{2}}'\n    render:\n      text: '{{context.score}}'\n    transitions:\n      CHAT: home",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: 0\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'\n    transitions:\n      ALWAYS: quiz\n  quiz:\n    outputs:\n      context.score: '{{context.score + 1}}'\n    render:\n      text: '{{context.score}}'\n    transitions:\n      CHAT: home",
  },
  check({ project, scopes }, report) {
    for (const entry of scopes) {
      if (entry.scope.kind !== 'state') continue;
      for (const output of entry.scope.outputs) {
        if (output.context === undefined || !isDeadAssignment(project, entry, output)) continue;
        const message = msg`Every path from here assigns \`context.${output.context.text}\` again before anything reads it.`;
        report(output.name, message);
      }
    }
  },
};
