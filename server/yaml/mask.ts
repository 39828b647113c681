import type { ScalarStyle, ScalarType } from './tree';

/** A stretch that was blanked out for the parser, and the scalar that really is there. */
export interface Mask {
  /** Of a key: where the colon belongs that is not written. */
  readonly colon?: number;
  readonly start: number;
  readonly end: number;
  readonly style: ScalarStyle;
  readonly value: string;
  /** Text, if nothing else is said. */
  readonly type?: ScalarType;
  /** Where the parser finds an empty value in its place; its start otherwise. */
  readonly at?: number;
  /** Its quotes are closed. */
  readonly closed?: boolean;
}
