import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import { QuickJs } from './run/sandbox/quickjs';
import type { SandboxUse } from './run/sandbox/sandbox';
import { type ExpectationRequest, updateExpectation as update } from './run/scenario/update-expectation';

export { compareAutomata } from './compare/compare';
export { turnsOfVersions } from './compare/played-versions';
export { promisesTask, refutedMessage } from './compare/promises/decide';
export { startDebugSession } from './debug/session';
/** Runs automata. A bundle of its own with the engine for JavaScript, loaded when something is first run. */
export { Chat } from './run/conversation/chat';
export { Conversation } from './run/conversation/conversation';
export { programOf } from './run/conversation/program';
export { explorationTask } from './run/explore/explore';
export { Coverage } from './run/scenario/coverage';
export { scenarioOfPath } from './run/scenario/path-scenario';
export { readScenarios } from './run/scenario/read-scenarios';
export { runScenario, scenarioTask } from './run/scenario/run-scenario';
export { savedScenarioText } from './run/scenario/text';

const loading = new Map<SandboxUse, Promise<QuickJs>>();

/** The engine for JavaScript; one for all sandboxes of a use. */
export function loadSandboxes(use: SandboxUse): Promise<QuickJs> {
  const loaded = loading.get(use) ?? QuickJs.load(variant);
  loading.set(use, loaded);
  return loaded;
}

/** Runs a scenario, and gives the changes with which one of its expectations is met. */
export const updateExpectation = async (request: ExpectationRequest) =>
  update(await loadSandboxes('batch'), request);
