import type { ConversationEvent, Json } from '../../run/conversation/events';
import type { WrittenScenario } from '../../run/scenario/path-scenario';

/** Events, or steps of scenarios without their expectations, each as a line for people: `click "Go"`. */
export function eventLines(events: readonly (ConversationEvent | Json)[]): readonly string[] {
  return events
    .flatMap((event) => Object.entries(event ?? {}))
    .flatMap(([name, value]) => (name === 'expect' ? [] : [`${name} ${JSON.stringify(value)}`]));
}

/** The results of tasks that a conversation needs, each as a line. */
export function resultLines(tasks: WrittenScenario['tasks'] = {}): readonly string[] {
  return Object.entries(tasks).map(([task, value]) => `with ${task}: ${JSON.stringify(value)}`);
}

/** A conversation: a line for each given result of a task, and for each step. */
export function pathLines({ tasks, steps }: Pick<WrittenScenario, 'tasks' | 'steps'>): readonly string[] {
  return [...resultLines(tasks), ...atLeastBeginning(eventLines(steps))];
}

/** The lines of a conversation, also if it has no event. */
export function atLeastBeginning(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? lines : ['at the beginning'];
}
