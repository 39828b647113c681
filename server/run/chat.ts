import { isEqualData } from '../engine/equality';
import { append } from '../text/append';
import { countUp } from '../text/group-by';
import { type ChatScript, type ChatTurn, type GivenAnswer, taskKey } from './chat-data';
import { Conversation } from './conversation';
import type { ConversationEvent, ConversationOutput, Json, TaskQuestion } from './events';
import { type ExpressionValue, type ExpressionValues, recordValue } from './expression-values';
import { isModelTask } from './model-request';
import type { Program } from './program';
import { isRefused } from './recorder';
import type { Sandbox } from './sandbox';
import { recordedScenario, scenarioFileText } from './scenario-text';
import type { Snapshot } from './snapshot';

/** Number of turns between two snapshots. */
const SNAPSHOT_INTERVAL = 25;

interface Turn {
  readonly event: ConversationEvent | undefined;
  readonly outputs: ConversationOutput[];
  /** Results of tasks in the turn. */
  readonly answers: UsedAnswer[];
  readonly values: Map<string, ExpressionValue>;
}

interface UsedAnswer extends GivenAnswer {
  /** Otherwise it is an example. */
  readonly isGiven: boolean;
}

interface SavedTurn {
  readonly snapshot: Snapshot;
  readonly used: ReadonlyMap<string, number>;
}

/**
 * A conversation that is replayed whenever its automata or input changes. Unchanged turns are not replayed: another
 * event is one step, and going back continues from a snapshot.
 */
export class Chat {
  private program: Program | undefined;
  private script: ChatScript | undefined;
  private run: { readonly conversation: Conversation; readonly sandbox: Sandbox } | undefined;
  private played: Turn[] = [];
  private saved = new Map<number, SavedTurn>();
  /** The number of answers that were used, by task. */
  private used = new Map<string, number>();

  /** The values of the current turn. */
  private values = new Map<string, ExpressionValue>();

  /** @param recordsValues whether to record the values of expressions */
  constructor(
    private readonly newSandbox: (seed: number) => Sandbox,
    readonly recordsValues = false,
  ) {}

  /** The last value of each expression. */
  get expressionValues(): ExpressionValues {
    return new Map(this.played.flatMap(({ values }) => [...values]));
  }

  get turns(): readonly ChatTurn[] {
    let answerCount = 0;
    return this.played.map(({ event, outputs, answers }) => {
      answerCount += givenIn(answers).length;
      return { event, outputs, answerCount };
    });
  }

  get waitsFor(): 'form' | 'task' | undefined {
    return this.run?.conversation.waitsFor;
  }

  get isOver(): boolean {
    return this.run?.conversation.isOver === true;
  }

  /** The current context; undefined if it cannot be converted to JSON. */
  get context(): Json | undefined {
    return this.run?.conversation.context;
  }

  /** Plays new turns. Yields after each turn, and returns the index of the first turn that may have changed. */
  *play(program: Program, script: ChatScript): Generator<void, number> {
    const from = this.rewind(program, script);
    this.program = program;
    this.script = script;
    if (this.played.length === 0) {
      this.begin(undefined);
      yield;
    }
    const { conversation } = this.current();
    for (;;) {
      const turn = this.played.at(-1);
      if (turn === undefined) return from;
      if (conversation.waitsFor === 'task') {
        const question = turn.outputs.findLast((one) => one.kind === 'ask');
        const used = question && this.answerOf(question);
        if (question === undefined || used === undefined) return from;
        const { answer, task, isGiven } = used;
        turn.answers.push(used);
        if (isGiven) countUp(this.used, task);
        turn.outputs.splice(turn.outputs.indexOf(question), 1);
        this.values = turn.values;
        const event = 'error' in answer ? { task_error: answer.error } : { task: answer.value };
        append(turn.outputs, conversation.handle(event));
      } else {
        this.save();
        const event = script.events[this.played.length - 1];
        if (event === undefined || conversation.isOver || isRefused(turn.outputs)) return from;
        this.pushTurn(event, () => conversation.handle(event));
      }
      yield;
    }
  }

