import { allNames } from '../../project/names/resolve';
import { situationOf } from '../../project/names/scenario-names';
import { isInput } from '../../project/names/scope';
import { ROOT_PATH } from '../../project/names/scope-path';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { formatStates, isCompletelyKnown, scenarioNamesOf } from './names';

/** A field in a scenario that no form has. */
export const unknownFormField: Rule = {
  code: 'unknown-form-field',
  severity: 'warning',
  title: 'Form field of a scenario does not exist',
  doc: 'The fields of a form are the inputs of a state with `user_input: true`.',
  check(subject, report) {
    const { project } = subject;
    for (const name of scenarioNamesOf(subject, 'form-field')) {
      const { forms } = situationOf(project, name);
      const isOpen = forms !== undefined && forms.length > 0;
      if (isOpen && forms.some((path) => isInput(project, path, name.text))) continue;
      if (!isCompletelyKnown(project, 'inputs')) return;
      const entries = project.table.get('anyInput', '');
      if (!isOpen && entries.some((entry) => entry.name.text === name.text)) continue;
      // The automata itself may have inputs too.
      if (project.scopes(ROOT_PATH).some(({ scope }) => scope.inputs.length > 0)) continue;
      const known = isOpen
        ? forms.flatMap((path) =>
            project.scopes(path).flatMap(({ scope }) => scope.inputs.map((one) => one.name.text)),
          )
        : allNames(project, 'anyInput').names;
      const near = nearestNames(name.text, known);
      const message = isOpen
        ? msg`The form of ${formatStates(forms)} has no field \`${name.text}\`.`
        : msg`No state has the input \`${name.text}\`.`;
      report(name, msg`${message}${didYouMean(near)}`, { fixes: renameFixes(name, near) });
    }
  },
};
