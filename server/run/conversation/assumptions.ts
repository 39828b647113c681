import type { DataOrigin } from '../../exchange/origins';
import { type Message, msg } from '../../text/message';

/**
 * The interpreter's behaviour where the documentation of the service is silent. The topics are those of
 * `docs/running.md`.
 */
export const ASSUMPTIONS = {
  'value-first': {
    topic: 'Inputs',
    message: msg('`value` of an input takes precedence over `target_inputs`.'),
  },
  'passed-first': {
    topic: 'Inputs',
    message: msg('`target_inputs` win over the form and the message of the user.'),
  },
  'message-through-always': {
    topic: 'The message that led to a state',
    message: msg('The message that led to a state is also that of the states that ALWAYS leads to.'),
  },
  'always-inputs': {
    topic: '`target_inputs` of ALWAYS',
    message: msg('`target_inputs` of ALWAYS are not passed on.'),
  },
  'always-first': {
    topic: 'ALWAYS is evaluated before `render`',
    message: msg('ALWAYS is decided before `render` is evaluated.'),
  },
  'error-message': {
    topic: '`error_message`',
    message: msg('`error_message` of a validation or a case is never shown.'),
  },
  'no-case': {
    topic: 'If no case of an event applies',
    message: msg('No case holds, so the state stays, although an automata around it handles the event.'),
  },
  'unset-in-text': {
    topic: '`null` and `undefined`',
    message: msg('`null` and `undefined` within a text leave the expression as it is written.'),
  },
  'object-in-text': {
    topic: '`null` and `undefined`',
    message: msg('Lists and objects within a text become text as in JavaScript.'),
  },
  'form-variables': {
    topic: 'Texts of a form',
    message: msg('Texts of a form see the variables of the state before.'),
  },
  'automata-inputs': {
    topic: 'An input of an automata',
    message: msg('An input of an automata can be read in its states, outputs and transitions.'),
  },
  'automata-transitions': {
    topic: 'An input of an automata',
    message: msg('Transitions of an automata do not see the variables of the state that raised the event.'),
  },
  'bare-target': {
    topic: 'A bare target in a transition of an automata',
    message: msg(
      'A bare target in a transition of an automata is one of its own states, or else a state beside it.',
    ),
  },
  'new-context': {
    topic: 'An automata is entered with new values of its `context`',
    message: msg('An automata is entered with new values of its `context` each time.'),
  },
  'done-after': {
    topic: 'DONE',
    message: msg(
      'DONE is raised after the message of the final state, and after the outputs of the automata.',
    ),
  },
  'done-in-root': {
    topic: 'DONE',
    message: msg(
      'The conversation continues after a final state of the root, because the root handles DONE.',
    ),
  },
  'cache-length': { topic: '`cache: true`', message: msg('`cache: true` holds for one conversation.') },
  'fixed-date': {
    topic: '`Date`',
    message: msg('`Date` shows the time when the run was started, and 1970 in scenarios.'),
  },
} as const satisfies Readonly<Record<string, { readonly topic: string; readonly message: Message }>>;

export type AssumptionId = keyof typeof ASSUMPTIONS;

/** Reports the assumptions that a conversation depends on, and other remarks that are made once, each once. */
export class Assumptions {
  private readonly reported = new Set<string>();

  constructor(private readonly report: (message: Message, origin: DataOrigin | undefined) => void) {}

  get made(): readonly string[] {
    return [...this.reported];
  }

  /** Marks remarks as already made. */
  resume(made: readonly string[]): void {
    for (const id of made) this.reported.add(id);
  }

  has(id: AssumptionId): boolean {
    return this.reported.has(id);
  }

  /** Whether a remark is made for the first time; it counts as made then. */
  isFirst(key: string): boolean {
    const isFirst = !this.reported.has(key);
    this.reported.add(key);
    return isFirst;
  }

  /** @param origin the place where the assumption matters */
  make(id: AssumptionId, origin: DataOrigin | undefined): void {
    if (this.isFirst(id)) this.report(msg`assumed: ${ASSUMPTIONS[id].message}`, origin);
  }
}
