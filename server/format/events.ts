import { citeSources } from './documents';

/**
 * The events that the format itself knows. All others are the author's own words (`names.ts`).
 */

/** An event that the service raises; it may be a key of `transitions`, never be emitted by a button. */
interface SpecialEvent {
  readonly name: SpecialEventName;
  /** The kind of object that can handle it. */
  readonly on: 'state' | 'automata';
  readonly doc: string;
  readonly source: string;
}

/** What a button can have the client do; it needs no transition. */
interface ClientAction {
  readonly name: ClientActionName;
  /** The keys that its `payload` must carry. */
  readonly payload: readonly PayloadKey[];
  readonly doc: string;
  readonly source: string;
}

interface PayloadKey {
  readonly name: string;
  readonly doc: string;
}

type SpecialEventName = 'CHAT' | 'ALWAYS' | 'DONE';
type ClientActionName = 'COPY' | 'DOWNLOAD' | 'OPEN';

export const SPECIAL_EVENTS: readonly SpecialEvent[] = [
  {
    name: 'CHAT',
    on: 'state',
    doc:
      'The user sent a message in the chat. The target reads it through an input of type `IM`. ' +
      'By the types it does not travel up to the automata, while the runtime of the successor also looks there; ' +
      'so it is best handled in the state.',
    source: citeSources('types', 'docs'),
  },
  {
    name: 'ALWAYS',
    on: 'state',
    doc:
      'The state has finished its tasks and outputs: go on without waiting for the user, as soon as a case holds. ' +
      'What such a state renders is not shown. ' +
      'With conditions, end the list with a case that has none, or the user may be stuck. ' +
      'It does not travel up to the automata.',
    source: citeSources('types', 'docs', 'runtime'),
  },
  {
    name: 'DONE',
    on: 'automata',
    doc:
      'A final state of this automata (`properties.is_final: true`) has completed. ' +
      'The target says which state follows the whole automata. It does not travel up any further.',
    source: citeSources('types', 'docs'),
  },
];

export const CLIENT_ACTIONS: readonly ClientAction[] = [
  {
    name: 'COPY',
    payload: [{ name: 'content', doc: 'The text to copy.' }],
    doc: 'Copies `payload.content` to the clipboard of the user. No transition is needed.',
    source: citeSources('successor'),
  },
  {
    name: 'DOWNLOAD',
    payload: [{ name: 'url', doc: 'The address of the file.' }],
    doc: 'Downloads the file at `payload.url`. No transition is needed.',
    source: citeSources('successor'),
  },
  {
    name: 'OPEN',
    payload: [{ name: 'url', doc: 'The address of the page.' }],
    doc: 'Opens the page at `payload.url`. No transition is needed.',
    source: citeSources('successor'),
  },
];

/** The special event of this name (case matters), or undefined. */
export function specialEventOf(name: string): SpecialEvent | undefined {
  return SPECIAL_EVENTS.find((event) => event.name === name);
}

/** The client action of this name (case matters), or undefined. */
export function clientActionOf(name: string): ClientAction | undefined {
  return CLIENT_ACTIONS.find((action) => action.name === name);
}
