import type { Rule } from '../rule';
import { unhandledEvent } from './unhandled-event';
import { unknownInitial } from './unknown-initial';
import { unknownTarget } from './unknown-target';

export const FLOW_RULES: readonly Rule[] = [unknownTarget, unknownInitial, unhandledEvent];
