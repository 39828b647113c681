import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { keyRange } from './descriptions';
import { plainMapAt, reliableSteps } from './reliable-steps';
import { asSingleItem } from './tasks-as-list';

/** One validation where a list of them is the documented form. */
export const validationNotAList: Rule = {
  code: 'validation-not-a-list',
  severity: 'information',
  title: 'Validations are an object instead of a list',
  doc: 'One page of the documentation uses an object; the specification and the types use a list of conditions, which are checked in order. A list always works.',
  example: {
    wrong: 'inputs:\n  name:\n    type: text\n    user_input: true\n    validations:\n      max_length: 20',
    right: 'inputs:\n  name:\n    type: text\n    user_input: true\n    validations:\n      - max_length: 20',
  },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const { field, pair } = step;
      const map = field?.name === 'validations' ? plainMapAt(step) : undefined;
      if (map === undefined || pair === undefined) continue;
      const edits = asSingleItem(subject.unit, map);
      report(keyRange(pair), msg('`validations` is an object. Use a list of objects.'), {
        fixes: edits ? [{ title: msg('Convert to a list'), edits, preferred: true }] : [],
      });
    }
  },
};
