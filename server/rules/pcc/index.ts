import type { Rule } from '../rule';
import { pccMissingField } from './pcc-missing-field';
import { pccNestedAutomata } from './pcc-nested-automata';
import { pccUnknownField } from './pcc-unknown-field';
import { pccValue } from './pcc-value';

export const PCC_RULES: readonly Rule[] = [pccUnknownField, pccMissingField, pccNestedAutomata, pccValue];
