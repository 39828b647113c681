import type { Rule } from '../rule';

export const FILES_RULES: readonly Rule[] = [];
