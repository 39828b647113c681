import * as lsp from 'vscode-languageserver';
import { withUniqueNames } from '../../features/scenario-list';
import { folderOf, normalize, shortName } from '../../project/files/paths';
import type { Exploration, ExploreFinding } from '../../run/explore/explore';
import { formatMessage } from '../../text/message';
import type { Interpreter } from '../interpreter';
import type { ExploreAnswer, ExploreFindingData, ExploreParams, ExploreProgress } from '../messages';
import { ownRequest } from '../own-messages';
import { loadProgram, refusalOf } from '../run-host';
import { SourceLocations } from '../source-locations';
import { TimeSlicer } from '../time-slicer';
import type { Services } from './handler';

/** Explores an automata with its current texts. */
export const exploreHandler = ownRequest('atomicState/explore', () => ({ refused: '' }), explore);

const PROGRESS = new lsp.ProgressType<ExploreProgress>();

/** The number of turns between two progress reports. */
const STEPS_PER_REPORT = 100;
/** The seed of random numbers, always the same, so that findings can be reproduced. */
const SEED = 1;

async function explore(
  services: Services,
  { uri, progressToken }: ExploreParams,
  token: lsp.CancellationToken,
): Promise<ExploreAnswer> {
  const interpreter = await services.loadInterpreter();
  const exported = await loadProgram(services, normalize(uri));
  if (!('text' in exported)) {
    const { message, ...location } = refusalOf(services, exported);
    return { refused: message, ...location };
  }
  const sandboxes = await interpreter.loadSandboxes();
  const now = () => performance.now();
  let steps = 0;
  const task = interpreter.explorationTask(interpreter.programOf(exported), {
    sandbox: () => sandboxes.sandbox({ seed: SEED, now, recognizesData: true }),
    now,
    onTurn: () => {
      steps++;
      if (progressToken !== undefined && steps % STEPS_PER_REPORT === 0)
        void services.connection.sendProgress(PROGRESS, progressToken, { steps });
    },
  });
  const found = await new TimeSlicer(services.changes, token).finishOnce(task);
  // The guard answers for a request that was cancelled.
  if (found === undefined) return { refused: '' };
  const locations = new SourceLocations(services, exported.texts);
  const main = shortName(exported.main, folderOf(exported.main));
  return answerOf(
    found,
    found.findings.map((finding) => findingData(services, interpreter, finding, locations, main)),
  );
}

function answerOf(
  { steps, states, cases, stoppedBy }: Exploration,
  findings: readonly Omit<ExploreFindingData, 'id'>[],
): ExploreAnswer {
  const named = withUniqueNames(findings, ({ code, message }) => `${code}: ${message}`);
  return {
    findings: named.map(([finding, id]) => ({ ...finding, id })),
    steps,
    states,
    cases,
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
  };
}

function findingData(
  { translations }: Services,
  { scenarioOfPath, savedScenarioText }: Interpreter,
  { code, message: found, place, path }: ExploreFinding,
  locations: SourceLocations,
  main: string,
): Omit<ExploreFindingData, 'id'> {
  const location = locations.of(place);
  const message = formatMessage(found, translations);
  const data = { code, message, ...(location && { location }) };
  if (path === undefined) return { ...data, steps: [] };
  const scenario = scenarioOfPath(message, path);
  const steps = scenario.steps.flatMap((step) =>
    Object.entries(step ?? {}).flatMap(([name, value]) =>
      name === 'expect' ? [] : [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`],
    ),
  );
  const file = { automata: main, seed: SEED, scenarios: [{ ...scenario }] };
  const text = savedScenarioText(file, message);
  return { ...data, steps, ...(text === undefined ? {} : { scenario: text }) };
}
