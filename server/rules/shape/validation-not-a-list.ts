import { msg } from '../../text/message';
import type { MapNode } from '../../yaml/tree';
import type { Unit } from '../../yaml/unit';
import { contentEnd, type Edit } from '../edits';
import type { Rule } from '../rule';
import { keyRange } from './descriptions';
import { plainMapAt, reliableSteps } from './reliable-steps';
import { shiftLines } from './tasks-as-list';

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
      const edits = asList(subject.unit, map);
      report(keyRange(pair), msg('`validations` is an object. Use a list of objects.'), {
        fixes: edits ? [{ title: msg('Convert to a list'), edits, preferred: true }] : [],
      });
    }
  },
};

/**
 * Turns the map into the only item of a list. Undefined if an anchor precedes the map, as the anchor would then name
 * the list.
 */
function asList(unit: Unit, map: MapNode): Edit[] | undefined {
  const { start, end } = map;
  if (map.anchor !== undefined) return undefined;
  if (!map.flow) {
    return [
      { range: { start, end: start }, text: '- ' },
      ...shiftLines(unit, start, contentEnd(unit.text, map), 2),
    ];
  }
  return [
    { range: { start, end: start }, text: '[' },
    { range: { start: end, end }, text: ']' },
  ];
}
