import { pureCall } from './pure';
import { type Arguments, NEVER, type Shape } from './shape';
import { ARRAY_CALLS } from './special-array';
import { OBJECT_CALLS } from './special-object';

/** Calls a callback with these; it may be anything. */
export type Callback = (...parameters: readonly Shape[]) => Shape;

/** Of a library function more is known than its signature says; undefined where that is not so for this call. */
export type SpecialCall = (receiver: Shape, given: readonly Shape[], callback: Callback) => Shape | undefined;

/**
 * `name` is `Type.method`, `.function` for a global, `Type` for a class that is called, `new Type` for one that is
 * constructed (`ArrayConstructor`); `receiver` is what stands before the dot.
 */
export function specialCall(
  name: string,
  receiver: Shape,
  given: Arguments,
  call: (callee: Shape, given: Arguments) => Shape,
): Shape | undefined {
  if (given.open) return undefined;
  const special = ARRAY_CALLS.get(name) ?? OBJECT_CALLS.get(name);
  const [callee] = given.shapes;
  const callback: Callback = (...shapes) => (callee ? call(callee, { shapes, open: false }) : NEVER);
  return special ? special(receiver, given.shapes, callback) : pureCall(name, receiver, given.shapes);
}
