import { isUnconditional } from '../../facts/facts';
import { msg } from '../../text/message';
import { isRepeated } from '../../yaml/cut/unit';
import { type Pair, pairOf, resolveAlias } from '../../yaml/tree/tree';
import type { Rule } from '../rule';
import { keyRange } from '../shape/descriptions';
import { alwaysTransition } from './always';

/** A message of a state that is left before the message could be shown. */
export const renderNeverShown: Rule = {
  code: 'render-never-shown',
  severity: 'hint',
  title: 'Message of the state is never shown',
  doc: 'A state that is left by `ALWAYS` does not show its `render`. Show the text in the next state, or replace `ALWAYS` with an event, such as a button click.',
  example: {
    wrong: 'check:\n  render:\n    text: One moment...\n  transitions:\n    ALWAYS: answer\nanswer: {}',
    right: 'check:\n  transitions:\n    ALWAYS: answer\nanswer:\n  render:\n    text: Here it is.',
  },
  check({ scopes, unit }, report) {
    for (const { scope } of scopes) {
      const always = alwaysTransition(scope);
      if (scope.kind !== 'state' || always === undefined || scope.incomplete.has('transitions')) continue;
      const render = scope.map && pairOf(scope.map, 'render');
      // Another state that repeats it may show it.
      if (render !== undefined && isRepeated(unit, render.value)) continue;
      if (render === undefined || !hasMessage(render) || !always.cases.some(isUnconditional)) continue;
      report(
        keyRange(render),
        msg(
          'This is never shown because the state is always left by `ALWAYS`. Move it to the next state, or wait for an event.',
        ),
      );
    }
  },
};

function hasMessage({ value }: Pair): boolean {
  const node = resolveAlias(value);
  return node?.kind === 'map' && node.pairs.length > 0;
}
