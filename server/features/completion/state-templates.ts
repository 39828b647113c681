import { type Message, msg } from '../../text/message';
import { hasColon } from '../cursor-location';
import type { CompletionContext } from './completion-context';
import { hasContentBelow } from './insertion';
import type { CompletionCandidate } from './item';
import { TemplateText } from './template-text';
import BUTTONS from './templates/state-buttons.yaml';
import CHAT from './templates/state-chat.yaml';
import CHOICE from './templates/state-choice.yaml';
import DECIDE from './templates/state-decide.yaml';
import FORM from './templates/state-form.yaml';
import VOICE from './templates/state-voice.yaml';

/** Templates of whole states, where the key of a state can be written. */

/** Rank after names that are known to be missing. */
const RANK = 9;

interface StateTemplate {
  readonly label: string;
  /** Short: VS Code shows it beside the label, which it cuts for a longer text. */
  readonly detail: Message;
  readonly documentation: Message;
  readonly template: TemplateText;
}

/** The templates that can be inserted at a place in a map of states. */
export function stateTemplates({ at, cursor, layout }: CompletionContext): CompletionCandidate[] {
  if (layout.notation === 'json' || cursor.flow || cursor.quote !== 'none') return [];
  const { text } = at.unit;
  // The edited key already has a value if a colon or deeper lines follow it.
  if (hasColon(text, cursor) || hasContentBelow(text, cursor.replace.end, cursor.column)) return [];
  return STATE_TEMPLATES.map(
    ({ label, detail, documentation, template }): CompletionCandidate => ({
      label,
      kind: 'snippet',
      insert: { as: 'entries', value: template.value },
      rank: RANK,
      detail,
      documentation: () => documentation,
    }),
  );
}

export const STATE_TEMPLATES: readonly StateTemplate[] = [
  {
    label: 'atomic-state-buttons',
    detail: msg('text and a button'),
    documentation: msg('A state that shows a text and a button, and where the button leads.'),
    template: new TemplateText(BUTTONS),
  },
  {
    label: 'atomic-state-chat',
    detail: msg('answers messages'),
    documentation: msg('A state that takes a message of the user and answers it by a language model.'),
    template: new TemplateText(CHAT),
  },
  {
    label: 'atomic-state-choice',
    detail: msg('two buttons'),
    documentation: msg('A state with two buttons that carry what was chosen to the next state.'),
    template: new TemplateText(CHOICE),
  },
  {
    label: 'atomic-state-form',
    detail: msg('form, then a text'),
    documentation: msg('A state that asks for a value in a form before it shows its text.'),
    template: new TemplateText(FORM),
  },
  {
    label: 'atomic-state-decide',
    detail: msg('conditions only'),
    documentation: msg('A state without a message that goes on at once, where its conditions lead.'),
    template: new TemplateText(DECIDE),
  },
  {
    label: 'atomic-state-voice',
    detail: msg('text, read aloud'),
    documentation: msg('A state whose text is read aloud.'),
    template: new TemplateText(VOICE),
  },
];
