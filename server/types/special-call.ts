import type { ValueType } from './value-type';

/** Calls a callback with these; it may be anything. */
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
