/** The scenario file of a new project. `atomic-state test --update` fills in what is expected of the first message. */
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
