import { parsingTime } from '../parsing';
import { median } from '../report';
import { type ServerCommand, Session } from '../session';
import { editOf } from './edit';
import { generate } from './generate';
import { filesOnDisk, type Opening, openOnce } from './opening';
import { COMPLETIONS, EDITS, type EditPlace } from './places';
import {
  editRound,
  type MeasuredServer,
  measured,
  requestRound,
  type Series,
  type SeriesPair,
} from './series';
import type { Workload } from './workload';

/** The maximum number of rounds. */
export interface Rounds {
  readonly ours: number;
  readonly peer: number;
  readonly opening: number;
}

/** Memory in megabytes, of both servers at the same moments. */
export interface MemoryFigures {
  /** Medians while editing. */
  readonly ours: number;
  readonly peer: number | undefined;
  /** The peak of our server. */
  readonly peak: number;
}

/** The results of a workload at one size. */
export interface Result {
  readonly workload: Workload;
  readonly lines: number;
  readonly states: number;
  readonly openings: { readonly ours: Opening; readonly peer?: Opening };
  readonly memory: MemoryFigures;
  /** The first completion of a `context.` name, right after the first report. */
  readonly firstCompletion: SeriesPair;
  readonly diagnostics: readonly SeriesPair[];
  readonly completions: readonly SeriesPair[];
  /**
   * The time that no completion can fall below, in milliseconds: a request right after an edit that costs nothing itself,
   * and parsing a state of average size with `yaml`.
   */
  readonly floor: number;
  readonly outline: SeriesPair | undefined;
  /** Requests that the peer does not support. */
  readonly views: readonly SeriesPair[];
}

/** Edits that are not measured, because the code is not optimised yet. */
const WARM_UP = 3;
const AFTER_TEXT = EDITS[0];
const FIRST_COMPLETION = COMPLETIONS.find(({ name }) => name.includes('context.'));
const COMPLETION = 'textDocument/completion';
/** The request that costs almost nothing but the round trip. */
const NOTHING = 'atomicState/status';

const VIEWS: readonly (readonly [name: string, method: string])[] = [
  ['colours', 'textDocument/semanticTokens/full'],
  ['lenses', 'textDocument/codeLens'],
];

/** Measures a workload at one size, with the peer in turns if there is one. */
export async function measure(
  workload: Workload,
  lines: number,
  own: ServerCommand,
  peer: ServerCommand | undefined,
  rounds: Rounds,
): Promise<Result> {
  const project = generate(workload.shape, lines);
  const openings: { ours: Opening[]; peer: Opening[] } = { ours: [], peer: [] };
  for (let round = 0; round < rounds.opening; round++) {
    openings.ours.push(await openOnce(own, project, workload.shape));
    const theirOpening = peer && (await attempt(openOnce(peer, project, workload.shape)));
    if (theirOpening) openings.peer.push(theirOpening);
  }

  const started = async (
    command: ServerCommand,
    count: number,
  ): Promise<MeasuredServer & { first: Series }> => {
    const session = await Session.start(command, filesOnDisk(project, workload.shape.isCold));
    await session.settled();
    await session.open(project.path, project.files.get(project.path) ?? '');
    await session.diagnostics();
    const first: Series = { times: [], cpu: 0, bytes: 0 };
    const edit = FIRST_COMPLETION && editOf(project, FIRST_COMPLETION, 0);
    if (edit) await requestRound(COMPLETION)(session, edit, first);
    await session.allDiagnostics();
    return { session, rounds: count, first };
  };
  const ours = await started(own, rounds.ours);
  const theirs = peer && (await attempt(started(peer, rounds.peer)));
  const servers: readonly [MeasuredServer, MeasuredServer?] = theirs ? [ours, theirs] : [ours];
  const memory: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  const sampleMemory = () => {
    memory.ours.push(ours.session.usage?.resident ?? 0);
    if (theirs) memory.peer.push(theirs.session.usage?.resident ?? 0);
  };
  const few = servers.map((server) => server && { ...server, rounds: WARM_UP });
  const series = async (places: readonly EditPlace[], method?: string): Promise<readonly SeriesPair[]> => {
    const pairs: SeriesPair[] = [];
    for (const place of places) {
      const round = method === undefined ? editRound : requestRound(method);
      const pair = await measured(place.name, project, place, servers, round, sampleMemory);
      if (pair) pairs.push(pair);
    }
    return pairs;
  };
  const view = async (name: string, method: string, of: readonly [MeasuredServer, MeasuredServer?]) =>
    AFTER_TEXT && measured(name, project, AFTER_TEXT, of, requestRound(method), sampleMemory);
  if (AFTER_TEXT && few[0])
    await measured('', project, AFTER_TEXT, few[1] ? [few[0], few[1]] : [few[0]], editRound, () => {});
  const diagnostics = await series(EDITS);
  const completions = await series(COMPLETIONS, COMPLETION);
  const nothing = await view('nothing', NOTHING, [ours]);
  const parsing = parsingTime([...project.files.values()]) / project.states;
  const outline = await view('outline', 'textDocument/documentSymbol', servers);
  const views: SeriesPair[] = [];
  for (const [name, method] of VIEWS) {
    const pair = await view(name, method, [ours]);
    if (pair) views.push(pair);
  }
  const peak = ours.session.usage?.memory ?? 0;
  await ours.session.stop();
  if (theirs) await attempt(theirs.session.stop());
  return {
    workload,
    lines,
    states: project.states,
    openings:
      openings.peer.length > 0
        ? { ours: middle(openings.ours), peer: middle(openings.peer) }
        : { ours: middle(openings.ours) },
    firstCompletion: { name: 'first', ours: ours.first, ...(theirs && { peer: theirs.first }) },
    memory: { ours: median(memory.ours), peer: theirs && median(memory.peer), peak },
    diagnostics,
    completions,
    floor: median(nothing?.ours.times ?? []) + parsing,
    outline,
    views,
  };
}

/** The result of the peer; undefined if it fails, as it sometimes does with large files. */
async function attempt<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    console.error(`The peer failed: ${String(error)}`);
    return undefined;
  }
}

function middle(all: readonly Opening[]): Opening {
  return {
    first: median(all.map(({ first }) => first)),
    all: median(all.map((one) => one.all)),
    findings: all[0]?.findings ?? 0,
  };
}
