import { DATA_RULES } from './data';
import { EXPRESSIONS_RULES } from './expressions';
import { FILES_RULES } from './files';
import { FLOW_RULES } from './flow';
import { PCC_RULES } from './pcc';
import type { Rule } from './rule';
import { SHAPE_RULES } from './shape';
import { TEXT_RULES } from './text';

/** Every rule, in the order of the documentation. To add one, write its file and list it in its folder. */
export const RULES: readonly Rule[] = [
  ...TEXT_RULES,
  ...SHAPE_RULES,
  ...FLOW_RULES,
  ...EXPRESSIONS_RULES,
  ...DATA_RULES,
  ...FILES_RULES,
  ...PCC_RULES,
];
