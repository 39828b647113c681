import { hasColon } from '../cursor-location';
import type { CompletionContext } from './completion-context';
import { hasContentBelow } from './insertion';
import type { CompletionCandidate } from './item';

/** Templates of whole states, where the key of a state can be written. */

/** Rank after names that are known to be missing. */
const RANK = 9;

interface StateTemplate {
  readonly label: string;
  readonly description: string;
  /** In the protocol's snippet syntax, with two spaces per level of indentation. */
  readonly text: string;
}

/** The templates that can be inserted at a place in a map of states. */
export function stateTemplates({ at, spot, layout }: CompletionContext): CompletionCandidate[] {
  if (layout.notation === 'json' || spot.flow || spot.quote !== 'none') return [];
  const { text } = at.unit;
  // The edited key already has a value if a colon or deeper lines follow it.
  if (hasColon(text, spot) || hasContentBelow(text, spot.replace.end, spot.column)) return [];
  return STATE_TEMPLATES.map(
    ({ label, description, text: template }): CompletionCandidate => ({
      label,
      kind: 'snippet',
      insert: { as: 'template', lines: template.trim().split('\n') },
      rank: RANK,
      detail: description,
    }),
  );
}

export const STATE_TEMPLATES: readonly StateTemplate[] = [
  {
    label: 'atomic-state-buttons',
    description: 'A state that shows a text and a button, and where the button leads.',
    text: `
\${1:state_name}:
  render:
    text: \${2:What the user reads.}
    buttons:
      - content: \${3:Go on}
        on_click: \${4:go_on}
  transitions:
    $4: \${5:home}
`,
  },
  {
    label: 'atomic-state-chat',
    description: 'A state that takes a message of the user and answers it by a language model.',
    text: `
\${1:chat}:
  inputs:
    user_message:
      type: IM
      user_input: true
  tasks:
    - name: generate_reply
      module_type: AnyWidgetModule
      module_config:
        widget_id: '1744214024104448000'
        system_prompt: \${2:You are a friendly companion.}
        user_prompt: '{{user_message}}'
        output_name: reply
  render:
    text: '{{reply}}'
  transitions:
    CHAT: $1
`,
  },
  {
    label: 'atomic-state-choice',
    description: 'A state with two buttons that carry what was chosen to the next state.',
    text: `
\${1:question}:
  render:
    text: \${2:Which one?}
    buttons:
      - content: \${3:This}
        on_click:
          event: \${4:choose}
          payload:
            choice: \${5:this}
      - content: \${6:That}
        on_click:
          event: $4
          payload:
            choice: \${7:that}
  transitions:
    $4:
      target: \${8:answer}
      target_inputs:
        choice: '{{payload.choice}}'

$8:
  inputs:
    choice:
      type: text
      user_input: false
  render:
    text: 'You chose {{choice}}.'
    buttons:
      - content: \${9:Back}
        on_click: \${10:go_back}
  transitions:
    \${10}: $1
`,
  },
  {
    label: 'atomic-state-form',
    description: 'A state that asks for a value in a form before it shows its text.',
    text: `
\${1:profile}:
  inputs:
    \${2:name}:
      type: text
      user_input: true
      description: \${3:What shall we call you?}
      validations:
        - required: true
  outputs:
    context.$2: '{{$2}}'
  render:
    text: 'Hello, {{context.$2}}!'
    buttons:
      - content: \${4:Go on}
        on_click: \${5:go_on}
  transitions:
    $5: \${6:home}
`,
  },
  {
    label: 'atomic-state-decide',
    description: 'A state without a message that goes on at once, where its conditions lead.',
    text: `
\${1:decide}:
  transitions:
    ALWAYS:
      - condition: '{{\${2:context.score > 3}}}'
        target: \${3:home}
      - target: \${4:other}
`,
  },
  {
    label: 'atomic-state-voice',
    description: 'A state whose text is read aloud.',
    text: `
\${1:speak}:
  tasks:
    - name: generate_voice
      module_type: AnyWidgetModule
      module_config:
        widget_id: '1743159010695057408'
        content: \${2:Nice to meet you.}
        output_name: voice
  render:
    text: $2
    audio: '{{voice}}'
    buttons:
      - content: \${3:Go on}
        on_click: \${4:go_on}
  transitions:
    $4: \${5:home}
`,
  },
];
