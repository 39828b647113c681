import { append } from '../../text/append';
import type { ConversationOutput, Json, RemarkCode } from './events';
import type { OnTask, TaskAnswer } from './tasks';

/** One event of the user, or the start, with its results. */
export interface RecordedTurn {
  /** Undefined for the start. */
  readonly event: Json | undefined;
  /**
   * The results of its tasks in order, if one of them was requested. Otherwise each task gave an example, which is
   * the same in each run.
   */
  readonly answers: readonly TaskAnswer[];
  readonly outputs: readonly ConversationOutput[];
}

/** Errors of events that were refused: the conversation is as before. */
const REFUSALS: ReadonlySet<RemarkCode> = new Set<RemarkCode>([
  'button-missing',
  'ended',
  'form-open',
  'no-form',
  'no-question',
  'start-missing',
  'task-open',
]);

/** Whether an event with these outputs was refused. */
export function isRefused(outputs: readonly ConversationOutput[]): boolean {
  return outputs.some((one) => one.kind === 'error' && REFUSALS.has(one.code));
}

/** Whether an event with these outputs is part of a recording: it was not refused, and the values of its form are valid. */
export function isRecorded(outputs: readonly ConversationOutput[]): boolean {
  return !isRefused(outputs) && outputs.every(({ kind }) => kind !== 'form_error');
}

/** Records a conversation for a scenario that repeats it. */
export class ConversationRecorder {
  private readonly recorded: {
    event: Json | undefined;
    answers: TaskAnswer[];
    outputs: ConversationOutput[];
  }[] = [];
  private answers: TaskAnswer[] = [];

  /** To be passed to the recorded conversation. */
  readonly onTask: OnTask = (_call, answer) => this.answers.push(answer);

  /**
   * Must be called after each event; the result of a task belongs to the turn in which the task runs. An event that was
   * refused is not recorded, as it would fail the scenario.
   */
  add(event: Json | undefined, outputs: readonly ConversationOutput[]): void {
    if (event !== undefined && !isRecorded(outputs)) return;
    const isResult =
      typeof event === 'object' && event !== null && ('task' in event || 'task_error' in event);
    let turn = isResult ? this.recorded.at(-1) : undefined;
    if (turn === undefined) {
      turn = { event, answers: [], outputs: [] };
      this.recorded.push(turn);
    }
    append(turn.answers, this.answers);
    append(turn.outputs, outputs);
    this.answers = [];
  }

  get turns(): readonly RecordedTurn[] {
    return this.recorded.map((turn) => ({
      ...turn,
      answers: turn.outputs.some(({ kind }) => kind === 'ask') ? turn.answers : [],
    }));
  }
}
