import { isEqualData } from '../../text/equality';
import { isModelTask } from '../model/request';
import { type ExpressionValue, type ExpressionValues, recordValue } from '../sandbox/expression-values';
import type { Sandbox } from '../sandbox/sandbox';
import { recordedScenario, savedScenarioText } from '../scenario/text';
import { type ChatScript, type ChatTurn, type GivenAnswer, taskKey } from './chat-data';
import { Conversation } from './conversation';
import type { ConversationEvent, Json } from './events';
import { type BeginRun, isTaskResult, Player, turnsOf } from './player';
import type { Program } from './program';
import { isRecorded, isRefused } from './recorder';

/** The number of steps between two checkpoints: saving all values takes as long as some steps. */
const CHECKPOINT_INTERVAL = 25;

interface UsedAnswer extends GivenAnswer {
  /** Otherwise it is an example. */
  readonly isGiven: boolean;
}

/**
 * A conversation that is replayed whenever its automata or input changes. Unchanged turns are not replayed: another
 * event is one step, and going back continues from a checkpoint.
 */
export class Chat {
  private program: Program | undefined;
  private script: ChatScript | undefined;
  private player: Player | undefined;
  /** The answer that an event gives. */
  private readonly used = new Map<ConversationEvent, UsedAnswer>();
  /** The values of expressions, by stop, and those since the last stop. */
  private values: ReadonlyMap<string, ExpressionValue>[] = [];
  private newValues = new Map<string, ExpressionValue>();

  /** @param recordsValues whether to record the values of expressions */
  constructor(
    private readonly newSandbox: (seed: number, recognizesData: boolean) => Sandbox,
    readonly recordsValues = false,
  ) {}

  /** The last value of each expression. */
  get expressionValues(): ExpressionValues {
    return new Map(this.values.flatMap((values) => [...values]));
  }

  get turns(): readonly ChatTurn[] {
    let answerCount = 0;
    return turnsOf(this.stops).map(({ event, outputs, answers }) => {
      answerCount += this.answersOf(answers).filter(({ isGiven }) => isGiven).length;
      return { event, outputs, answerCount };
    });
  }

  get waitsFor(): 'form' | 'task' | undefined {
    return this.player?.conversation.waitsFor;
  }

  get isOver(): boolean {
    return this.player?.conversation.isOver === true;
  }

  /** The current context; undefined if it cannot be converted to JSON. */
  get context(): Json | undefined {
    return this.player?.conversation.context;
  }

  /** Plays new turns. Yields after each step, and returns the index of the first turn that may have changed. */
  *play(program: Program, script: ChatScript): Generator<void, number> {
    const before = this.script;
    const isSame =
      before !== undefined &&
      program === this.program &&
      script.seed === before.seed &&
      script.time === before.time &&
      script.tasks === before.tasks &&
      isEqualData(script.start, before.start);
    if (!isSame) this.dispose();
    this.script = script;
    this.program = program;
    this.player ??= this.newPlayer(program, script);
    const from = this.rewind(this.player, script);
    while (this.player.forward()) {
      this.values[this.player.stop.position] = this.newValues;
      this.newValues = new Map();
      yield;
    }
    return from;
  }

  /** A scenario file that repeats the conversation; undefined if it would be read as something else. */
  scenario(automata: string): string | undefined {
    const { seed = 1, start = {} } = this.script ?? {};
    const played = turnsOf(this.stops).filter(
      ({ event, outputs }) => event === undefined || isRecorded(outputs),
    );
    const turns = played.map(({ event, answers, outputs }) => {
      const used = this.answersOf(answers);
      // Without given answers, each task gets an example.
      const isGiven = used.some((one) => one.isGiven);
      return { event, answers: isGiven ? used.map(({ answer }) => answer) : [], outputs };
    });
    return savedScenarioText(recordedScenario(automata, seed, start, turns));
  }

  dispose(): void {
    this.player?.dispose();
    this.player = undefined;
    this.script = undefined;
    this.values = [];
    this.used.clear();
  }

  private get stops(): Player['stops'] {
    return this.player?.stops ?? [];
  }

  private answersOf(events: readonly ConversationEvent[]): readonly UsedAnswer[] {
    return events.flatMap((event) => this.used.get(event) ?? []);
  }

  /** Goes back to the last stop with the same events and answers as before; returns the index of the next turn. */
  private rewind(player: Player, { events, answers }: ChatScript): number {
    let turn = 0;
    let given = 0;
    for (const [position, { event }] of player.stops.entries()) {
      const used = event && this.used.get(event);
      const isKept = used
        ? !used.isGiven || isEqualData(answers[given++], { task: used.task, answer: used.answer })
        : isEqualData(events[turn - 1], event);
      if (!isKept) {
        player.goTo(position - 1);
        player.forget();
        this.values.length = position;
        this.newValues = new Map();
        return used ? turn - 1 : turn;
      }
      if (!used) turn++;
    }
    return turn;
  }

  private newPlayer(program: Program, { start, seed, time, events }: ChatScript): Player {
    const begin: BeginRun = (isReplay) => {
      const sandbox = this.newSandbox(seed, isReplay || events.length > CHECKPOINT_INTERVAL);
      sandbox.setTime(time);
      const conversation = new Conversation(program, sandbox, {
        taskStub: () => undefined,
        start,
        ...(this.recordsValues && {
          onEvaluate: (evaluation) => recordValue(this.newValues, evaluation, sandbox),
        }),
      });
      return { conversation, sandbox };
    };
    return new Player(begin, {
      nextEvent: () => this.nextEvent(),
      checkpointInterval: CHECKPOINT_INTERVAL,
    });
  }

  /** The answer to a question, or the next event of the script. */
  private nextEvent(): ConversationEvent | undefined {
    const outputs = this.stops.at(-1)?.outputs ?? [];
    if (this.waitsFor === 'task') return this.answerTo(outputs);
    if (this.isOver || isRefused(outputs)) return undefined;
    const count = this.stops.filter(({ event }) => event && !isTaskResult(event)).length;
    return this.script?.events[count];
  }

  private answerTo(outputs: Player['stops'][number]['outputs']): ConversationEvent | undefined {
    const question = outputs.findLast((one) => one.kind === 'ask');
    if (question === undefined) return undefined;
    const { answers = [], tasks } = this.script ?? {};
    const task = taskKey(question);
    const before = this.answersOf(this.stops.flatMap(({ event }) => event ?? []));
    const count = before.filter((one) => one.isGiven && one.task === task).length;
    const given = answers.filter((one) => one.task === task).at(count);
    const hasExample = tasks === 'auto' || (tasks === 'live' && !isModelTask(question.call));
    if (given === undefined && !hasExample) return undefined;
    const answer = given?.answer ?? { value: question.example };
    const event = 'error' in answer ? { task_error: answer.error } : { task: answer.value };
    this.used.set(event, { task, answer, isGiven: given !== undefined });
    return event;
  }
}
