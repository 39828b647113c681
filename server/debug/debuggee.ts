import type { LoadProblem } from '../exchange/exported-text';
import { lastSegmentOf } from '../project/paths';
import { Conversation } from '../run/conversation';
import { type Program, programOf } from '../run/program';
import { recordedTaskStub } from '../run/recorded-stub';
import { answerIn } from '../run/run-scenario';
import type { Sandbox } from '../run/sandbox';
import type { Scenario } from '../run/scenario';
import { exampleTaskStub, type TaskStub } from '../run/tasks';
import type { DebugHost } from './host';
import type { LaunchOptions } from './launch';
import { ProgramPoints } from './program-points';
import { SourceTexts } from './source-texts';
import { Timeline } from './timeline';

/** An automata that is loaded for debugging. */
export interface Debuggee {
  readonly name: string;
  readonly program: Program;
  readonly points: ProgramPoints;
  readonly sources: SourceTexts;
  readonly timeline: Timeline;
}

/** Loads what a launch configuration names; a text or a list of problems says why that is not possible. */
export async function loadDebuggee(
  host: DebugHost,
  options: LaunchOptions,
): Promise<Debuggee | string | readonly LoadProblem[]> {
  const loaded = await host.load(options.program);
  if (!('data' in loaded)) return loaded;
  const program = programOf(loaded.data, loaded.origins);
  const newSandbox = await host.sandbox(options.seed);
  const newStandIn = await standInMaker(host, options, program, newSandbox);
  if (typeof newStandIn === 'string') return newStandIn;
  const time = host.now();
  const { state, context } = options;
  const start = { ...(state === undefined ? {} : { state }), ...(context ? { context } : {}) };
  const timeline = new Timeline(() => {
    const sandbox = newSandbox();
    sandbox.setTime(time);
    // A stand-in may count, so each conversation has its own.
    const standIn = newStandIn();
    return {
      sandbox,
      conversation: new Conversation(program, sandbox, { standIn, start, pauses: true }),
    };
  });
  const points = new ProgramPoints(program);
  const sources = new SourceTexts(loaded.texts);
  return { name: lastSegmentOf(loaded.main), program, points, sources, timeline };
}

async function standInMaker(
  host: DebugHost,
  { standIns }: LaunchOptions,
  program: Program,
  newSandbox: () => Sandbox,
): Promise<(() => TaskStub) | string> {
  if (standIns === 'auto') return () => exampleTaskStub;
  if (standIns === 'ask') return () => () => undefined;
  const path = 'recorded' in standIns ? standIns.recorded : standIns.scenario;
  const name = 'recorded' in standIns ? undefined : standIns.name;
  const scenarios = await host.scenarios(path);
  if (typeof scenarios === 'string') return scenarios;
  const scenario: Scenario | undefined =
    name === undefined ? scenarios[0] : scenarios.find((one) => one.name === name);
  if (scenario === undefined)
    return `${path}: there is no scenario${name === undefined ? '' : ` \`${name}\``} in this file.`;
  if ('scenario' in standIns) return () => (call) => answerIn(scenario, call) ?? exampleTaskStub(call);
  return () => {
    const replayed = newSandbox();
    const standIn = recordedTaskStub(scenario, program, replayed, exampleTaskStub);
    replayed.dispose();
    return standIn;
  };
}
