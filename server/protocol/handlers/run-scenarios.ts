import * as lsp from 'vscode-languageserver';
import type { ExportedText } from '../../exchange/exported-text';
import { scenarioName, withUniqueNames } from '../../features/scenario-list';
import { stateLabel } from '../../format/target-path';
import { type Address, lastSegmentOf, normalize } from '../../project/files/paths';
import type { Json, SourceRange } from '../../run/conversation/events';
import type { Program } from '../../run/conversation/program';
import { comparedTexts } from '../../run/scenario/compared-texts';
import type { Coverage } from '../../run/scenario/coverage';
import type { Mismatch } from '../../run/scenario/expect';
import type { Scenario } from '../../run/scenario/scenario';
import { formatMessage, msg, type Translations } from '../../text/message';
import type { Interpreter } from '../interpreter';
import type {
  LocatedMessage,
  RunScenariosParams,
  ScenarioFailureData,
  ScenarioProgress,
  ScenarioRunAnswer,
  SourceLocation,
} from '../messages';
import { ownRequest } from '../own-messages';
import { loadProgram, refusalOf } from '../run-host';
import { coverageData } from '../scenario-coverage';
import {
  type ListedPromise,
  openScenarios,
  outcomesTask,
  type PromiseRun,
  promisesOf,
} from '../scenario-promises';
import { SourceLocations } from '../source-locations';
import { TimeSlicer } from '../time-slicer';
import type { Services } from './handler';

/** Runs scenarios and decides promises with the current texts. */
export const runScenariosHandler = ownRequest(
  'atomicState/runScenarios',
  () => ({ isFailed: true as const }),
  (services, params, token) => new ScenarioRun(services, params, token).run(),
);

const PROGRESS = new lsp.ProgressType<ScenarioProgress>();

/** An automata with the coverage of its scenarios. */
interface LoadedAutomata {
  readonly exported: ExportedText;
  readonly program: Program;
  readonly coverage: Coverage;
  readonly locations: SourceLocations;
}

class ScenarioRun {
  private readonly automata = new Map<Address, LoadedAutomata>();
  private readonly slicer: TimeSlicer;

  constructor(
    private readonly services: Services,
    private readonly params: RunScenariosParams,
    private readonly token: lsp.CancellationToken,
  ) {
    this.slicer = new TimeSlicer(services.changes, token);
  }

  async run(): Promise<ScenarioRunAnswer> {
    const { services, params, token } = this;
    const interpreter = await services.loadInterpreter();
    for (const { uri, ids } of params.chosen) {
      if (token.isCancellationRequested) return {};
      await this.runFile(interpreter, uri, ids);
    }
    if (!params.coverage) return {};
    return {
      coverage: [...this.automata.values()].map(({ exported, program, coverage, locations }) =>
        coverageData(services, exported.main, coverage.items(program), locations),
      ),
    };
  }

  private async runFile(
    interpreter: Interpreter,
    uri: string,
    ids: readonly string[] | undefined,
  ): Promise<void> {
    const { services, slicer } = this;
    const address = normalize(uri);
    const loaded = await this.load(interpreter, address);
    const file = openScenarios(services, interpreter, address);
    if (file === undefined || 'message' in loaded) {
      const missing = formatMessage(
        msg`\`${lastSegmentOf(address)}\` is not a scenario file that can be read.`,
        services.translations,
      );
      this.refuse(uri, ids ?? [], 'message' in loaded ? loaded : { message: missing });
      return;
    }
    const { scenarios, seed, problems, locations, listed } = file;
    const named = withUniqueNames(scenarios, ({ name }, index) => scenarioName(name, index));
    const [problem] = problems;
    if (problem) {
      const location = locations.of(problem.place);
      const message = formatMessage(problem.message, services.translations);
      const all = [...named.map(([, id]) => id), ...listed.map(({ id }) => id)];
      this.refuse(uri, ids ?? all, { message, ...(location && { location }) });
      return;
    }
    const sandboxes = await interpreter.loadSandboxes('batch');
    for (const [scenario, id] of named) {
      if (ids !== undefined && !ids.includes(id)) continue;
      this.report({ uri, id, kind: 'started' });
      const since = performance.now();
      const sandbox = sandboxes.sandbox({ seed, now: () => performance.now() });
      try {
        const { program, coverage } = loaded;
        const options = { onReach: coverage.onReach };
        const found = await slicer.finishOnce(interpreter.scenarioTask(scenario, program, sandbox, options));
        if (found === undefined) return;
        const failures = found.map((one) =>
          failureOf(one, scenario, locations, loaded, services.translations),
        );
        this.report({ uri, id, kind: 'ended', failures, milliseconds: performance.now() - since });
      } finally {
        sandbox.dispose();
      }
    }
    const promises = promisesOf(file).filter(({ id }) => ids === undefined || ids.includes(id));
    const run = { file, main: loaded.exported.main, program: loaded.program, sandboxes };
    await this.decide(interpreter, uri, promises, run);
  }

