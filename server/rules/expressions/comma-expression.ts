import { engine } from '../../engine/engine';
import type { AstNode } from '../../expression/parse';
import { allNodes } from '../../expression/walk';
import { rangeInUnit } from '../../facts/expressions';
import { contextVariable } from '../../project/names/resolve';
import { msg } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import type { Range } from '../../text/range';
import { renameFixes } from '../fixes';
import type { Rule, Subject } from '../rule';
import { evaluatedScalars } from './uses';

/** A comma after a value that is not used. */
export const commaExpression: Rule = {
  code: 'comma-expression',
  severity: 'warning',
  title: 'Comma drops the value before it',
  doc: 'In JavaScript, `a, b` has the value of `b` alone. A comma after a variable is usually a slip: `context,name` for `context.name`, or `a, b` for `[a, b]`. A comma after a call or an assignment is not reported.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  name: Ada\nstates:\n  home:\n    render:\n      text: '{{context,name}}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  name: Ada\nstates:\n  home:\n    render:\n      text: '{{context.name}}'",
  },
  check(subject, report) {
    for (const { start, end, left, meant } of droppedValues(subject)) {
      const near = meant === undefined ? [] : [meant];
      report({ start, end }, msg`The comma drops the value of \`${left}\`.${didYouMean(near)}`, {
        fixes: renameFixes({ start, end }, near),
      });
    }
  },
};

export interface DroppedValue extends Range {
  /** The text of the value before the comma. */
  readonly left: string;
  /** The context variable that is meant, if a comma is written for a dot. */
  readonly meant: string | undefined;
}

/** The values of variables before a comma, with the ranges of both sides of the comma. */
export const droppedValues = engine.shared((subject: Subject): readonly DroppedValue[] => {
  const { unit, facts } = subject;
  const found: DroppedValue[] = [];
  for (const expression of evaluatedScalars(facts.expressions)) {
    const entry = subject.resolvedScopes[expression.place.scope];
    for (const part of expression.parts) {
      if (!part.closed || part.ast === undefined || expression.code || entry === undefined) continue;
      if (!unit.text.slice(part.start, part.end).includes(',')) continue;
      for (const [first, second] of commasIn(part.ast)) {
        const before = rangeInUnit(unit.text, expression, part, first);
        const after = rangeInUnit(unit.text, expression, part, second);
        const left = unit.text.slice(before.start, before.end);
        const right = unit.text.slice(after.start, after.end);
        const member = /^(?:context\.)?([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(right)?.[1];
        const isMeant =
          left === 'context' &&
          member !== undefined &&
          contextVariable(subject.project, entry, member).isKnown;
        const meant = right.startsWith('context.') ? right : `context.${right}`;
        found.push({ start: before.start, end: after.end, left, meant: isMeant ? meant : undefined });
      }
    }
  }
  return found;
});

/** The two sides of each comma after a variable, whose value the comma drops without any effect. */
function commasIn(ast: AstNode): (readonly [AstNode, AstNode])[] {
  return allNodes(ast).flatMap((node) => {
    const [first, second] = node.type === 'SequenceExpression' ? node.expressions : [];
    return first && second && isVariable(first) ? [[first, second] as const] : [];
  });
}

function isVariable(node: AstNode): boolean {
  return node.type === 'MemberExpression' ? isVariable(node.object) : node.type === 'Identifier';
}
