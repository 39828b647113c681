import type { AstNode } from '../../expression/parse';
import type { CaseFacts, HandlerFacts } from '../../facts/facts';
import { msg } from '../../text/message';
import { pairOf } from '../../yaml/tree/tree';
import { addItem } from '../edits';
import type { Fix, Rule, Subject } from '../rule';
import { alwaysTransition } from './always';
import { isExhaustive } from './exhaustive';

/** A list of cases that may all be false, while no other event can happen. */
export const noFallbackCase: Rule = {
  code: 'no-fallback-case',
  severity: 'information',
  excludeFromFixAll: true,
  title: '`ALWAYS` list has no unconditional case',
  doc: 'If no condition is true, the conversation stays in the state according to the documentation, and some versions of the service stop with an error. End the list with a case without a condition. Conditions that cover every value, such as `x` and `!x`, need no such case.',
  example: {
    wrong:
      "check:\n  transitions:\n    ALWAYS:\n      - condition: '{{context.score > 3}}'\n        target: won\n      - condition: '{{context.score < 3}}'\n        target: lost",
    right:
      "check:\n  transitions:\n    ALWAYS:\n      - condition: '{{context.score > 3}}'\n        target: won\n      - target: lost",
  },
  check(subject, report) {
    for (const { scope } of subject.scopes) {
      const always = alwaysTransition(scope);
      if (always?.node.kind !== 'seq' || scope.incomplete.has('transitions')) continue;
      const { cases, node } = always;
      if (cases.length === 0 || cases.length !== node.items.length) continue;
      if (!cases.every(({ condition }) => condition === 'open' || condition === 'false')) continue;
      if (isExhaustive(conditionsOf(subject, cases))) continue;
      report(
        always.event,
        msg('Every case has a condition, so possibly none is taken. Add a last case without a condition.'),
        { fixes: fallback(subject, always), absentIn: node },
      );
    }
  },
};

/** The conditions of the cases, without literal ones. */
function conditionsOf({ facts }: Subject, cases: readonly CaseFacts[]): readonly AstNode[] {
  const values = new Set(
    cases.map(({ node }) => (node.kind === 'map' ? pairOf(node, 'condition')?.value : undefined)),
  );
  return facts.expressions.flatMap(({ node, parts }) => (values.has(node) ? (parts[0]?.ast ?? []) : []));
}

/** Adds a last case with the target of the one before it. */
function fallback({ unit }: Subject, { node, cases }: HandlerFacts): Fix[] {
  const target = cases.at(-1)?.target;
  if (node.kind !== 'seq' || target === undefined) return [];
  const edits = addItem(unit, node, { target: target.text });
  return edits ? [{ title: msg`Add a last case with target \`${target.text}\``, edits }] : [];
}
