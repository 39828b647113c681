import type { DecideOptions } from '../compare/promises/decide';
import type { Task } from '../engine/task';
import { type PlacedScenario, promisesIn } from '../features/scenario-list';
import type { Address } from '../project/files/paths';
import type { Program } from '../run/conversation/program';
import type { QuickJs } from '../run/sandbox/quickjs';
import type { ScenarioPromise } from '../run/scenario/promise';
import type { ScenarioFile } from '../run/scenario/scenario';
import { formatMessage } from '../text/message';
import { faultData } from './found-fault';
import type { Services } from './handlers/handler';
import type { Interpreter } from './interpreter';
import type { FaultData, LocatedMessage } from './messages';
import { SourceLocations } from './source-locations';

/** A scenario file with its current text. */
export interface OpenedScenarios extends ScenarioFile {
  readonly locations: SourceLocations;
  /** All promises as they are listed, also those with a problem. */
  readonly listed: readonly PlacedScenario[];
}

/** Undefined if the file is not read. */
export function openScenarios(
  services: Services,
  { readScenarios }: Interpreter,
  address: Address,
): OpenedScenarios | undefined {
  const { workspace } = services;
  const text = workspace.document(address)?.text;
  const [project] = workspace.projectsOf(address);
  if (text === undefined || project === undefined) return undefined;
  return {
    ...readScenarios(text, address, workspace.limitsOf(address)),
    locations: new SourceLocations(services, new Map([[address, text]])),
    listed: promisesIn(project, address),
  };
}

/** A promise of a file without problems. */
export interface ListedPromise extends PlacedScenario {
  readonly promise: ScenarioPromise;
}

/** The promises of a file; none if it has a problem. */
export function promisesOf({ promises, listed, problems }: OpenedScenarios): readonly ListedPromise[] {
  // Without problems, every listed item is a promise.
  if (problems.length > 0) return [];
  return listed.flatMap((one, index) => {
    const promise = promises[index];
    return promise ? [{ ...one, promise }] : [];
  });
}

/** The result of a promise as users see it. */
export type PromiseOutcome =
  | { readonly kind: 'proven' }
  | { readonly kind: 'refuted'; readonly fault: FaultData }
  | { readonly kind: 'undecided'; readonly why: string }
  /** There is an error in it. */
  | ({ readonly kind: 'refused' } & LocatedMessage);

/** Where and how promises of a file are decided. */
export interface PromiseRun {
  readonly file: OpenedScenarios;
  readonly main: Address;
  readonly program: Program;
  readonly sandboxes: QuickJs;
  readonly onTurn?: DecideOptions['onTurn'];
}

/** Decides promises of a file, all in one exploration if possible. The outcomes are in the order of the promises. */
export function* outcomesTask(
  services: Services,
  interpreter: Interpreter,
  promises: readonly ListedPromise[],
  { file: { seed, locations }, main, program, sandboxes, onTurn }: PromiseRun,
): Task<readonly PromiseOutcome[]> {
  const { translations } = services;
  const now = () => performance.now();
  const decided = yield* interpreter.promisesTask(
    program,
    promises.map(({ promise }) => promise),
    { sandbox: () => sandboxes.sandbox({ seed, now, recognizesData: true }), now, ...(onTurn && { onTurn }) },
  );
  return decided.map((one): PromiseOutcome => {
    const { result, path, why, promise } = one;
    const [fault] = one.faults;
    if (fault) {
      const location = locations.of(fault.place ?? promise.place);
      const message = formatMessage(fault.message, translations);
      return { kind: 'refused', message, ...(location && { location }) };
    }
    if (result === 'proven') return { kind: 'proven' };
    if (result === 'undecided')
      return { kind: 'undecided', why: why.map((reason) => formatMessage(reason, translations)).join(' ') };
    const message = interpreter.refutedMessage(one);
    const found = { code: 'promise-refuted', message, place: promise.place, path } as const;
    return { kind: 'refuted', fault: faultData(services, interpreter, found, locations, main, seed) };
  });
}
