import type { ExpressionFacts } from '../../facts/facts';
import type { Type } from '../../format/types';
import type { Step } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import { type ScalarNode, textOf } from '../../yaml/tree/tree';
import { contentEnd, replaceText } from '../edits';
import type { Fix, Rule, Subject } from '../rule';
import { describePlace } from '../shape/descriptions';
import {
  isBroken,
  isFieldOfKnownWidget,
  isWidgetSpecificField,
  plainScalarAt,
  reliableSteps,
} from '../shape/reliable-steps';
import { evaluatedScalars, isSound } from './uses';

/** An expression with text around it in a field whose value should keep its type. */
export const mixedCondition: Rule = {
  code: 'mixed-condition',
  severity: 'warning',
  title: 'Text around an expression turns its value into a string',
  doc: "Only a string that is exactly one expression keeps the type of its value. Text around the braces, even a space or the line break at the end of a `|` block, makes it a string: a `condition` is then always true, and a number, list, `memory`, or the value of an input of such a type is invalid. Put everything between the braces: `'{{!context.done}}'`.",
  example: {
    wrong:
      "home:\n  transitions:\n    CHAT:\n      condition: '!{{context.done}}'\n      target: home\n  outputs:\n    context.done: '{{true}}'",
    right:
      "home:\n  transitions:\n    CHAT:\n      condition: '{{!context.done}}'\n      target: home\n  outputs:\n    context.done: '{{true}}'",
  },
  check(subject, report) {
    const mixed = new Map(
      evaluatedScalars(subject.facts.expressions)
        .filter(({ whole, parts }) => !whole && parts.every((part) => isSound(part) && !part.empty))
        .map((one) => [one.node, one]),
    );
    if (mixed.size === 0) return;
    for (const step of reliableSteps(subject)) {
      const scalar = plainScalarAt(step);
      const facts = scalar && mixed.get(scalar);
      const effect = messageFor(step);
      if (scalar === undefined || facts === undefined || effect === undefined) continue;
      if (isWidgetSpecificField(step) && !isFieldOfKnownWidget(step)) continue;
      if (isBroken(subject.unit, scalar)) continue;
      const [first] = facts.parts;
      const isOne = facts.parts.length === 1 && first !== undefined;
      const range = { start: scalar.start, end: contentEnd(subject.unit.text, scalar) };
      const message = effect(isOne ? surroundings(scalar) : 'expressions');
      if (message === undefined) continue;
      report(range, message, {
        fixes: isOne ? [unwrapped(subject, scalar, facts)] : [],
      });
    }
  },
};

/** What turns the value of an expression into a string. */
type Cause = 'text' | 'line break' | 'space' | 'expressions';

/** The message about a string in a field that expects something else; undefined if text is allowed. */
function messageFor(step: Step): ((cause: Cause) => Message | undefined) | undefined {
  const { type, field, phase } = step;
  if (phase === 'where') return (cause) => IGNORED[cause];
  if (field?.name === 'condition' && type.kind === 'boolean') return (cause) => ALWAYS_TRUE[cause];
  const noun = nounOf(type) ?? nounOfInput(step);
  return noun && ((cause) => wrongType(describePlace(step), noun, cause));
}

const ALWAYS_TRUE: Readonly<Record<Cause, Message>> = {
  text: msg('This condition is always true: the text around the expression makes it a string.'),
  'line break': msg('This condition is always true: the line break after the expression makes it a string.'),
  space: msg('This condition is always true: the space around the expression makes it a string.'),
  expressions: msg('This condition is always true: several expressions in a row make a string.'),
};

/** In `where`, spaces do not matter. */
const IGNORED: Readonly<Partial<Record<Cause, Message>>> = {
  text: msg('`where` expects a single expression: the text around it is ignored.'),
  expressions: msg('`where` expects a single expression: only the first one is evaluated.'),
};

function wrongType(place: Message, noun: Message, cause: Cause): Message {
  switch (cause) {
    case 'text':
      return msg`${place} expects ${noun}, but the text around the expression makes it a string.`;
    case 'line break':
      return msg`${place} expects ${noun}, but the line break after the expression makes it a string.`;
    case 'space':
      return msg`${place} expects ${noun}, but the space around the expression makes it a string.`;
    case 'expressions':
      return msg`${place} expects ${noun}, but several expressions in a row make a string.`;
  }
}

function nounOf(type: Type): Message | undefined {
  if (type.kind === 'boolean' && type.template) return msg('`true` or `false`');
  if (type.kind === 'number' && type.template) return msg('a number');
  if (type.kind !== 'string') return undefined;
  if (type.onlySuggested) return msg('a list');
  return type.expressionOnly ? msg('a list or a map') : undefined;
}

/** What the value of an input is, by the type of the input. */
function nounOfInput({ field, parent }: Step): Message | undefined {
  const input = parent?.type.kind === 'object' && parent.type.object === 'input' ? parent.node : undefined;
  if (input?.kind !== 'map' || (field?.name !== 'value' && field?.name !== 'default_value')) return undefined;
  return INPUT_NOUNS.get(textOf(input, 'type') ?? '');
}

const INPUT_NOUNS: ReadonlyMap<string, Message> = new Map([
  ['number', msg('a number')],
  ['integer', msg('a number')],
  ['boolean', msg('`true` or `false`')],
  ['array', msg('a list')],
  ['object', msg('a map')],
]);

function surroundings({ value }: ScalarNode): Cause {
  const { before, after } = surroundingText(value);
  if (/\S/.test(before + after)) return 'text';
  return /^\n+$/.test(before + after) ? 'line break' : 'space';
}

/** The text before the first and after the last braces. */
function surroundingText(value: string): { before: string; after: string } {
  const start = value.indexOf('{{');
  const end = value.lastIndexOf('}}') + 2;
  return { before: value.slice(0, start), after: value.slice(end) };
}

function unwrapped({ unit }: Subject, scalar: ScalarNode, { parts }: ExpressionFacts): Fix {
  const title = msg('Remove the text around the expression');
  const { before, after } = surroundingText(scalar.value);
  // Removed text may have had a meaning, such as `!`.
  const preferred = !/\S/.test(before + after);
  const header = /^[|>]\d?(?=\s)/.exec(unit.text.slice(scalar.start));
  // A block scalar keeps its last line break by default.
  if (header && before === '' && /^\n+$/.test(after)) {
    const at = scalar.start + header[0].length;
    return { title, edits: [{ range: { start: at, end: at }, text: '-' }], preferred };
  }
  const [part] = parts;
  const isInQuotes = scalar.style === 'single' || scalar.style === 'double';
  if (part && isInQuotes) {
    const left = { start: scalar.start + 1, end: part.start };
    const right = { start: part.end, end: scalar.end - 1 };
    const edits = [left, right].filter(({ start, end }) => end > start).map((range) => ({ range, text: '' }));
    return { title, edits, preferred };
  }
  const expression = scalar.value.slice(before.length, scalar.value.length - after.length);
  return { title, edits: [replaceText(unit, scalar, expression)], preferred };
}
