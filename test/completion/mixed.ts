import type { FixtureFile } from '../support/fixture';

/** A project with each style of YAML and JSON in each kind of place. */
export const MIXED: readonly FixtureFile[] = [
  {
    path: 'main.yaml',
    text: `# A comment
type: automata
"id": mixed
initial: home
context:
  score: '{{0}}'
  name: { type: text, value: "it's 😀" }
  data: !oneline code/data.json
states:
  home:
    id: 'start'
    inputs:
      user_message:
        type: IM
        user_input: true
      level: { type: text, choices: [easy, hard], default_value: easy }
    tasks:
    - name: answer # the model
      module_type: LLMModule
      module_config:
        model: gpt-4-1116-preview
        system_prompt: |
          You are {{ context.name }},
            and kind.

        user_prompt: >-
          {{ user_message
          + 'x' }}
    - { name: voice, module_type: TtsModule, module_config: { content: '{{reply}}', output_name: voice } }
    outputs:
      context.score: "{{context.score +\\
        1}}"
      'context.name': plain text
        over two lines
    render:
      text: plain {{reply}} text
      audio: '{{voice}}'
      buttons:
        -   content: A
            on_click: go
        - - content: B
            on_click:
              event: answer
              payload: { choice: 'b', hint: [1, 2] }

    transitions:
      CHAT: nested.inner
      go:
        - condition: '{{context.score > 3}}'
          target: '#start'
        - target: other
      answer: { target: other, target_inputs: { given: '{{payload.choice}}' } }

  other: &other
    inputs: {given: {type: text}}
    render: {text: '{{given}}'}
  nested:
    initial: inner
    states:
      inner:
        render:
          text: ''
        transitions: { CHAT: inner }
    transitions:
      DONE: home
  alias: *other
transitions:
  go_home: home
`,
  },
  {
    path: 'bot.automata.json',
    text: `{
  // A comment
  "type": "automata",
  "initial": "home",
  "context": { "score": 1, "list": [1, "two"] },
  "states": {
    "home": {
      "inputs": {
        "user_message": { "type": "IM", "user_input": true }
      },
      "tasks": [
        {
          "module_type": "AnyWidgetModule",
          "module_config": {
            "widget_id": "1744214024104448000",
            "user_prompt": "{{user_message}} \\"quoted\\" 😀",
            "output_name": "reply"
          }
        }
      ],
      "render": {
        "text": "{{reply}}",
        "buttons": [{ "content": "Go", "on_click": { "event": "go", "payload": { "a": "b" } } }]
      },
      "transitions": {
        "CHAT": "home",
        "go": [{ "target": "home", "condition": "{{payload.a == 'b'}}" }, {}],
      }
    }
  }
}
`,
  },
  {
    path: 'lone.state.yml',
    text: 'type: state\r\nrender:\r\n    text: "x"\r\n    buttons:\r\n      - content: A\r\n',
  },
];
