import { samePath } from '../../server/project/names/scope-path';
import type { ChatScript, ShownTurn } from '../../server/run/conversation/chat-data';
import type { Json, TaskQuestion } from '../../server/run/conversation/events';
import { exchangeOf, LiveModel } from '../../server/run/model/live-model';
import { MODEL_PROBLEMS, type ModelProblem } from '../../server/run/model/problem';

/** The state of the model for the pending task. */
type ModelTaskState =
  | { readonly kind: 'answering'; readonly text: string }
  /** The author must act: there is a problem, or the request was cancelled, or the task has been edited. */
  | { readonly kind: 'stopped'; readonly problem?: ModelProblem };

interface ModelTasksListener {
  /** Called when the state has changed. */
  changed(): void;
  /** More text of the answer has arrived. */
  added(text: string): void;
  answered(question: TaskQuestion, value: Json): void;
}

/**
 * Lets a model answer the tasks of a conversation. It is requested once after an action of the author, never after an
 * edit: each letter of a prompt would be a request.
 */
export class ModelTasks {
  readonly #model: () => Promise<LiveModel | ModelProblem>;
  readonly #listener: ModelTasksListener;
  #script: ChatScript | undefined;
  #question = '';
  #request: AbortController | undefined;
  #state: ModelTaskState | undefined;

  constructor(model: () => Promise<LiveModel | ModelProblem>, listener: ModelTasksListener) {
    this.#model = model;
    this.#listener = listener;
  }

  /** Undefined if no task waits for a model. */
  get state(): ModelTaskState | undefined {
    return this.#state;
  }

  /** After a conversation is restored, a model is only requested when the author wants that. */
  hold(script: ChatScript): void {
    this.#script = script;
  }

  /**
   * Updates the position of the conversation.
   *
   * @param script a new object after an action of the author
   * @param question the task that waits for a model
   */
  follow(script: ChatScript, question: TaskQuestion | undefined, turns: readonly ShownTurn[]): void {
    const isNew = script !== this.#script;
    this.#script = script;
    const asked = question === undefined ? '' : JSON.stringify(question.call);
    if (!isNew && asked === this.#question) return;
    this.dispose();
    this.#question = asked;
    this.#state = question && { kind: 'stopped' };
    if (question && isNew) this.ask(question, turns);
  }

  /** Asks the model, or asks it again. */
  ask(question: TaskQuestion, turns: readonly ShownTurn[]): void {
    this.dispose();
    const request = new AbortController();
    this.#request = request;
    this.#state = { kind: 'answering', text: '' };
    this.#answer(question, turns, request.signal).catch(() =>
      this.#stop(request.signal, MODEL_PROBLEMS.failed),
    );
  }

  /** Cancels the request. */
  cancel(): void {
    if (this.#request === undefined) return;
    this.dispose();
    this.#listener.changed();
  }

  dispose(): void {
    this.#request?.abort();
    this.#request = undefined;
    this.#state = this.#state && { kind: 'stopped' };
  }

  async #answer(question: TaskQuestion, turns: readonly ShownTurn[], signal: AbortSignal): Promise<void> {
    const model = await this.#model();
    if (signal.aborted) return;
    if (!(model instanceof LiveModel)) {
      this.#stop(signal, model);
      return;
    }
    const history = turns.flatMap(({ outputs }) =>
      outputs.flatMap((one) => {
        const isSame =
          one.kind === 'task' && one.index === question.index && samePath(one.state, question.state);
        if (!isSame) return [];
        const { name } = question.call.result;
        const value = name === undefined ? one.results : one.results[name];
        return value === undefined ? [] : exchangeOf({ ...question.call, config: one.config }, value);
      }),
    );
    const result = await model.answer(question.call, history, signal, (text) => {
      if (signal.aborted || this.#state?.kind !== 'answering') return;
      this.#state = { kind: 'answering', text: this.#state.text + text };
      this.#listener.added(text);
    });
    if (signal.aborted) return;
    if ('problem' in result) {
      this.#stop(signal, result.problem);
      return;
    }
    this.#request = undefined;
    this.#listener.answered(question, result.value);
  }

  #stop(signal: AbortSignal, problem: ModelProblem): void {
    if (signal.aborted) return;
    this.#request = undefined;
    this.#state = { kind: 'stopped', problem };
    this.#listener.changed();
  }
}
