import type { Rule } from '../rule';

export const TEXT_RULES: readonly Rule[] = [];
