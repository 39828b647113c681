import type { ValueType } from './value-type';

/** Calls a callback with these; it may be anything. */
export type Callback = (...parameters: readonly ValueType[]) => ValueType;

/** Of a library function more is known than its signature says; undefined where that is not so for this call. */
export type SpecialCall = (
  receiver: ValueType,
  given: readonly ValueType[],
  callback: Callback,
) => ValueType | undefined;
