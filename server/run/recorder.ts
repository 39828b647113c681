import { append } from '../text/append';
import type { ConversationOutput, Json } from './events';
import type { OnTask, TaskAnswer } from './tasks';

/** One event of the user, or the beginning, with what it led to. */
export interface RecordedTurn {
  /** Undefined for the beginning. */
  readonly event: Json | undefined;
  /**
   * The results of its tasks in their order, if one of them was asked for. Otherwise each task gave an example, which is
   * the same in each run.
   */
  readonly answers: readonly TaskAnswer[];
  readonly happenings: readonly ConversationOutput[];
}

/** Notes what happens in a conversation, for a scenario that repeats it. */
export class ConversationRecorder {
  private readonly recorded: {
    event: Json | undefined;
    answers: TaskAnswer[];
    happenings: ConversationOutput[];
  }[] = [];
  private answers: TaskAnswer[] = [];

  /** For the conversation that is recorded. */
  readonly onTask: OnTask = (_call, answer) => this.answers.push(answer);

  /** Is to be called after each event; the result of a task is part of the turn in which the task runs. */
  add(event: Json | undefined, happenings: readonly ConversationOutput[]): void {
    const isResult =
      typeof event === 'object' && event !== null && ('task' in event || 'task_error' in event);
    let turn = isResult ? this.recorded.at(-1) : undefined;
    if (turn === undefined) {
      turn = { event, answers: [], happenings: [] };
      this.recorded.push(turn);
    }
    append(turn.answers, this.answers);
    append(turn.happenings, happenings);
    this.answers = [];
  }

  get turns(): readonly RecordedTurn[] {
    return this.recorded.map((turn) => ({
      ...turn,
      answers: turn.happenings.some(({ kind }) => kind === 'ask') ? turn.answers : [],
    }));
  }
}
