import { nameOf } from '../../facts/name';
import { hasAlias } from '../../format/near-fields';
import { specOf } from '../../format/objects';
import type { EnumValue, ObjectRef, StringType, Type } from '../../format/types';
import { enclosingStep, type Step } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import { didYouMean, isTypo, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { ReportFinding, Rule, Subject } from '../rule';
import { formatNames } from './descriptions';
import {
  isBroken,
  isFieldOfKnownWidget,
  isWidgetSpecificField,
  literalScalarAt,
  plainScalarAt,
  reliableSteps,
} from './reliable-steps';

/** A value that is not one of the allowed ones. */
export const invalidValue: Rule = {
  code: 'invalid-value',
  severity: 'error',
  title: 'Value is not one of the allowed values',
  doc: 'Some fields have a fixed set of values: `type` of states, inputs, variables and function parameters, `module_type` if it is near a known module, and `source` of an input. They are case-sensitive, and expressions are not evaluated there. In the configuration of a known widget, misspelt values such as `memory: atuo` are warnings, and so is text in `memory` that is neither an expression nor `auto`.',
  example: {
    wrong: 'inputs:\n  photo:\n    type: picture\n    user_input: true',
    right: 'inputs:\n  photo:\n    type: image\n    user_input: true',
  },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const { type } = step;
      if (type.kind === 'string' && type.suggestions) checkSuggested(subject, step, type, report);
      if (type.kind === 'enum' && !type.open) checkEnum(subject, step, type, report);
    }
  },
};

type EnumType = Extract<Type, { kind: 'enum' }>;

function checkEnum(subject: Subject, step: Step, type: EnumType, report: ReportFinding): void {
  const scalar = plainScalarAt(step);
  const name = scalar && nameOf(scalar, subject.unit.text);
  if (scalar === undefined || name === undefined || type.values.some((one) => one.value === scalar.value))
    return;
  if (type.template && scalar.value.includes('{{')) return;
  if (isBroken(subject.unit, scalar) || isWidgetSpecificField(step)) return;
  if (isModuleType(step) && isUnknownModule(scalar.value, type)) return;
  const similar = similarValues(scalar.value, type);
  // Plain data may have a `type` of its own: only a near name is certainly a mistake.
  if (holderOf(step) === 'variable' && similar.length === 0) return;
  const near = similar.length > 0 ? similar : completionsOf(scalar.value, type);
  const advice = near.length > 0 ? didYouMean(near) : adviceOn(scalar.value, type);
  const message = msg`\`${scalar.value}\` is not a valid \`${step.pair?.name}\` of ${holder(step)}.${advice}`;
  report(name, message, {
    fixes: renameFixes(name, near),
    ...(scalar.value === '' && step.pair && { absentIn: step.pair }),
  });
}

/** Whether a place is the `module_type` of a task. */
export function isModuleType({ pair, parent }: Step): boolean {
  return pair?.name === 'module_type' && parent?.type.kind === 'object' && parent.type.object === 'task';
}

/**
 * Whether a module is neither known nor certainly a misspelt one: real agents use modules that no document lists
 * (`unknown-module`).
 */
export function isUnknownModule(written: string, type: EnumType): boolean {
  const isMeant = (one: EnumValue) =>
    one.value === written || isTypo(written, one.value) || hasAlias(one, written);
  const isName = /^[A-Za-z]\w*$/.test(written);
  return isName && !type.values.some(isMeant) && completionsOf(written, type).length === 0;
}

/** The values that a text may be a misspelling of, or another word for, the best first. */
function similarValues(written: string, type: EnumType): readonly string[] {
  const values = shownValues(type);
  if (values.length === 1) return values;
  const aliased = type.values.filter((one) => !one.hidden && hasAlias(one, written));
  return aliased.length > 0 ? aliased.map(({ value }) => value) : nearestNames(written, values);
}

/** Shorter texts suggest no value. */
const MIN_PREFIX_LENGTH = 3;

/** The value that starts with a text, if there is only one. */
function completionsOf(text: string, type: EnumType): readonly string[] {
  if (text.length < MIN_PREFIX_LENGTH) return [];
  const found = shownValues(type).filter((value) => value.toLowerCase().startsWith(text.toLowerCase()));
  return found.length === 1 ? found : [];
}

function shownValues({ values }: EnumType): readonly string[] {
  return values.filter(({ hidden }) => !hidden).map(({ value }) => value);
}

/**
 * Reports text in the configuration of a known widget, or in the memory of a language model, that is a misspelling of
 * a suggested value, or has no meaning.
 */
function checkSuggested(
  subject: Subject,
  step: Step,
  { suggestions = [], onlySuggested }: StringType,
  report: ReportFinding,
): void {
  const scalar = literalScalarAt(step);
  const name = scalar && nameOf(scalar, subject.unit.text);
  if (scalar === undefined || name === undefined || scalar.type !== 'string') return;
  const isRole = step.field?.name === 'role' && holderOf(step) === 'memory-item';
  const isMemory =
    onlySuggested === true && enclosingStep(step, 'llm-config', 'llm-function-config') !== undefined;
  if ((!isRole && !isMemory && !isInKnownWidget(step)) || isBroken(subject.unit, scalar)) return;
  const texts = suggestions.map(({ value }) => value);
  if (texts.includes(scalar.value)) return;
  const near = nearestNames(scalar.value, texts, 1);
  if (near.length === 0 && (onlySuggested !== true || scalar.value.trim() === '')) return;
  const advice =
    near.length > 0 ? didYouMean(near) : msg` Expected a list, an expression or ${formatNames(texts, 'or')}.`;
  report(name, msg`\`${scalar.value}\` is not a valid \`${step.field?.name}\`.${advice}`, {
    severity: 'warning',
    fixes: renameFixes(name, near),
  });
}

/** Whether a place is a field of a known widget, or inside of one. */
function isInKnownWidget(step: Step): boolean {
  for (let at: Step | undefined = step; at !== undefined; at = at.parent)
    if (isFieldOfKnownWidget(at)) return true;
  return false;
}

function holderOf({ parent }: Step): ObjectRef | undefined {
  return parent?.type.kind === 'object' ? parent.type.object : undefined;
}

function holder({ parent }: Step): Message {
  if (parent?.type.kind !== 'object') return msg('this object');
  const { title } = specOf(parent.type.object);
  return msg(`${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`);
}

function adviceOn(written: string, type: EnumType): Message {
  const evaluated = written.includes('{{') ? msg(' Expressions are not evaluated here.') : '';
  return msg`${evaluated} Expected ${formatNames(shownValues(type), 'or')}.`;
}
