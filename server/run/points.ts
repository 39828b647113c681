import type { DataOrigin } from '../exchange/origins';
import type { Remark } from './events';
import type { ProgramScope } from './program';
import type { ValueRef } from './sandbox';
import type { ActiveAutomata } from './visit';

/** What a conversation reaches, in the order in which it does. */
export type PointKind =
  | 'automata'
  | 'context'
  | 'state'
  | 'input'
  | 'task'
  | 'output'
  | 'render'
  /** An event is handled; its conditions come after it. */
  | 'transition'
  /** The condition of a case holds. */
  | 'case'
  | 'expression'
  /** An expression or a task failed. */
  | 'fault';

/** A place at which a conversation can be paused, before what is written there has an effect. */
export interface PausePoint {
  readonly kind: PointKind;
  readonly origin: DataOrigin | undefined;
  /** The offset of an expression in its value. */
  readonly at?: number;
  /** The variables that what is written there sees; undefined: those of the moment. */
  readonly variables?: Map<string, ValueRef>;
  /** What failed. */
  readonly fault?: Remark;
}

/** A generator reaches a point; it goes on with `next`. */
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

/** What a conversation works on, and the variables that it sees. */
export interface Moment {
  /** The state or automata whose text is run. */
  readonly scope: ProgramScope;
  readonly phase: Phase;
  /** The automata that were entered, outermost first. */
  readonly chain: readonly ActiveAutomata[];
  /** Inputs, results of tasks and plain outputs. */
  readonly locals: Map<string, ValueRef>;
  /** Plain outputs that are not visible yet. */
  readonly outputs?: Map<string, ValueRef>;
  readonly payload?: ValueRef | undefined;
}