  /** A scenario file that repeats the conversation. */
  scenario(automata: string): string {
    const { seed = 1, start = {} } = this.script ?? {};
    const played = this.played.filter(({ event, outputs }) => event === undefined || !isRefused(outputs));
    const turns = played.map(({ event, answers, outputs }) => ({
      event,
      // Without given answers, each task gets an example.
      answers: givenIn(answers).length > 0 ? answers.map(({ answer }) => answer) : [],
      happenings: outputs,
    }));
    return scenarioFileText(recordedScenario(automata, seed, start, turns));
  }

  dispose(): void {
    this.run?.sandbox.dispose();
    this.run = undefined;
    this.played = [];
    this.saved.clear();
    this.script = undefined;
  }

  /** Goes back to the last unchanged turn; returns the index of the first changed one. */
  private rewind(program: Program, script: ChatScript): number {
    const before = this.script;
    const isSame =
      before !== undefined &&
      program === this.program &&
      script.seed === before.seed &&
      script.time === before.time &&
      script.tasks === before.tasks &&
      isEqualData(script.start, before.start);
    const kept = isSame ? this.keptTurns(script) : 0;
    if (isSame && kept === this.played.length) return kept;
    let at = kept - 1;
    while (at >= 0 && !this.saved.has(at)) at--;
    const saved = this.saved.get(at);
    this.played = this.played.slice(0, at + 1);
    for (const turn of [...this.saved.keys()]) if (turn > at) this.saved.delete(turn);
    this.run?.sandbox.dispose();
    this.run = undefined;
    this.used = new Map(saved?.used);
    this.script = script;
    this.program = program;
    if (saved) this.begin(saved.snapshot);
    return at + 1;
  }

  /** The number of turns with the same events and answers as before. */
  private keptTurns({ events, answers }: ChatScript): number {
    let count = 0;
    for (const [index, turn] of this.played.entries()) {
      if (index > 0 && !isEqualData(events[index - 1], turn.event)) return index;
      const used = givenIn(turn.answers).map(({ task, answer }) => ({ task, answer }));
      const given = answers.slice(count, count + used.length);
      if (!isEqualData(given, used)) return index;
      count += used.length;
    }
    return this.played.length;
  }

  private begin(snapshot: Snapshot | undefined): void {
    const { program, script } = this;
    if (program === undefined || script === undefined) return;
    const sandbox = this.newSandbox(script.seed);
    sandbox.setTime(script.time);
    const conversation = new Conversation(program, sandbox, {
      standIn: () => undefined,
      start: script.start,
      ...(this.recordsValues && {
        onEvaluate: (evaluation) => recordValue(this.values, evaluation, sandbox),
      }),
    });
    this.run = { conversation, sandbox };
    if (snapshot) conversation.resume(snapshot);
    else this.pushTurn(undefined, () => conversation.begin());
  }

  private pushTurn(event: ConversationEvent | undefined, play: () => readonly ConversationOutput[]): void {
    this.values = new Map();
    this.played.push({ event, outputs: [...play()], answers: [], values: this.values });
  }

  private current(): { readonly conversation: Conversation; readonly sandbox: Sandbox } {
    if (this.run === undefined) throw new Error('The conversation has not started.');
    return this.run;
  }

  private answerOf(question: TaskQuestion): UsedAnswer | undefined {
    const { answers = [], tasks } = this.script ?? {};
    const task = taskKey(question);
    const given = answers.filter((one) => one.task === task).at(this.used.get(task) ?? 0);
    if (given) return { ...given, isGiven: true };
    return tasks === 'auto' || (tasks === 'live' && !isModelTask(question.call))
      ? { task, answer: { value: question.example }, isGiven: false }
      : undefined;
  }

  private save(): void {
    const turn = this.played.length - 1;
    if (turn % SNAPSHOT_INTERVAL !== 0 || this.saved.has(turn)) return;
    const snapshot = this.current().conversation.snapshot();
    if (snapshot) this.saved.set(turn, { snapshot, used: new Map(this.used) });
  }
}

function givenIn(answers: readonly UsedAnswer[]): readonly UsedAnswer[] {
  return answers.filter(({ isGiven }) => isGiven);
}
