import type { Type } from '../../format/types';
import { isTagged, resolveType, type Step } from '../../format/walk';
import { msg } from '../../text/message';
import { typeText } from '../../types/type-text';
import { alternativesOf, isNever, type ValueType } from '../../types/value-type';
import { type Node, textOf } from '../../yaml/tree/tree';
import { contentEnd } from '../edits';
import type { Rule } from '../rule';
import { describeNode, describePlace, describeType, valueRange } from '../shape/descriptions';
import {
  isBroken,
  isFieldOfKnownWidget,
  isWidgetSpecificField,
  plainScalarAt,
  reliableSteps,
  SHARED_FIELDS,
} from '../shape/reliable-steps';
import { accepts, isReportedElsewhere } from '../shape/wrong-type';
import { isFunction } from './function-as-value';

/** An expression whose value has a type that the field does not accept. */
export const valueType: Rule = {
  code: 'value-type',
  severity: 'warning',
  title: 'Value has the wrong type for the field',
  doc: 'A string that is exactly one expression keeps the type of its value. A value whose type differs from that of the field, such as a text where a number is expected, is reported. Text fields accept any value. In the configuration of a known widget, literal values such as `temperature: hot` are checked as well.',
  example: {
    wrong:
      "home:\n  inputs:\n    level:\n      type: text\n      choices: '{{[1, 2].length}}'\n  render:\n    text: '{{level}}'",
    right:
      "home:\n  inputs:\n    level:\n      type: text\n      choices: '{{[1, 2]}}'\n  render:\n    text: '{{level}}'",
  },
  /** Literal values in the configuration of a known widget; `wrong-type` checks all others. */
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const { node, pair } = step;
      const declared = node && widgetFieldType(step);
      if (declared === undefined || node === undefined || node.kind === 'alias' || isTagged(node)) continue;
      const type = resolveType(declared, node, pair?.parent);
      if (
        acceptsLiteral(type, node) ||
        isReportedElsewhere(subject.unit, step, node) ||
        isBroken(subject.unit, node)
      )
        continue;
      const expected = describeType(takesAny(declared) ? type : declared);
      const message = msg`${describePlace(step)} expects ${expected}, not ${describeNode(node)}.`;
      report(valueRange(subject.unit, node, pair), message);
    }
  },
  checkExpression(
    { subject, expression: { node, whole, declared }, inference: { type: valueType } },
    report,
  ) {
    if (
      !whole ||
      isNever(valueType) ||
      isFunction(valueType) ||
      alternativesOf(valueType).some((one) => acceptsType(declared, one))
    )
      return;
    const step = reliableSteps(subject).find((one) => plainScalarAt(one) === node);
    if (
      step === undefined ||
      (isWidgetSpecificField(step) && !isFieldOfKnownWidget(step)) ||
      isBroken(subject.unit, node)
    )
      return;
    const range = { start: node.start, end: contentEnd(subject.unit.text, node) };
    report(
      range,
      msg`${describePlace(step)} expects ${describeType(declared)}, but the expression has type \`${typeText(valueType)}\`.`,
    );
  },
};

/**
 * The type of a field in the configuration of a known widget. Undefined for any other place, for fields that
 * `wrong-type` checks, and for fields of any type.
 */
function widgetFieldType({ parent, pair, catalog }: Step): Type | undefined {
  if (pair === undefined || parent?.type.kind !== 'object' || parent.type.object !== 'any-widget-config')
    return undefined;
  if (SHARED_FIELDS.has(pair.name)) return undefined;
  const widget = catalog.widgetOf(textOf(pair.parent, 'widget_id'));
  return widget?.fields.find(({ name }) => name === pair.name)?.type;
}

function takesAny(type: Type): boolean {
  return type.kind === 'union' && type.of.some(({ kind }) => kind === 'any');
}

/** Whether a field accepts a literal value. A string that spells a number or a boolean is accepted as one. */
function acceptsLiteral(type: Type, node: Exclude<Node, { kind: 'alias' }>): boolean {
  if (accepts(type, node)) return true;
  if (node.kind !== 'scalar') return false;
  switch (type.kind) {
    case 'number':
      return node.type === 'string' && node.value.trim() !== '' && Number.isFinite(Number(node.value));
    case 'boolean':
      return /^(?:true|false)?$/i.test(node.value);
    // Any scalar can be read as text.
    case 'string':
      return type.expressionOnly !== true;
    default:
      return false;
  }
}

/** Whether a field accepts a value of this type; true if that is not certain. */
function acceptsType(type: Type, valueType: Exclude<ValueType, { kind: 'union' }>): boolean {
  if (valueType.kind === 'unknown' || valueType.kind === 'instance') return true;
  // `null` and `undefined` mean that no value is given.
  if (valueType.kind === 'literal' && (valueType.value === null || valueType.value === undefined))
    return true;
  switch (type.kind) {
    case 'number':
      return isNumeric(valueType);
    case 'boolean':
      // A string or number may be tested for being empty or 0; a list or an object is always true.
      return ['boolean', 'literal', 'string', 'number'].includes(valueType.kind);
    case 'list':
      return valueType.kind === 'array';
    case 'map':
    case 'object':
      return valueType.kind === 'object';
    case 'string':
      return type.expressionOnly !== true;
    case 'union':
      return type.of.some((alternative) => acceptsType(alternative, valueType));
    default:
      return true;
  }
}

/** Whether the type allows a number; strings that may be numeric are accepted. */
function isNumeric(valueType: Exclude<ValueType, { kind: 'union' }>): boolean {
  if (valueType.kind === 'literal' && typeof valueType.value === 'string') {
    return valueType.value.trim() !== '' && Number.isFinite(Number(valueType.value));
  }
  const isNumber = valueType.kind === 'literal' && typeof valueType.value === 'number';
  return valueType.kind === 'number' || valueType.kind === 'string' || isNumber;
}
