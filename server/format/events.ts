import { citeSources } from './documents';

/** Events that the format defines. All others are names of the author (`names.ts`). */

/** An event that the service raises; a key of `transitions`, never raised by a button. */
interface SpecialEvent {
  readonly name: SpecialEventName;
  /** The kind of object that can handle it. */
  readonly on: 'state' | 'automata';
  readonly doc: string;
  readonly source: string;
}

/** An action of the client that a button can request; it needs no transition. */
interface ClientAction {
  readonly name: ClientActionName;
  /** The required keys of its `payload`. */
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
    doc: 'Raised when the user sends a message in the chat. The target state reads the message with an input of type `IM`. According to the types the event does not propagate to the automata, although the runtime of the successor does look there, so handle it in the state.',
    source: citeSources('types', 'docs'),
  },
  {
    name: 'ALWAYS',
    on: 'state',
    doc: 'Raised when the state has completed its tasks and outputs: the conversation continues without waiting for the user as soon as the condition of a case is true. The `render` of such a state is not shown. End the list with a case without a condition, or the conversation may get stuck. The event does not propagate to the automata.',
    source: citeSources('types', 'docs', 'runtime'),
  },
  {
    name: 'DONE',
    on: 'automata',
    doc: 'Raised when a final state of this automata (`properties.is_final: true`) has completed. The target is the state that follows the automata. The event does not propagate further.',
    source: citeSources('types', 'docs'),
  },
];

export const CLIENT_ACTIONS: readonly ClientAction[] = [
  {
    name: 'COPY',
    payload: [{ name: 'content', doc: 'The text to copy.' }],
    doc: 'Copies `payload.content` to the clipboard of the user. Requires no transition.',
    source: citeSources('successor'),
  },
  {
    name: 'DOWNLOAD',
    payload: [{ name: 'url', doc: 'The URL of the file.' }],
    doc: 'Downloads the file at `payload.url`. Requires no transition.',
    source: citeSources('successor'),
  },
  {
    name: 'OPEN',
    payload: [{ name: 'url', doc: 'The URL of the page.' }],
    doc: 'Opens the page at `payload.url`. Requires no transition.',
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
