import type { ConversationEvent, Json } from '../conversation/events';
import type { ConversationPath } from '../explore/explore';

/** A scenario as data to be written. */
export interface WrittenScenario {
  readonly name: string;
  readonly tasks?: { readonly [task: string]: Json };
  readonly steps: readonly Json[];
}

/** The scenario that repeats a path. If possible it fails, so that it passes after a fix. */
export function scenarioOfPath(name: string, { events, unexpectedText }: ConversationPath): WrittenScenario {
  const results = new Map<string, { value: Json; isExample: boolean }>();
  const varying = new Set<string>();
  for (const { task, value, isExample } of events.flatMap((step) => step.results)) {
    const known = results.get(task);
    if (known && JSON.stringify(known.value) !== JSON.stringify(value)) varying.add(task);
    results.set(task, { value, isExample });
  }
  // If a step gives a result, the other tasks must not ask for one.
  const isWritten = (task: string, isExample: boolean) =>
    !varying.has(task) && (!isExample || varying.size > 0);
  const tasks = [...results].flatMap(([task, { value, isExample }]) =>
    isWritten(task, isExample) ? [[task, value] as const] : [],
  );
  const steps = events.flatMap((step): Json[] => [
    ...(step.event === undefined ? [] : [jsonOf(step.event)]),
    ...step.results.flatMap(({ task, value }) => (varying.has(task) ? [{ task: value }] : [])),
  ]);
  const expected: Json[] =
    unexpectedText === undefined ? [] : [{ expect: { text: { not: { contains: unexpectedText } } } }];
  return {
    name,
    ...(tasks.length > 0 ? { tasks: Object.fromEntries(tasks) } : {}),
    steps: [...steps, ...expected],
  };
}

function jsonOf(event: ConversationEvent): Json {
  return { ...event };
}

/** The events of a path, with the results of its tasks, as `run --format jsonl` reads them. */
export function pathEvents({ events }: Pick<ConversationPath, 'events'>): readonly ConversationEvent[] {
  return events.flatMap(({ event, results }): ConversationEvent[] => [
    ...(event === undefined ? [] : [event]),
    ...results.map(({ value }) => ({ task: value })),
  ]);
}
