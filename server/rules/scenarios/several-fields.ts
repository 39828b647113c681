import { specOf } from '../../format/objects';
import { msg } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';
import type { MapNode, Pair } from '../../yaml/tree/tree';
import type { Fix, Rule } from '../rule';
import { keyRange, objectWithArticle } from '../shape/descriptions';
import { isBroken, objectAt, reliableSteps } from '../shape/reliable-steps';

/** An object with several fields of which exactly one is allowed. */
export const severalFields: Rule = {
  code: 'several-fields',
  severity: 'error',
  title: 'Step, promise or matcher has more than one field',
  doc: 'A step is a single action of the user or a single expectation, a promise is a single statement, and a matcher makes a single comparison. The quick fix moves the second field to a new item.',
  check(subject, report) {
    const { unit } = subject;
    for (const step of reliableSteps(subject)) {
      const map = objectAt(step);
      if (map === undefined || step.type.kind !== 'object') continue;
      const { object } = step.type;
      const { isExclusive, fields } = specOf(object);
      if (isExclusive !== true) continue;
      const [first, second] = map.pairs.filter((pair) => fields.some(({ name }) => name === pair.name));
      if (first === undefined || second === undefined || first.name === second.name) continue;
      if (isBroken(unit, second.key)) continue;
      const message = msg`${objectWithArticle(object, step)} can have only one field, but this one already has \`${first.name}\`.`;
      report(keyRange(second), message, {
        fixes: object === 'scenario-step' || object === 'promise' ? split(unit, map, second, object) : [],
      });
    }
  },
};

/** The fix that moves the second key to a list item of its own. */
function split(
  { text }: Unit,
  map: MapNode,
  { key, start }: Pair,
  object: 'scenario-step' | 'promise',
): Fix[] {
  const dash = { start: start - 2, end: start };
  const isBelow = /\n *$/.test(text.slice(0, start)) && text.slice(dash.start, dash.end) === '  ';
  if (
    map.flow ||
    !isBelow ||
    map.parent?.kind !== 'seq' ||
    map.parent.flow ||
    !/- $/.test(text.slice(0, map.start))
  )
    return [];
  const field = key.kind === 'scalar' ? key.value : '';
  const title =
    object === 'promise' ? msg`Move \`${field}\` to a new promise` : msg`Move \`${field}\` to a new step`;
  return [{ title, edits: [{ range: dash, text: '- ' }], preferred: true }];
}
