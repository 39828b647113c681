import { type IntendedData, plainDataOf } from '../exchange/read-back';
import { stateLabel } from '../format/target-path';
import { formatMessage } from '../text/message';
import { blockText, commentText } from '../yaml/write';
import type { ConversationOutput, Json } from './events';
import type { RecordedTurn } from './recorder';

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
  const steps = turns.flatMap(({ event, answers, happenings }) => [
    ...(event === undefined ? [] : [event]),
    ...answers.map((answer) => ('error' in answer ? { task_error: answer.error } : { task: answer.value })),
    ...happenings.flatMap(expectationOf),
  ]);
  const scenario = {
    name: 'recorded',
    ...(Object.keys(start).length > 0 ? { start } : {}),
    steps,
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
  return `${comment === undefined ? '' : commentText(comment)}${blockText({ ...file })}`;
}

/** What the text of a file of scenarios means. */
export function intendedScenarios(file: WrittenScenarios): IntendedData {
  return { notation: 'yaml', data: plainDataOf(JSON.stringify(file), 'json') ?? null };
}

function expectationOf(happening: ConversationOutput): Json[] {
  switch (happening.kind) {
    case 'message': {
      const { state, text, buttons } = happening;
      const expected = {
        state: stateLabel(state),
        ...(text === undefined ? {} : { text }),
        ...(buttons.length > 0 ? { buttons: buttons.map(({ content }) => content) } : {}),
      };
      return [{ expect: expected }];
    }
    case 'form_error':
      return [{ expect: { form_error: formatMessage(happening.message) } }];
    case 'ended':
      return [{ expect: { ended: true } }];
    default:
      return [];
  }
}
