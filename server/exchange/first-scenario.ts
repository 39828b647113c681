/** The scenario file of a new project. `atomic-state test --update` fills in the expected first message. */
export const FIRST_SCENARIO = {
  path: 'main.scenario.yaml',
  text: `# Conversations with the agent, and what is expected of it. Run them with \`atomic-state test\`;
# \`atomic-state test --update\` writes what happens into each \`{}\`.
automata: main.yaml
scenarios:
  - name: begins
    steps:
      - expect: {}
`,
} as const;
