import type { Rule } from '../rule';

export const SHAPE_RULES: readonly Rule[] = [];
