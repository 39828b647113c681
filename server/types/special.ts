import { pureCall } from './pure-calls';
import { ARRAY_CALLS } from './special-array';
import type { Callback, SpecialCall } from './special-call';
import { OBJECT_CALLS } from './special-object';
import { type ArgumentTypes, NEVER, type ValueType } from './value-type';

const CALLS = new Map<string, SpecialCall>(Object.entries({ ...ARRAY_CALLS, ...OBJECT_CALLS }));

/**
 * The result of a library function whose signature does not express it, or that can be computed. `name` is
 * `Type.method`, `.function` for a global, `Type` for a called class, `new Type` for a constructed one
 * (`ArrayConstructor`); `receiver` is the object before the dot.
 */
export function specialCall(
  name: string,
  receiver: ValueType,
  given: ArgumentTypes,
  call: (callee: ValueType, given: ArgumentTypes) => ValueType,
): ValueType | undefined {
  if (given.open) return undefined;
  const special = CALLS.get(name);
  const [callee] = given.types;
  const callback: Callback = (...types) => (callee ? call(callee, { types, open: false }) : NEVER);
  return special ? special(receiver, given.types, callback) : pureCall(name, receiver, given.types);
}
