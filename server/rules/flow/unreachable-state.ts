import { RESERVED_NAMES } from '../../format/names';
import { stateFlow } from '../../project/flow';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** A state that nothing leads to. */
export const unreachableState: Rule = {
  code: 'unreachable-state',
  severity: 'warning',
  title: 'No path from the beginning leads to the state',
  doc: 'Counted are all transitions of all states that can be reached from `initial`, whatever their conditions, and in each of them those of the automata around it. Nothing is said while a state, a transition or a target is out of sight. Lead a transition to the state, or remove it.',
  example: {
    wrong:
      'initial: home\nstates:\n  home:\n    transitions:\n      CHAT: home\n  help:\n    transitions:\n      CHAT: home',
    right:
      'initial: home\nstates:\n  home:\n    transitions:\n      CHAT: help\n  help:\n    transitions:\n      CHAT: home',
  },
  tag: 'unnecessary',
  unanimous: true,
  check({ project, scopes }, report) {
    if (!project.isAutomata) return;
    for (const { scope, path } of scopes) {
      if (scope.name === undefined || scope.name.text === '') continue;
      // That it cannot be a state is told already.
      if (RESERVED_NAMES.has(scope.name.text) || !stateFlow(project, path).isUnreachable) continue;
      report(
        scope.name,
        msg`Nothing leads to \`${scope.name.text}\` from the beginning. Lead a transition here, or remove it.`,
      );
    }
  },
};
