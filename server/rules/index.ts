import type { Rule } from './rule';
import { unknownTarget } from './unknown-target';

/** Every rule, in the order of the documentation. To add one, write its file and list it here. */
export const RULES: readonly Rule[] = [unknownTarget];

/** The rule of a code, or undefined. */
export function ruleOf(code: string): Rule | undefined {
  return RULES.find((rule) => rule.code === code);
}
