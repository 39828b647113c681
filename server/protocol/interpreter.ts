import type { compareAutomata } from '../compare/compare';
import type { turnsOfVersions } from '../compare/played-versions';
import type { promisesTask, refutedMessage } from '../compare/promises/decide';
import type { startDebugSession } from '../debug/session';
import type { Chat } from '../run/conversation/chat';
import type { Conversation } from '../run/conversation/conversation';
import type { programOf } from '../run/conversation/program';
import type { explorationTask } from '../run/explore/explore';
import type { QuickJs } from '../run/sandbox/quickjs';
import type { SandboxUse } from '../run/sandbox/sandbox';
import type { Coverage } from '../run/scenario/coverage';
import type { ExpectationEdit } from '../run/scenario/edited-scenarios';
import type { scenarioOfPath } from '../run/scenario/path-scenario';
import type { readScenarios } from '../run/scenario/read-scenarios';
import type { runScenario, scenarioTask } from '../run/scenario/run-scenario';
import type { savedScenarioText } from '../run/scenario/text';
import type { ExpectationRequest } from '../run/scenario/update-expectation';

/**
 * The bundle that runs automata, with the entry point `server/sandbox.ts`. It is loaded on first use. It has its own
 * copies of classes, so both bundles exchange only plain data.
 */
export interface Interpreter {
  /** The engine for JavaScript. */
  loadSandboxes(use: SandboxUse): Promise<QuickJs>;
  updateExpectation(request: ExpectationRequest): Promise<readonly ExpectationEdit[]>;
  readonly Chat: typeof Chat;
  readonly Conversation: typeof Conversation;
  readonly programOf: typeof programOf;
  readonly readScenarios: typeof readScenarios;
  readonly runScenario: typeof runScenario;
  readonly scenarioTask: typeof scenarioTask;
  readonly promisesTask: typeof promisesTask;
  readonly refutedMessage: typeof refutedMessage;
  readonly Coverage: typeof Coverage;
  readonly explorationTask: typeof explorationTask;
  readonly scenarioOfPath: typeof scenarioOfPath;
  readonly savedScenarioText: typeof savedScenarioText;
  readonly startDebugSession: typeof startDebugSession;
  readonly compareAutomata: typeof compareAutomata;
  readonly turnsOfVersions: typeof turnsOfVersions;
}

export type LoadInterpreter = () => Promise<Interpreter>;
