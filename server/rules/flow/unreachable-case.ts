import type { CaseFacts } from '../../facts/facts';
import { msg } from '../../text/message';
import { containerOf, type Node } from '../../yaml/tree';
import type { Unit } from '../../yaml/unit';
import { moveItem, removeItem } from '../edits';
import type { Fix, Rule } from '../rule';
import { valueRange } from '../shape/words';
import { isUnconditional } from './always';

/** A case behind one that always holds. */
export const unreachableCase: Rule = {
  code: 'unreachable-case',
  severity: 'warning',
  title: 'A case of a transition behind one that always holds',
  doc: 'Of a list of cases the first whose condition holds is taken. A case without a condition always holds, so that no case behind it is ever tried. It belongs at the end.',
  example: {
    wrong:
      "home:\n  transitions:\n    CHAT:\n      - target: home\n      - condition: '{{1 > 0}}'\n        target: home",
    right:
      "home:\n  transitions:\n    CHAT:\n      - condition: '{{1 > 0}}'\n        target: home\n      - target: home",
  },
  tag: 'unnecessary',
  check({ scopes, source, unit }, report) {
    for (const { scope } of scopes) {
      if (scope.incomplete.has('transitions')) continue;
      for (const { node, cases } of scope.handlers) {
        const index = cases.findIndex((one) => one.node.kind === 'map' && isUnconditional(one));
        const first = cases[index];
        if (node.kind !== 'seq' || first === undefined) continue;
        const why =
          first.condition === 'none'
            ? msg('one above it has no condition and always holds')
            : msg('the condition of one above it is always true');
        for (const one of cases.slice(index + 1)) {
          const range = caseRange(unit, one.node);
          report(range, msg`This case is never taken: ${why}.`, {
            related: [
              {
                message: msg('This case always holds.'),
                source: source.address,
                unit,
                range: caseRange(unit, first.node),
              },
            ],
            fixes: fixesOf(unit, first, one),
          });
        }
      }
    }
  },
};

/** What stands for a case: its first key, or a target by itself. */
function caseRange(unit: Unit, node: Node) {
  return valueRange(unit, node, undefined);
}

function fixesOf(unit: Unit, first: CaseFacts, one: CaseFacts): Fix[] {
  const list = containerOf(one.node);
  if (list?.kind !== 'seq' || containerOf(first.node) !== list) return [];
  const fixes: Fix[] = [];
  const moved = one.condition === 'open' ? moveItem(unit, list, one.node, first.node) : undefined;
  if (moved) fixes.push({ title: msg('Move the case above the one that always holds'), edits: moved });
  const removed = removeItem(unit, list, one.node);
  if (removed) fixes.push({ title: msg('Remove the case'), edits: removed });
  return fixes;
}
