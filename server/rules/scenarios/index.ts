import type { Rule } from '../rule';
import { invalidFormValue } from './invalid-form-value';
import { invalidPattern } from './invalid-pattern';
import { missingAutomata } from './missing-automata';
import { severalFields } from './several-fields';
import { unbracedWhere } from './unbraced-where';
import { unknownButton } from './unknown-button';
import { unknownFormField } from './unknown-form-field';
import { unknownScenarioEvent } from './unknown-scenario-event';
import { unknownScenarioState } from './unknown-scenario-state';
import { unknownScenarioVariable } from './unknown-scenario-variable';
import { unknownTask } from './unknown-task';

export const SCENARIOS_RULES: readonly Rule[] = [
  missingAutomata,
  severalFields,
  invalidPattern,
  unbracedWhere,
  unknownScenarioState,
  unknownScenarioEvent,
  unknownButton,
  unknownFormField,
  invalidFormValue,
  unknownScenarioVariable,
  unknownTask,
];
