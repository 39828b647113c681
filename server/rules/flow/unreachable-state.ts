import { RESERVED_NAMES } from '../../format/names';
import { stateFlow } from '../../project/flow/flow';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** A state without incoming transitions. */
export const unreachableState: Rule = {
  code: 'unreachable-state',
  severity: 'warning',
  title: 'State is unreachable',
  doc: 'No sequence of transitions from `initial` leads to the state, whatever the conditions. Transitions of enclosing automata are included. Nothing is reported while a state, a transition or a target cannot be resolved. Add a transition to the state, or remove it.',
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
      // `reserved-name` reports such a state.
      if (RESERVED_NAMES.has(scope.name.text) || !stateFlow(project, path).isUnreachable) continue;
      report(
        scope.name,
        msg`State \`${scope.name.text}\` is unreachable: no path from the initial state leads to it.`,
      );
    }
  },
};
