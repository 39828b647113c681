import { RESERVED_NAMES } from '../../format/names';
import { namedChildren, resolveInitial } from '../../project/names/resolve';
import { keyAt } from '../../project/names/symbols';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { isBroken } from '../shape/reliable-steps';
import { newStateFixes } from './new-state';

/** An automata whose initial state does not exist. */
export const unknownInitial: Rule = {
  code: 'unknown-initial',
  severity: 'error',
  title: 'Initial state does not exist',
  doc: 'The agent cannot start without its initial state. `initial` expects the name of one of the automata’s own `states`, not a path, an `#id` or an expression.',
  example: {
    wrong: 'type: automata\ninitial: hoem\nstates:\n  home: {}',
    right: 'type: automata\ninitial: home\nstates:\n  home: {}',
  },
  check(subject, report) {
    const { project, scopes, unit } = subject;
    for (const entry of scopes) {
      const { initial, kind } = entry.scope;
      if (initial === undefined || kind !== 'automata' || isBroken(unit, initial)) continue;
      const found = resolveInitial(project, entry, initial.text);
      if (found.kind !== 'missing') continue;
      // Missing states are reported elsewhere.
      if (!project.table.has('section', keyAt(entry.path, 'states'))) continue;
      const names = namedChildren(project, 'child', entry.path).names;
      // A name that is a field suggests that a state without its name was read as the map of states.
      if (names.some((name) => RESERVED_NAMES.has(name))) continue;
      const near = nearestNames(initial.text, names);
      const hint = names.length === 0 ? msg(' The automata has no states yet.') : didYouMean(near);
      report(initial, msg`Initial state \`${initial.text}\` does not exist in this automata.${hint}`, {
        fixes: [...renameFixes(initial, near), ...newStateFixes(subject, entry, initial.text, found)],
      });
    }
  },
};
