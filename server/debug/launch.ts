import { EVENT_NAMES, eventOf } from '../run/conversation/event-of';
import type { ConversationEvent, Json } from '../run/conversation/events';
import { jsonMember } from '../run/sandbox/json';
import { type Message, msg } from '../text/message';
import { isRecord } from '../text/own-value';

/** The options of a launch configuration. */
export interface LaunchOptions {
  readonly program: string;
  /** Runs one scenario of a file: the one with this name, or the first. Its automata is the default program. */
  readonly scenario: { readonly file: string; readonly name: string | undefined } | undefined;
  /** The state to start in. */
  readonly state: string | undefined;
  readonly context: { readonly [name: string]: Json } | undefined;
  readonly seed: number;
  readonly standIns:
    | 'auto'
    | 'ask'
    /** The results under `tasks` of a scenario: the one with this name, or the first. */
    | { readonly scenario: string; readonly name: string | undefined }
    /** The results that a scenario recorded. */
    | { readonly recorded: string };
  /** Events to run first, as the user of the agent. */
  readonly events: readonly ConversationEvent[];
  readonly stopOnEntry: boolean;
  /** Ignores breakpoints and faults. */
  readonly noDebug: boolean;
}

/** The options of a launch request, or what is wrong with them. */
export function launchOptions(given: unknown): LaunchOptions | Message {
  const args = (typeof given === 'object' ? given : null) as Json;
  const at = (name: string) => jsonMember(args, name) ?? undefined;
  const scenario = scenarioOf(at('scenario'));
  if (scenario === null) return msg('`scenario` must have a `file`, and may have the `name` of a scenario.');
  const program = at('program') ?? scenario?.file;
  if (typeof program !== 'string' || program === '')
    return msg('`program` must be the path of an automata, of one of its files, or of a folder.');
  const state = at('state');
  if (state !== undefined && typeof state !== 'string') return msg('`state` must be the name of a state.');
  const context = at('context');
  if (context !== undefined && !isRecord(context)) return msg('`context` must be an object.');
  const seed = at('seed') ?? 1;
  if (!Number.isSafeInteger(seed)) return msg('`seed` must be a whole number.');
  const standIns = standInsOf(at('standIns'));
  if (standIns === undefined)
    return msg('`standIns` must be `auto`, `ask`, `{ "scenario": "<file>" }` or `{ "recorded": "<file>" }`.');
  const events = eventsOf(at('events'));
  if (events === undefined)
    return msg('`events` must be a list of events, such as `[{ "click": "Start" }]`.');
  return {
    program,
    scenario,
    state,
    context,
    seed: Number(seed),
    standIns,
    events,
    stopOnEntry: at('stopOnEntry') === true,
    noDebug: at('noDebug') === true,
  };
}

function standInsOf(value: Json | undefined): LaunchOptions['standIns'] | undefined {
  if (value === undefined || value === 'auto') return 'auto';
  if (value === 'ask') return 'ask';
  const [scenario, recorded, name] = ['scenario', 'recorded', 'name'].map((key) => jsonMember(value, key));
  if (typeof recorded === 'string') return { recorded };
  if (typeof scenario !== 'string') return undefined;
  return { scenario, name: typeof name === 'string' ? name : undefined };
}

/** Null if it is not valid. */
function scenarioOf(value: Json | undefined): LaunchOptions['scenario'] | null {
  if (value === undefined) return undefined;
  const [file, name] = [jsonMember(value, 'file'), jsonMember(value, 'name')];
  if (typeof file !== 'string' || file === '') return null;
  return { file, name: typeof name === 'string' ? name : undefined };
}

function eventsOf(value: Json | undefined): readonly ConversationEvent[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const events = (value as readonly Json[]).map(conversationEvent);
  return events.every((one) => one !== undefined) ? events : undefined;
}

/** An event as JSON: an object with one member. */
export function conversationEvent(value: Json | undefined): ConversationEvent | undefined {
  const name = EVENT_NAMES.find((one) => jsonMember(value, one) !== undefined);
  return name === undefined ? undefined : eventOf(name, jsonMember(value, name) ?? null);
}
