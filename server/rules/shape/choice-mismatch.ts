import { msg, type TextOrMessage } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import type { Unit } from '../../yaml/cut/unit';
import { type MapNode, pairOf, type ScalarNode } from '../../yaml/tree/tree';
import { replaceText } from '../edits';
import { type Fix, type Rule, relatedEntry } from '../rule';
import { formatNames, valueRange } from './descriptions';
import { inputObjects, pairsOf } from './inputs';
import { literalScalarAt } from './reliable-steps';

/** A value that is none of the choices. */
export const choiceMismatch: Rule = {
  code: 'choice-mismatch',
  severity: 'warning',
  title: 'Value is not one of the choices',
  doc: 'The form offers only the `choices`, so it cannot show another `default_value` or `value` as selected.',
  example: {
    wrong:
      'inputs:\n  level:\n    type: text\n    user_input: true\n    choices: [easy, hard]\n    default_value: hrad',
    right:
      'inputs:\n  level:\n    type: text\n    user_input: true\n    choices: [easy, hard]\n    default_value: hard',
  },
  check(subject, report) {
    const { unit } = subject;
    const source = subject.source.address;
    for (const { map, type } of inputObjects(subject)) {
      const choices = literalChoices(map);
      if (type === 'IM' || choices.length === 0) continue;
      for (const pair of pairsOf(map, ['value', 'default_value'])) {
        const literal = literalScalarAt({ node: pair.value });
        // An empty string means that nothing is chosen.
        if (literal === undefined || literal.value === '') continue;
        if (choices.some((choice) => isSameLiteral(choice, literal))) continue;
        const texts = choices.map((choice) => choice.value);
        const near = nearestNames(literal.value, texts);
        report(
          valueRange(unit, literal, pair),
          msg`\`${pair.name}\` is not one of the \`choices\`.${choiceAdvice(texts, near)}`,
          {
            related: pairsOf(map, ['choices']).map(({ key }) =>
              relatedEntry(msg('The choices are defined here.'), { source, unit, name: key }),
            ),
            fixes: choiceFixes(unit, literal, near),
          },
        );
      }
    }
  },
};

/** Limit of choices that a message names. */
const MAX_NAMED = 10;

/** What to write instead of a value that is not one of some choices: a near one, otherwise any of them. */
export function choiceAdvice(choices: readonly string[], near: readonly string[]): TextOrMessage {
  return near.length > 0
    ? didYouMean(near)
    : msg` Expected one of ${formatNames(choices.slice(0, MAX_NAMED))}.`;
}

/** The fixes that replace a value by each of the near choices. */
export function choiceFixes(unit: Unit, value: ScalarNode, near: readonly string[]): Fix[] {
  return near.map((choice) => ({
    title: msg`Change to \`${choice}\``,
    edits: [replaceText(unit, value, choice)],
    preferred: near.length === 1,
    excludeFromFixAll: true,
  }));
}

/** All choices, or none if one of them is not a literal. */
export function literalChoices(map: MapNode): readonly ScalarNode[] {
  const list = pairOf(map, 'choices')?.value;
  if (list?.kind !== 'seq' || list.tag !== undefined) return [];
  const literals = list.items.map((node) => literalScalarAt({ node }));
  return literals.every((one) => one !== undefined) ? literals : [];
}

/** Whether two literals may mean the same; `1` and `'1'` do in a form. */
export function isSameLiteral(a: ScalarNode, b: ScalarNode): boolean {
  const isNumber = a.value.trim() !== '' && b.value.trim() !== '';
  return a.value === b.value || (isNumber && Number(a.value) === Number(b.value));
}
