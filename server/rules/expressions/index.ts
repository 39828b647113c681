import type { Rule } from '../rule';

export const EXPRESSIONS_RULES: readonly Rule[] = [];
