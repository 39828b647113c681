import type { Type } from '../../format/types';
import { describe } from '../../shapes/describe';
import { alternatives, isNever, type Shape } from '../../shapes/shape';
import { contentEnd } from '../edits';
import type { Rule } from '../rule';
import { certainSteps, isAnybodysField, isBroken, scalarOf } from '../shape/certain';
import { placeName, typeInWords } from '../shape/words';
import { inferredOf } from './inferred';

/** An expression whose value is of a type that the field does not take. */
export const valueType: Rule = {
  code: 'value-type',
  severity: 'warning',
  chapter: 'Data',
  title: 'An expression gives a value that the field does not take',
  doc: 'A string that is exactly one expression keeps the type of its value. Where a number, a list or a condition is due, a value that is certainly of another kind does not do what it should. Texts take anything.',
  example: {
    wrong:
      "home:\n  inputs:\n    level:\n      type: text\n      choices: '{{[1, 2].length}}'\n  render:\n    text: '{{level}}'",
    right:
      "home:\n  inputs:\n    level:\n      type: text\n      choices: '{{[1, 2]}}'\n  render:\n    text: '{{level}}'",
  },
  check(subject, report) {
    const whole = new Map(
      inferredOf(subject).flatMap((one) =>
        one.expression.whole ? [[one.expression.node, one] as const] : [],
      ),
    );
    if (whole.size === 0) return;
    for (const step of certainSteps(subject)) {
      const scalar = scalarOf(step);
      const found = scalar && whole.get(scalar);
      if (scalar === undefined || found === undefined || isAnybodysField(step)) continue;
      const { shape } = found.inference;
      if (isBroken(subject.unit, scalar) || isNever(shape)) continue;
      if (alternatives(shape).some((one) => takes(step.declared, one))) continue;
      const range = { start: scalar.start, end: contentEnd(subject.unit.text, scalar) };
      report(range, `${placeName(step)} takes ${typeInWords(step.declared)}; this gives ${describe(shape)}.`);
    }
  },
};

/** Whether a field may take a value of this shape; true where that is not certain. */
function takes(type: Type, shape: Exclude<Shape, { kind: 'union' }>): boolean {
  if (shape.kind === 'unknown' || shape.kind === 'instance') return true;
  // What is not there says nothing.
  if (shape.kind === 'literal' && (shape.value === null || shape.value === undefined)) return true;
  switch (type.kind) {
    case 'number':
      return isNumeric(shape);
    case 'boolean':
      // A text or number may be meant to be asked for; a list or an object always holds.
      return ['boolean', 'literal', 'string', 'number'].includes(shape.kind);
    case 'list':
      return shape.kind === 'array';
    case 'map':
    case 'object':
      return shape.kind === 'object';
    case 'string':
      return type.expressionOnly !== true;
    case 'union':
      return type.of.some((alternative) => takes(alternative, shape));
    default:
      return true;
  }
}

/** A text that may be a number is let pass. */
function isNumeric(shape: Exclude<Shape, { kind: 'union' }>): boolean {
  if (shape.kind === 'literal' && typeof shape.value === 'string') {
    return shape.value.trim() !== '' && Number.isFinite(Number(shape.value));
  }
  const isNumber = shape.kind === 'literal' && typeof shape.value === 'number';
  return shape.kind === 'number' || shape.kind === 'string' || isNumber;
}