  private async decide(
    interpreter: Interpreter,
    uri: string,
    promises: readonly ListedPromise[],
    run: PromiseRun,
  ): Promise<void> {
    for (const { id } of promises) this.report({ uri, id, kind: 'started' });
    const since = performance.now();
    const outcomes = await this.slicer.finishOnce(outcomesTask(this.services, interpreter, promises, run));
    const milliseconds = (performance.now() - since) / promises.length;
    for (const [index, { id }] of promises.entries()) {
      const outcome = outcomes?.[index];
      if (outcome?.kind === 'proven') this.report({ uri, id, kind: 'ended', failures: [], milliseconds });
      else if (outcome?.kind === 'refuted') this.report({ uri, id, milliseconds, ...outcome });
      else if (outcome) this.report({ uri, id, ...outcome });
    }
  }

  /** The automata of a scenario file; each is exported once. */
  private async load(interpreter: Interpreter, address: Address): Promise<LoadedAutomata | LocatedMessage> {
    const { services, automata } = this;
    const [project] = services.workspace.projectsOf(address);
    const known = project && automata.get(project.root);
    if (known) return known;
    const exported = await loadProgram(services, address);
    if (!('text' in exported)) return refusalOf(services, exported);
    const loaded = {
      exported,
      program: interpreter.programOf(exported),
      coverage: new interpreter.Coverage(),
      locations: new SourceLocations(services, exported.texts),
    };
    automata.set(exported.main, loaded);
    return loaded;
  }

  private refuse(uri: string, ids: readonly string[], refusal: LocatedMessage): void {
    for (const id of ids) this.report({ uri, id, kind: 'refused', ...refusal });
  }

  private report(progress: ScenarioProgress): void {
    const { progressToken } = this.params;
    if (progressToken !== undefined)
      void this.services.connection.sendProgress(PROGRESS, progressToken, progress);
  }
}

function failureOf(
  { message, expected, actual, place, at }: Mismatch,
  scenario: Scenario,
  locations: SourceLocations,
  { program, locations: sources }: LoadedAutomata,
  translations: Translations | undefined,
): ScenarioFailureData {
  const location = locations.of(place ?? scenario.place);
  const found = sources.of(at);
  const source: SourceLocation | undefined = found && at && { ...found, state: stateAround(program, at) };
  const isCompared = expected !== null || actual !== null;
  return {
    message: formatMessage(message, translations),
    ...(isCompared && comparedTexts({ expected, actual }, comparedText)),
    ...(location && { location }),
    ...(source && { source }),
  };
}

/** The path of the innermost state or automata that contains a place; empty for the root. */
function stateAround({ scopes }: Program, { address, start, end }: SourceRange): string {
  const innermost = [...scopes.values()].findLast(({ source: { origin } }) => {
    if (origin === undefined || origin.address !== address) return false;
    const { key, node } = origin;
    return (key ?? node).start <= start && end <= node.end;
  });
  return stateLabel(innermost?.path ?? []);
}

/** A compared value as text: a text without quotes, a matcher as `name: argument`, other values as JSON. */
function comparedText(value: Json): string {
  if (typeof value === 'string') return value;
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [name, argument] = entries.length === 1 && !Array.isArray(value) ? (entries[0] ?? []) : [];
  if (name !== undefined && typeof argument !== 'object') return `${name}: ${String(argument)}`;
  return JSON.stringify(value, null, 2);
}
