import type { AstNode, CallExpression } from '../../expression/parse';
import { allNodes } from '../../expression/walk';
import { rangeInUnit } from '../../facts/expressions';
import { msg } from '../../text/message';
import { typeText } from '../../types/type-text';
import { widen } from '../../types/union';
import { alternativesOf, isNever, type ValueType } from '../../types/value-type';
import type { Rule } from '../rule';
import { memberName } from './members-read';

/** A call of a value that is not a function. */
export const notCallable: Rule = {
  code: 'not-callable',
  severity: 'error',
  title: 'Calling a value that is not a function',
  doc: 'Calling a value that is not a function makes the whole expression fail. `length`, for example, is a number: write `items.length` without parentheses.',
  example: {
    wrong: "home:\n  inputs:\n    message: {type: IM}\n  render:\n    text: '{{message.length()}}'",
    right: "home:\n  inputs:\n    message: {type: IM}\n  render:\n    text: '{{message.length}}'",
  },
  checkExpression({ subject, expression, part, inference }, report) {
    const { text } = subject.unit;
    for (const call of part.ast ? callsIn(part.ast) : []) {
      const { callee } = call;
      const name = callee.type === 'MemberExpression' ? memberName(callee) : undefined;
      if (callee.type !== 'MemberExpression' || name === undefined) continue;
      const type = inference.at(callee);
      if (!isPlain(type)) continue;
      const at = rangeInUnit(text, expression, part, callee.property);
      const parentheses = rangeInUnit(text, expression, part, { start: callee.end, end: call.end });
      const isEmpty = /^\s*\(\s*\)$/.test(text.slice(parentheses.start, parentheses.end));
      report(
        at,
        isEmpty
          ? msg`\`${name}\` has type \`${typeText(widen(type))}\` and cannot be called. Remove the \`()\`.`
          : msg`\`${name}\` has type \`${typeText(widen(type))}\` and cannot be called.`,
        {
          fixes: isEmpty
            ? [
                {
                  title: msg('Remove the parentheses'),
                  edits: [{ range: parentheses, text: '' }],
                  preferred: true,
                  excludeFromFixAll: true,
                },
              ]
            : [],
        },
      );
    }
  },
};

/** Whether no value of a type can be called. */
function isPlain(type: ValueType): boolean {
  if (isNever(type)) return false;
  return alternativesOf(type).every((one) => {
    const isNothing = one.kind === 'literal' && (one.value === undefined || one.value === null);
    return !isNothing && !['unknown', 'function', 'instance'].includes(one.kind);
  });
}

function callsIn(ast: AstNode): readonly CallExpression[] {
  const isCall = (node: AstNode): node is CallExpression => node.type === 'CallExpression' && !node.optional;
  return allNodes(ast)
    .filter(isCall)
    .sort((a, b) => a.start - b.start || b.end - a.end);
}
