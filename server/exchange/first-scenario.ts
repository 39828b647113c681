import text from './first-scenario.yaml';

/** The scenario file of a new project. `atomic-state test --update` fills in the expected first message. */
export const FIRST_SCENARIO = { path: 'main.scenario.yaml', text } as const;
