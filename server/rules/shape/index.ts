import type { Rule } from '../rule';
import { choiceMismatch } from './choice-mismatch';
import { contradictoryValidation } from './contradictory-validation';
import { deprecatedButtonId } from './deprecated-button-id';
import { deprecatedTasksMap } from './deprecated-tasks-map';
import { duplicateId } from './duplicate-id';
import { duplicateState } from './duplicate-state';
import { duplicateVariable } from './duplicate-variable';
import { imValue } from './im-value';
import { ineffectiveValidation } from './ineffective-validation';
import { invalidName } from './invalid-name';
import { invalidValue } from './invalid-value';
import { missingField } from './missing-field';
import { multipleImInputs } from './multiple-im-inputs';
import { notYetSupported } from './not-yet-supported';
import { reservedName } from './reserved-name';
import { successorDialect } from './successor-dialect';
import { unknownField } from './unknown-field';
import { unknownModule } from './unknown-module';
import { validationNotAList } from './validation-not-a-list';
import { wrongType } from './wrong-type';

/** In the order of the documentation. */
export const SHAPE_RULES: readonly Rule[] = [
  unknownField,
  missingField,
  wrongType,
  invalidValue,
  unknownModule,
  deprecatedTasksMap,
  notYetSupported,
  ineffectiveValidation,
  contradictoryValidation,
  imValue,
  multipleImInputs,
  validationNotAList,
  choiceMismatch,
  invalidName,
  reservedName,
  duplicateId,
  duplicateState,
  duplicateVariable,
  deprecatedButtonId,
  successorDialect,
];
