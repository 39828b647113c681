import type { Conversation } from '../../run/conversation/conversation';
import type {
  ConversationEvent,
  ConversationOutput,
  Json,
  TaskQuestion,
} from '../../run/conversation/events';
import type { ConversationRecorder } from '../../run/conversation/recorder';
import type { TaskAnswer, TaskCall } from '../../run/conversation/tasks';
import { exchangeOf, type LiveModel } from '../../run/model/live-model';
import type { ModelMessage } from '../../run/model/request';
import { hasInfiniteNumber } from '../../run/sandbox/json';
import { modelProblemText } from './live-model';

/** Receives progress while a model answers. */
export interface ModelListener {
  readonly onAsk?: (question: TaskQuestion) => void;
  readonly onText?: (text: string) => void;
}

/** A recorded conversation whose tasks a model may answer. */
export class RunSession {
  private answering: AbortController | undefined;
  /** The dialogue of each task with a memory. */
  private readonly dialogues = new Map<string, readonly ModelMessage[]>();

  constructor(
    readonly conversation: Conversation,
    private readonly recorder: ConversationRecorder,
    private readonly model: LiveModel | undefined,
  ) {}

  /** Whether a model is answering. */
  get isAnswering(): boolean {
    return this.answering !== undefined;
  }

  /** Cancels the answer of the model. */
  cancel(): void {
    this.answering?.abort();
  }

  /** The outputs of an event, in parts: each answer of a model adds more. Without an event, the conversation starts. */
  async *play(
    event: ConversationEvent | undefined,
    { onAsk, onText }: ModelListener = {},
  ): AsyncGenerator<readonly ConversationOutput[]> {
    let outputs = event === undefined ? this.conversation.begin() : this.conversation.handle(event);
    for (let at: Json | undefined = event; ; ) {
      this.recorder.add(at, outputs);
      const question = this.model && outputs.findLast((one) => one.kind === 'ask');
      if (question === undefined || this.model === undefined) {
        yield outputs;
        return;
      }
      yield outputs.filter((one) => one !== question);
      onAsk?.(question);
      const answer = await this.ask(this.model, question.call, onText ?? (() => {}));
      const given = 'error' in answer ? { task_error: answer.error } : { task: answer.value };
      outputs = this.conversation.handle(given);
      at = given;
    }
  }

  private async ask(model: LiveModel, call: TaskCall, onText: (text: string) => void): Promise<TaskAnswer> {
    const dialogue = `${call.state.join('\n')}\n\n${call.index}`;
    const history = this.dialogues.get(dialogue) ?? [];
    this.answering = new AbortController();
    const result = await model.answer(call, history, this.answering.signal, onText);
    this.answering = undefined;
    if ('problem' in result) return { error: modelProblemText(result.problem) };
    if (hasInfiniteNumber(result.value)) return { error: 'The answer has a number that is too large.' };
    this.dialogues.set(dialogue, [...history, ...exchangeOf(call, result.value)]);
    return result;
  }
}
