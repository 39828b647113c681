import type { LoadProblem } from '../exchange/exported-text';
import { type Address, lastSegmentOf } from '../project/files/paths';
import { Conversation } from '../run/conversation/conversation';
import { type BeginRun, Player } from '../run/conversation/player';
import { type Program, programOf } from '../run/conversation/program';
import { recordedTaskStub } from '../run/conversation/recorded-stub';
import { exampleTaskStub, type TaskStub } from '../run/conversation/tasks';
import { answerIn, PlayedScenario } from '../run/scenario/run-scenario';
import type { Scenario } from '../run/scenario/scenario';
import { msg, type TextOrMessage } from '../text/message';
import type { DebugHost, NewSandbox, ScenarioSourceText } from './host';
import type { LaunchOptions } from './launch';
import { ProgramPoints } from './program-points';
import { SourceTexts } from './source-texts';

/** An automata that is loaded for debugging. */
export interface Debuggee {
  /** The address of the main file. */
  readonly main: Address;
  readonly name: string;
  readonly program: Program;
  readonly points: ProgramPoints;
  readonly sources: SourceTexts;
  readonly player: Player;
  readonly scenario: PlayedScenario | undefined;
}

interface Refused {
  readonly problem: TextOrMessage;
}

/** Creates the task stub of a new conversation, which may count calls. */
type TaskStubMaker = () => TaskStub;

/** Loads the program of a launch configuration, or returns why that is not possible. */
export async function loadDebuggee(
  host: DebugHost,
  options: LaunchOptions,
): Promise<Debuggee | Refused | readonly LoadProblem[]> {
  const loaded = await host.load(options.program);
  if (!('data' in loaded)) return loaded;
  const program = programOf(loaded);
  const wanted = options.scenario;
  const chosen = wanted && (await scenarioIn(host, wanted.file, wanted.name));
  if (chosen && 'problem' in chosen) return chosen;
  const newSandbox = await host.sandbox(chosen?.seed ?? options.seed);
  const scenario = chosen && new PlayedScenario(chosen.scenario, program, newSandbox, { pauses: true });
  const player = scenario?.player ?? (await playerOf(host, options, program, newSandbox));
  if ('problem' in player) return player;
  const points = new ProgramPoints(program);
  const files = chosen ? new Map([...loaded.texts, [chosen.address, chosen.text]]) : loaded.texts;
  const sources = new SourceTexts(files, host.currentText);
  const { main } = loaded;
  return { main, name: lastSegmentOf(main), program, points, sources, player, scenario };
}

async function playerOf(
  host: DebugHost,
  options: LaunchOptions,
  program: Program,
  newSandbox: NewSandbox,
): Promise<Player | Refused> {
  const { state, context, events, standIns } = options;
  const newTaskStub = await taskStubMaker(host, options, program, newSandbox);
  if (typeof newTaskStub !== 'function') return newTaskStub;
  const time = host.now();
  const start = { ...(state === undefined ? {} : { state }), ...(context ? { context } : {}) };
  const begin: BeginRun = (isReplay) => {
    const sandbox = newSandbox(isReplay);
    sandbox.setTime(time);
    const taskStub = newTaskStub();
    return { sandbox, conversation: new Conversation(program, sandbox, { taskStub, start, pauses: true }) };
  };
  const player: Player = new Player(begin, {
    nextEvent: () => (player.conversation.isOver ? undefined : events[player.eventCount]),
    checkpointInterval: typeof standIns === 'object' && 'recorded' in standIns ? Number.POSITIVE_INFINITY : 1,
  });
  return player;
}

async function taskStubMaker(
  host: DebugHost,
  { standIns }: LaunchOptions,
  program: Program,
  newSandbox: NewSandbox,
): Promise<TaskStubMaker | Refused> {
  if (standIns === 'auto') return () => exampleTaskStub;
  if (standIns === 'ask') return () => () => undefined;
  const path = 'recorded' in standIns ? standIns.recorded : standIns.scenario;
  const chosen = await scenarioIn(host, path, 'recorded' in standIns ? undefined : standIns.name);
  if ('problem' in chosen) return chosen;
  const { scenario } = chosen;
  if ('scenario' in standIns) return () => (call) => answerIn(scenario, call) ?? exampleTaskStub(call);
  return () => recordedTaskStub(scenario, program, newSandbox, exampleTaskStub);
}

/** The scenario with a name, or the first one of a file. */
async function scenarioIn(
  host: DebugHost,
  path: string,
  name: string | undefined,
): Promise<(ScenarioSourceText & { readonly scenario: Scenario }) | Refused> {
  const file = await host.scenarios(path);
  if ('problem' in file) return file;
  const { scenarios } = file;
  const scenario = name === undefined ? scenarios[0] : scenarios.find((one) => one.name === name);
  if (scenario) return { ...file, scenario };
  const problem =
    name === undefined
      ? msg`There are no scenarios in \`${path}\`.`
      : msg`There is no scenario \`${name}\` in \`${path}\`.`;
  return { problem };
}
