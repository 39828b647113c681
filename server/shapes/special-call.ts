import type { Shape } from './shape';

/** Calls a callback with these; it may be anything. */
export type Callback = (...parameters: readonly Shape[]) => Shape;

/** Of a library function more is known than its signature says; undefined where that is not so for this call. */
export type SpecialCall = (receiver: Shape, given: readonly Shape[], callback: Callback) => Shape | undefined;
