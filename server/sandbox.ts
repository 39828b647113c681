import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import { QuickJs } from './run/quickjs';
import { type ExpectationRequest, updateExpectation as update } from './run/update-expectation';

export { startDebugSession } from './debug/session';
/** Runs automata. A bundle of its own with the engine for JavaScript, loaded when something is first run. */
export { Chat } from './run/chat';
export { Conversation } from './run/conversation';
export { Coverage } from './run/coverage';
export { explorationTask } from './run/explore';
export { scenarioOfPath } from './run/path-scenario';
export { programOf } from './run/program';
export { readScenarios } from './run/read-scenarios';
export { runScenario, scenarioTask } from './run/run-scenario';
export { savedScenarioText } from './run/scenario-text';

let loading: Promise<QuickJs> | undefined;

/** The engine for JavaScript; one for all. */
export function loadSandboxes(): Promise<QuickJs> {
  loading ??= QuickJs.load(variant);
  return loading;
}

/** Runs a scenario, and gives the changes with which one of its expectations is met. */
export const updateExpectation = async (request: ExpectationRequest) =>
  update(await loadSandboxes(), request);
