import type { ValueType } from './value-type';

/** The result of a callback, which may be any value, with arguments of these types. */
export type Callback = (...parameters: readonly ValueType[]) => ValueType;

/**
 * Infers more about a call of a library function than its signature says; undefined if that is not possible for this
 * call.
 */
export type SpecialCall = (
  receiver: ValueType,
  given: readonly ValueType[],
  callback: Callback,
) => ValueType | undefined;
