import type { Rule } from '../rule';
import { alwaysLoop } from './always-loop';
import { deadEnd } from './dead-end';
import { ignoredTargetInputs } from './ignored-target-inputs';
import { misplacedSpecialEvent } from './misplaced-special-event';
import { missingPayloadKey } from './missing-payload-key';
import { noFallbackCase } from './no-fallback-case';
import { renderNeverShown } from './render-never-shown';
import { unfilledInput } from './unfilled-input';
import { unhandledEvent } from './unhandled-event';
import { unknownInitial } from './unknown-initial';
import { unknownSpecialEvent } from './unknown-special-event';
import { unknownTarget } from './unknown-target';
import { unknownTargetInput } from './unknown-target-input';
import { unreachableCase } from './unreachable-case';
import { unreachableState } from './unreachable-state';
import { unusedTransition } from './unused-transition';

export const FLOW_RULES: readonly Rule[] = [
  unknownTarget,
  unknownInitial,
  unhandledEvent,
  missingPayloadKey,
  unknownSpecialEvent,
  misplacedSpecialEvent,
  renderNeverShown,
  alwaysLoop,
  unreachableState,
  unreachableCase,
  noFallbackCase,
  deadEnd,
  ignoredTargetInputs,
  unknownTargetInput,
  unfilledInput,
  unusedTransition,
];
