import type { Rule } from '../rule';
import { unknownTarget } from './unknown-target';

export const FLOW_RULES: readonly Rule[] = [unknownTarget];
