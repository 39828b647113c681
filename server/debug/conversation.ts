import type { ShownTurn } from '../run/conversation/chat-data';
import type { Json, ShownOutput } from '../run/conversation/events';

/** A debugged conversation, as `atomicState/conversation` returns it. */
export interface DebugConversation {
  /** The address of the main file. */
  readonly main: string;
  readonly turns: readonly ShownTurn[];
  readonly outputs: readonly ShownOutput[];
  /** Whether it is stopped before the end of a turn. */
  readonly isPaused: boolean;
  readonly isWaiting: boolean;
  readonly waitsFor: 'form' | 'task' | null;
  readonly isOver: boolean;
  /** The context at the current stop; absent if it cannot be converted to JSON. */
  readonly context?: Json;
}
