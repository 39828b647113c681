import type { ScalarStyle, ScalarType } from './tree';

/** A range that was replaced for the parser, and the scalar that is really there. */
export interface Mask {
  /** For a key: the place of its missing colon. */
  readonly colon?: number;
  readonly start: number;
  readonly end: number;
  readonly style: ScalarStyle;
  readonly value: string;
  /** Text by default. */
  readonly type?: ScalarType;
  /** The place where the parser finds an empty value instead; by default its start. */
  readonly at?: number;
  /** Its quotes are closed. */
  readonly closed?: boolean;
}
