import { allNames } from '../../project/names/resolve';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { isCompletelyKnown, scenarioNamesOf } from './names';

/** A context variable in a scenario that the automata does not have. */
export const unknownScenarioVariable: Rule = {
  code: 'unknown-scenario-variable',
  severity: 'warning',
  title: 'Context variable of a scenario does not exist',
  doc: 'The variable is not declared, no output assigns it, and no expression reads it. Often the variable has been renamed.',
  check(subject, report) {
    const { project } = subject;
    const { table } = project;
    for (const name of scenarioNamesOf(subject, 'context')) {
      const { text, member, value } = name;
      if (table.has('declaration', text) || table.has('assigned', text) || table.has('contextUse', text))
        continue;
      if (
        table.has('word', text) ||
        table.get('contextChange', '').some((one) => ['', text].includes(one.name.text))
      )
        continue;
      // The scenario expects that the variable does not exist.
      if (value?.kind === 'scalar' && (value.empty || value.type === 'null')) continue;
      if (!isCompletelyKnown(project, 'context', 'outputs')) return;
      const near = nearestNames(text, allNames(project, 'variable').names);
      // An expression may test whether the variable exists.
      if (member !== undefined && near.length === 0) continue;
      report(name, msg`Context variable \`${text}\` does not exist.${didYouMean(near)}`, {
        fixes: renameFixes(name, near),
      });
    }
  },
};
