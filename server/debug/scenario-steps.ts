import type { ConversationEvent, ConversationOutput, Json, Remark, SourceRange } from '../run/events';
import { type Mismatch, mismatches, type Turn, turnOf } from '../run/expect';
import { errorMismatch, unplanned } from '../run/run-scenario';
import type { Sandbox } from '../run/sandbox';
import type { Scenario, ScenarioStep } from '../run/scenario';
import { joinMessages, msg, type TextOrMessage } from '../text/message';
import { inlineValue } from '../yaml/write';

type EventStep = Extract<ScenarioStep, { readonly kind: 'event' }>;

/** The steps of a debugged scenario: its events are those of the user. */
export class ScenarioSteps {
  private readonly events: readonly EventStep[];

  constructor(private readonly scenario: Scenario) {
    this.events = scenario.steps.filter((step): step is EventStep => step.kind === 'event');
  }

  get name(): string {
    return this.scenario.name;
  }

  /** The event at an index. */
  eventAt(count: number): ConversationEvent | undefined {
    return this.events[count]?.event;
  }

  /** Whether the event at an index gives the result of a task. */
  givesResult(count: number): boolean {
    const event = this.eventAt(count);
    return event !== undefined && ('task' in event || 'task_error' in event);
  }

  /** The place of the event at an index; of the name of the scenario if there is none. */
  placeOf(count: number): SourceRange | undefined {
    return (this.events[count] ?? this.scenario).place;
  }

  /**
   * The errors after the last event that no step expects, then its unmet expectations.
   *
   * @param turns the outputs up to each event and since the last one
   */
  unmet(turns: readonly (readonly ConversationOutput[])[], sandbox: Sandbox): readonly Unmet[] {
    let turn: Turn | undefined;
    for (const outputs of turns) turn = turnOf(outputs, turn);
    if (turn === undefined) return [];
    const { steps } = this.scenario;
    const before = this.events[turns.length - 2];
    const first = before === undefined ? 0 : steps.indexOf(before) + 1;
    const next = this.events[turns.length - 1];
    const here = steps.slice(first, next === undefined ? undefined : steps.indexOf(next));
    const expected = here.flatMap((step) => (step.kind === 'expect' ? [step.expected] : []));
    const isExpected = expected.some((one) => one.get('error').isGiven);
    const place = this.placeOf(turns.length - 2);
    const errors = isExpected ? [] : unplanned(turn);
    return [
      ...errors.map((error) => ({ error, mismatch: errorMismatch(error, place) })),
      ...expected.flatMap((one) => mismatches(one, turn, sandbox)).map((mismatch) => ({ mismatch })),
    ];
  }
}

/** A failure of a scenario. */
export interface Unmet {
  readonly mismatch: Mismatch;
  /** The error that no step expects. */
  readonly error?: Remark;
}

/** The message about an unmet expectation. */
export function mismatchText({ message, expected, actual }: Mismatch): TextOrMessage {
  if (expected === null && actual === null) return message;
  const short = (value: Json) => {
    const text = inlineValue(value, 'flow', 'double');
    return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
  };
  return joinMessages([message, ' ', msg`Expected ${short(expected)}, got ${short(actual)}.`]);
}

/** Limit of a displayed expected or actual value. In characters. */
const MAX_VALUE = 300;
