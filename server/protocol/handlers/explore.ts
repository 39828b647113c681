import * as lsp from 'vscode-languageserver';
import { scenarioFiles, withUniqueNames } from '../../features/scenario-list';
import { normalize } from '../../project/files/paths';
import type { Exploration } from '../../run/explore/explore';
import { formatMessage } from '../../text/message';
import { faultData } from '../found-fault';
import type {
  ExploreAnswer,
  ExploreParams,
  ExploreProgress,
  FaultData,
  LocatedMessage,
  PromiseData,
} from '../messages';
import { ownRequest } from '../own-messages';
import { loadProgram, refusalOf } from '../run-host';
import { openScenarios, outcomesTask, promisesOf } from '../scenario-promises';
import { SourceLocations } from '../source-locations';
import { TimeSlicer } from '../time-slicer';
import type { Services } from './handler';

/** Explores an automata with its current texts. */
export const exploreHandler = ownRequest('atomicState/explore', () => ({ refused: '' }), explore, {
  files: 'all',
});

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
  const { workspace, translations } = services;
  const interpreter = await services.loadInterpreter();
  const exported = await loadProgram(services, normalize(uri));
  if (!('text' in exported)) {
    const { message, ...location } = refusalOf(services, exported);
    return { refused: message, ...location };
  }
  const { main, texts } = exported;
  // Their texts may change during the exploration.
  const files = scenarioFiles(workspace).flatMap(({ address, automata }) =>
    automata === main ? (openScenarios(services, interpreter, address) ?? []) : [],
  );
  const sandboxes = await interpreter.loadSandboxes('batch');
  const now = () => performance.now();
  let steps = 0;
  const onTurn = () => {
    steps++;
    if (progressToken !== undefined && steps % STEPS_PER_REPORT === 0)
      void services.connection.sendProgress(PROGRESS, progressToken, { steps });
  };
  const slicer = new TimeSlicer(services.changes, token);
  const program = interpreter.programOf(exported);
  const sandbox = () => sandboxes.sandbox({ seed: SEED, now, recognizesData: true });
  const found = await slicer.finishOnce(interpreter.explorationTask(program, { sandbox, now, onTurn }));
  // The guard answers for a request that was cancelled.
  if (found === undefined) return { refused: '' };
  const locations = new SourceLocations(services, texts);
  const findings = found.findings.map((one) => faultData(services, interpreter, one, locations, main, SEED));
  const promises: PromiseData[] = [];
  const errors: LocatedMessage[] = [];
  for (const file of files) {
    // Its scenarios are not run, so their problems do not matter.
    for (const { message, place } of file.hasPromises ? file.problems : []) {
      const location = file.locations.of(place);
      errors.push({ message: formatMessage(message, translations), ...(location && { location }) });
    }
    const listed = promisesOf(file);
    const run = { file, main, program, sandboxes, onTurn };
    const outcomes = await slicer.finishOnce(outcomesTask(services, interpreter, listed, run));
    if (outcomes === undefined) return { refused: '' };
    for (const [index, { name: title }] of listed.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'refused') {
        const { kind: _, ...error } = outcome;
        errors.push(error);
      } else if (outcome) {
        promises.push({ title, result: outcome.kind, why: outcome.kind === 'undecided' ? outcome.why : '' });
        if (outcome.kind === 'refuted') findings.push(outcome.fault);
      }
    }
  }
  return { ...answerOf(found, findings), promises, errors };
}

function answerOf({ steps, states, cases, stoppedBy }: Exploration, findings: readonly FaultData[]) {
  const named = withUniqueNames(findings, ({ code, message }) => `${code}: ${message}`);
  return {
    findings: named.map(([finding, id]) => ({ ...finding, id })),
    steps,
    states,
    cases,
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
  };
}
