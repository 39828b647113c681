import { type IntendedData, isReadAs, plainDataOf } from '../../exchange/read-back';
import { commentText } from '../../yaml/write/scalars';
import { fileText } from '../../yaml/write/values';
import type { ConversationOutput, Json, RemarkCode } from '../conversation/events';
import type { RecordedTurn } from '../conversation/recorder';
import { turnOf, valueNamed } from './expect';
import { expectationOf } from './expectation-text';
import { unplanned } from './run-scenario';

/**
 * A scenario that repeats a conversation and expects its messages.
 *
 * @param automata the path of the main file, relative to the folder of the scenario
 */
export function recordedScenario(
  automata: string,
  seed: number,
  start: { readonly state?: string; readonly context?: { readonly [name: string]: Json } },
  turns: readonly RecordedTurn[],
): WrittenScenarios {
  const scenario = {
    name: 'recorded',
    ...(Object.keys(start).length > 0 ? { start } : {}),
    steps: turns.flatMap(stepsOf),
  };
  return { automata, seed, scenarios: [scenario] };
}

/** A file of scenarios as data. */
export interface WrittenScenarios {
  /** The path of the main file, relative to the folder of the scenarios. */
  readonly automata: string;
  readonly seed: number;
  readonly scenarios: readonly Json[];
}

/** The text of a file of scenarios, after a comment if there is one. */
export function scenarioFileText(file: WrittenScenarios, comment?: string): string {
  return `${comment === undefined ? '' : commentText(comment)}${fileText({ ...file })}`;
}

/** The same for an editor to save; undefined if it would be read as something else. */
export function savedScenarioText(file: WrittenScenarios, comment?: string): string | undefined {
  const text = scenarioFileText(file, comment);
  return isReadAs(text, intendedScenarios(file)) ? text : undefined;
}

/** What the text of a file of scenarios means. */
export function intendedScenarios(file: WrittenScenarios): IntendedData {
  return { notation: 'yaml', data: plainDataOf(JSON.stringify(file), 'json') ?? null };
}

function stepsOf({ event, answers, outputs }: RecordedTurn): Json[] {
  const results = answers.map((answer) =>
    'error' in answer ? { task_error: answer.error } : { task: answer.value },
  );
  const [first = [], ...rest] = partsOf(outputs, results.length);
  return [
    ...(event === undefined ? [] : [event]),
    ...expectationsOf(first),
    ...results.flatMap((result, index) => [result, ...expectationsOf(rest[index] ?? [])]),
  ];
}

/** The outputs before the first of a number of given results, and after each of them. */
function partsOf(outputs: readonly ConversationOutput[], results: number): ConversationOutput[][] {
  const parts: ConversationOutput[][] = [[]];
  for (const one of outputs) {
    const part = parts.at(-1) ?? [];
    part.push(one);
    if (one.kind !== 'task' || one.isGiven !== true || parts.length > results) continue;
    // The outputs of the task itself follow its result.
    let start = part.length - 1;
    for (let before = part[start - 1]; before && isOfTask(before); before = part[start - 1]) start--;
    parts.push(part.splice(start));
  }
  return parts;
}

function isOfTask(output: ConversationOutput): boolean {
  return output.kind === 'ask' || (output.kind === 'error' && TASK_ERRORS.has(output.code));
}

const TASK_ERRORS: ReadonlySet<RemarkCode> = new Set<RemarkCode>(['task-failed', 'task-result']);

/** The last output of each kind, as scenarios see them, and the errors that would fail the scenario. */
function expectationsOf(outputs: readonly ConversationOutput[]): Json[] {
  const turn = turnOf(outputs);
  const { message, hasEnded } = turn;
  const expected: Json[] = [];
  if (unplanned(turn).length > 0) expected.push({ error: valueNamed('error', turn)?.value ?? null });
  if (message)
    expected.push(expectationOf({ ...turn, form: undefined, formError: undefined, hasEnded: false }));
  if (hasEnded) expected.push({ ended: true });
  return expected.map((expect) => ({ expect }));
}
