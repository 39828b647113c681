import { EventEmitter, l10n, window } from 'vscode';
import type { ScopePath } from '../../server/project/names/scope-path';
import type { ShownTurn } from '../../server/run/conversation/chat-data';
import type { ConversationEvent, MessageButton } from '../../server/run/conversation/events';
import { clickOf } from './click';

/** The path of a conversation, and the events that can follow. */
export interface RunPath {
  /** The address of the main file. */
  readonly main: string;
  /** The states in the order in which they were entered, with the events that led to them. */
  readonly walked: readonly { readonly path: ScopePath; readonly event: string | undefined }[];
  /** The events that its user can raise now. */
  readonly events: readonly string[];
}

/** The path of the displayed conversation, with an action. */
interface ShownRun extends RunPath {
  /** Raises one of its events. */
  take(event: string): void;
}

const changed = new EventEmitter<void>();
let shown: ShownRun | undefined;

/** Fires when the conversation continues or ends. */
export const onRunChanged = changed.event;

/** The displayed conversation. */
export function currentRun(): ShownRun | undefined {
  return shown;
}

export function showRun(run: ShownRun | undefined): void {
  const isSame = JSON.stringify(run) === JSON.stringify(shown);
  shown = run;
  if (!isSame) changed.fire();
}

/**
 * The path of a conversation.
 *
 * @param canAct whether it waits for a click or a message
 * @param act runs an event of its user
 */
export function runPathOf(
  main: string,
  turns: readonly ShownTurn[],
  canAct: boolean,
  act: (event: ConversationEvent) => void,
): ShownRun {
  const outputs = turns.flatMap((turn) => turn.outputs);
  const entered = outputs.filter((one) => one.kind === 'state');
  const message = outputs.findLast((one) => one.kind === 'message');
  const { buttons = [], canChat = false } = canAct ? (message ?? {}) : {};
  const raised = buttons.flatMap(({ event }) => event ?? []);
  return {
    main,
    walked: entered.map(({ path, event }) => ({ path, event })),
    events: [...new Set([...raised, ...(canChat ? ['CHAT'] : [])])],
    take(event) {
      const raising = buttons.filter((one) => one.event === event);
      const click = (button: MessageButton | undefined) => button && act({ click: clickOf(button, buttons) });
      if (raising.length > 1) {
        const items = raising.map((button) => ({ label: button.content, button }));
        const title = l10n.t('Several buttons lead here');
        void window.showQuickPick(items, { title }).then((item) => click(item?.button));
      } else if (raising.length === 1) {
        click(raising[0]);
      } else if (event === 'CHAT' && canChat) {
        const prompt = l10n.t('The message of the user');
        void window.showInputBox({ prompt }).then((say) => say && act({ say }));
      }
    },
  };
}
