import type { Range } from '../text/range';
import type { Problem } from './problem';
import type { Repair } from './repair';
import type { ScalarType } from './tree';

/**
 * The parser reads a string of the same length. A single character is too short for one: it also replaces the space
 * or line break after it, or is read as a number.
 */
export function asString(
  text: string,
  { start, end }: Range,
  value: string,
  problem: StringProblem,
  type: ScalarType = 'string',
): Repair {
  const length = end - start < 2 && /\s/.test(text.charAt(end)) ? 2 : end - start;
  const filler = length < 2 ? '0' : `"${'x'.repeat(length - 2)}"`;
  return {
    patch: { start, text: filler },
    mask: { start, end, style: text[start] === '"' ? 'double' : 'plain', value, type },
    problem: { kind: 'syntax', recovered: true, ...problem, start, end },
  };
}

type StringProblem = Pick<Problem, 'message' | 'remedy' | 'recovered' | 'noticed'> & {
  readonly kind?: Problem['kind'];
};
