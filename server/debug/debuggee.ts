import type { LoadProblem } from '../exchange/exported-text';
import { type Address, lastSegmentOf } from '../project/paths';
import { Conversation } from '../run/conversation';
import { type Program, programOf } from '../run/program';
import { recordedTaskStub } from '../run/recorded-stub';
import { answerIn } from '../run/run-scenario';
import type { Sandbox } from '../run/sandbox';
import type { Scenario } from '../run/scenario';
import { exampleTaskStub, type TaskStub } from '../run/tasks';
import { msg, type TextOrMessage } from '../text/message';
import type { DebugHost, ScenarioSourceText } from './host';
import type { LaunchOptions } from './launch';
import { ProgramPoints } from './program-points';
import { ScenarioSteps } from './scenario-steps';
import { SourceTexts } from './source-texts';
import { Timeline } from './timeline';

/** An automata that is loaded for debugging. */
export interface Debuggee {
  /** The address of the main file. */
  readonly main: Address;
  readonly name: string;
  readonly program: Program;
  readonly points: ProgramPoints;
  readonly sources: SourceTexts;
  readonly timeline: Timeline;
  readonly scenario: ScenarioSteps | undefined;
}

interface Refused {
  readonly problem: TextOrMessage;
}

/** Creates the task stub of a new conversation, which may count calls. */
type TaskStubMaker = (timeline: () => Timeline) => TaskStub;

/** Loads the program of a launch configuration, or returns why that is not possible. */
export async function loadDebuggee(
  host: DebugHost,
  options: LaunchOptions,
): Promise<Debuggee | Refused | readonly LoadProblem[]> {
  const loaded = await host.load(options.program);
  if (!('data' in loaded)) return loaded;
  const program = programOf(loaded);
  const { scenario } = options;
  const chosen = scenario && (await scenarioIn(host, scenario.file, scenario.name));
  if (chosen && 'problem' in chosen) return chosen;
  const newSandbox = await host.sandbox(chosen?.seed ?? options.seed);
  const steps = chosen && new ScenarioSteps(chosen.scenario);
  const newTaskStub = steps
    ? scenarioTaskStub(chosen.scenario, steps)
    : await taskStubMaker(host, options, program, newSandbox);
  if (typeof newTaskStub !== 'function') return newTaskStub;
  const time = host.now();
  const { state, context } = options;
  const start = chosen?.scenario.start ?? {
    ...(state === undefined ? {} : { state }),
    ...(context ? { context } : {}),
  };
  const timeline: Timeline = new Timeline(
    () => {
      const sandbox = newSandbox();
      // Scenarios have the fixed time of a new sandbox.
      if (steps === undefined) sandbox.setTime(time);
      const standIn = newTaskStub(() => timeline);
      return {
        sandbox,
        conversation: new Conversation(program, sandbox, { standIn, start, pauses: true }),
      };
    },
    steps !== undefined || typeof options.standIns === 'string' || !('recorded' in options.standIns),
  );
  const points = new ProgramPoints(program);
  const files = chosen ? new Map([...loaded.texts, [chosen.address, chosen.text]]) : loaded.texts;
  const sources = new SourceTexts(files, host.currentText);
  const { main } = loaded;
  return { main, name: lastSegmentOf(main), program, points, sources, timeline, scenario: steps };
}

/** The scenario's answer to a task; undefined if its next step gives the result. */
function scenarioTaskStub(scenario: Scenario, steps: ScenarioSteps): TaskStubMaker {
  return (timeline) => (call) =>
    answerIn(scenario, call) ??
    (steps.givesResult(timeline().eventCount) ? undefined : exampleTaskStub(call));
}

async function taskStubMaker(
  host: DebugHost,
  { standIns }: LaunchOptions,
  program: Program,
  newSandbox: () => Sandbox,
): Promise<TaskStubMaker | Refused> {
  if (standIns === 'auto') return () => exampleTaskStub;
  if (standIns === 'ask') return () => () => undefined;
  const path = 'recorded' in standIns ? standIns.recorded : standIns.scenario;
  const chosen = await scenarioIn(host, path, 'recorded' in standIns ? undefined : standIns.name);
  if ('problem' in chosen) return chosen;
  const { scenario } = chosen;
  if ('scenario' in standIns) return () => (call) => answerIn(scenario, call) ?? exampleTaskStub(call);
  return () => {
    const replayed = newSandbox();
    const standIn = recordedTaskStub(scenario, program, replayed, exampleTaskStub);
    replayed.dispose();
    return standIn;
  };
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
