import { type HandlerFacts, isUnconditional } from '../../facts/facts';
import { isUnfinished } from '../../facts/transitions';
import { clientActionOf } from '../../format/events';
import { resolveEvent } from '../../project/names/resolve';
import { conditionText } from '../state-transitions';
import type { EventOutcome, PreviewCase, PreviewTransition } from './data';
import type { PreviewWriter } from './writer';

/** The result of an event that a state raises. */
export function eventOutcome({ entry, project }: PreviewWriter, event: string): EventOutcome {
  if (clientActionOf(event)) return { kind: 'client' };
  const found = resolveEvent(project, entry, event);
  switch (found.kind) {
    case 'found':
      return { kind: 'cases', cases: found.entries.flatMap(({ handler }) => casesOf(handler)) };
    case 'missing':
      return { kind: 'missing' };
    default:
      return { kind: 'unknown' };
  }
}

/** The transition of a state for an event of the service; undefined if it does not handle it. */
export function ownTransition(writer: PreviewWriter, event: string): PreviewTransition | undefined {
  const handler = writer.entry.scope.handlers.find((one) => one.event.text === event);
  if (handler === undefined) return undefined;
  return { at: writer.place(handler.event), outcome: { kind: 'cases', cases: casesOf(handler) } };
}

/** The cases of a transition up to the first unconditional one, without those whose target is incomplete. */
function casesOf({ cases }: HandlerFacts): PreviewCase[] {
  const last = cases.findIndex(isUnconditional);
  return (last < 0 ? cases : cases.slice(0, last + 1))
    .filter((one) => !isUnfinished(one))
    .map((one) => ({ target: one.target?.text, condition: conditionText(one) }));
}
