import { type CaseFacts, isUnconditional } from '../../facts/facts';
import { msg } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';
import { containerOf, type Node } from '../../yaml/tree/tree';
import { removeItem } from '../edits';
import { moveItem } from '../moves';
import { type Fix, type Rule, relatedEntry } from '../rule';
import { valueRange } from '../shape/descriptions';

/** A case after one that always applies. */
export const unreachableCase: Rule = {
  code: 'unreachable-case',
  severity: 'warning',
  title: 'Case is unreachable',
  doc: 'The first case whose condition is true is taken. A case without a condition is always taken, so the cases after it are unreachable. Move it to the end.',
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
        const message =
          first.condition === 'none'
            ? msg('This case is unreachable: a case above it has no condition.')
            : msg('This case is unreachable: the condition of a case above it is always true.');
        const taken = { source: source.address, unit, name: caseRange(unit, first.node) };
        const related = [relatedEntry(msg('This case is always taken.'), taken)];
        for (const one of cases.slice(index + 1))
          report(caseRange(unit, one.node), message, {
            related,
            fixes: fixesOf(unit, first, one),
            // The case above may get its condition.
            ...(first.condition === 'none' && { absentIn: first.node }),
          });
      }
    }
  },
};

/** The range that represents a case: its first key, or a bare target. */
function caseRange(unit: Unit, node: Node) {
  return valueRange(unit, node, undefined);
}

function fixesOf(unit: Unit, first: CaseFacts, one: CaseFacts): Fix[] {
  const list = containerOf(one.node);
  if (list?.kind !== 'seq' || containerOf(first.node) !== list) return [];
  const fixes: Fix[] = [];
  const [from, to] = [list.items.indexOf(one.node), list.items.indexOf(first.node)];
  const moved = one.condition === 'open' ? moveItem(unit, list, from, to) : undefined;
  if (moved) fixes.push({ title: msg('Move the case above the one that is always taken'), edits: moved });
  const removed = removeItem(unit, list, one.node);
  if (removed) fixes.push({ title: msg('Remove the case'), edits: removed });
  return fixes;
}
