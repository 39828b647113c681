import type { Rule } from '../rule';
import { deadAssignment } from './dead-assignment';
import { functionAsValue } from './function-as-value';
import { notCallable } from './not-callable';
import { possiblyMissingPayloadKey } from './possibly-missing-payload-key';
import { possiblyUnsetContextVariable } from './possibly-unset-context-variable';
import { spreadOfText } from './spread-of-text';
import { unknownMember } from './unknown-member';
import { valueType } from './value-type';

export const DATA_RULES: readonly Rule[] = [
  unknownMember,
  notCallable,
  functionAsValue,
  valueType,
  spreadOfText,
  possiblyUnsetContextVariable,
  possiblyMissingPayloadKey,
  deadAssignment,
];
