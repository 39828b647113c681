import { DATA_RULES } from './data';
import { EXPRESSIONS_RULES } from './expressions';
import { FILES_RULES } from './files';
import { invalidConfiguration } from './files/invalid-configuration';
import { FLOW_RULES } from './flow';
import { PCC_RULES } from './pcc';
import type { Chapter, ListedRule, Rule } from './rule';
import { SCENARIOS_RULES } from './scenarios';
import { SHAPE_RULES } from './shape';
import { TEXT_RULES } from './text';

const CHAPTERS: readonly (readonly [Chapter, readonly Rule[]])[] = [
  ['Text', TEXT_RULES],
  ['Shape', SHAPE_RULES],
  ['Flow', FLOW_RULES],
  ['Expressions', EXPRESSIONS_RULES],
  ['Data', DATA_RULES],
  ['Files', [...FILES_RULES, invalidConfiguration(() => CODES)]],
  ['Scenarios', SCENARIOS_RULES],
  ['pcc', PCC_RULES],
];

/** Every rule, in the order of the documentation. To add one, write its file and list it in its folder. */
export const RULES: readonly ListedRule[] = CHAPTERS.flatMap(([chapter, rules]) =>
  rules.map((rule) => ({ ...rule, chapter })),
);

/** The titles of all rules by their codes. */
export const RULE_TITLES: ReadonlyMap<string, string> = new Map(
  RULES.map(({ code, title }) => [code, title]),
);

/** Every rule by its code. */
export const RULES_BY_CODE: ReadonlyMap<string, ListedRule> = new Map(RULES.map((rule) => [rule.code, rule]));

const CODES: readonly string[] = RULES.map(({ code }) => code);
