import { NumberText } from '../exchange/data';
import { type Writable, writeYaml } from '../exchange/write-yaml';
import { stateLabel } from '../format/target-path';
import { formatMessage } from '../text/message';
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
): string {
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
  return scenarioFileText(automata, seed, [scenario]);
}

/** @param automata the path of the main file, relative to the folder of the scenarios */
export function scenarioFileText(automata: string, seed: number, scenarios: readonly Json[]): string {
  const file: { readonly [name: string]: Json } = { automata, seed, scenarios };
  return writeYaml(new Map(Object.entries(file).map(([name, value]) => [name, writable(value)])));
}

function writable(value: Json): Writable {
  if (typeof value === 'number') return new NumberText(String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(writable);
  return new Map(Object.entries(value).map(([name, member]) => [name, writable(member)]));
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
