import type { DataOrigin } from '../../exchange/origins';
import type { ValueRef } from '../sandbox/sandbox';
import type { Remark } from './events';
import type { ProgramScope } from './program';
import type { ActiveAutomata } from './visit';

/** The points of a conversation, in the order in which they are reached. */
export type PointKind =
  | 'automata'
  | 'context'
  | 'state'
  | 'input'
  | 'task'
  | 'output'
  | 'render'
  /** An event is handled; its conditions follow. */
  | 'transition'
  /** The condition of a case is true. */
  | 'case'
  | 'expression'
  /** An expression or a task failed. */
  | 'fault';

/** A place where a conversation can be paused, before the text there takes effect. */
export interface PausePoint {
  readonly kind: PointKind;
  readonly origin: DataOrigin | undefined;
  /** The offset of an expression in its value. */
  readonly at?: number;
  /** The variables that are visible there; undefined for those of the moment. */
  readonly variables?: Map<string, ValueRef>;
  /** The failure. */
  readonly fault?: Remark;
}

/** Yielded by a generator that reaches a point; it continues with `next`. */
export interface Reached {
  readonly kind: 'point';
  readonly point: PausePoint;
}

/** A part of a step that can be paused at points. */
export type Pausable<Result> = Generator<Reached, Result, unknown>;

export type Phase =
  | 'form'
  | 'inputs'
  | 'context'
  | 'tasks'
  | 'outputs'
  | 'render'
  | 'transitions'
  | 'waiting';

/** The active scope of a conversation, and its visible variables. */
export interface Moment {
  /** The state or automata that is running. */
  readonly scope: ProgramScope;
  readonly phase: Phase;
  /** The enclosing automata, outermost first. */
  readonly chain: readonly ActiveAutomata[];
  /** Inputs, results of tasks and plain outputs. */
  readonly locals: Map<string, ValueRef>;
  /** Plain outputs that are not visible yet. */
  readonly outputs?: Map<string, ValueRef>;
  readonly payload?: ValueRef | undefined;
}
