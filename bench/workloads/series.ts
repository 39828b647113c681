import { DiagnosticsTimeout, type Session } from '../session';
import { editOf, type WorkloadEdit } from './edit';
import type { WorkloadProject } from './generate';
import type { EditPlace } from './places';

/** The costs of one kind of edit or request in one server. */
export interface Series {
  readonly times: number[];
  /** Processor time per change of the text, in milliseconds. */
  cpu: number;
  /** Bytes sent per change of the text. */
  bytes: number;
  /** The number of items of the last completion. */
  items?: number;
}

/** The costs of the same edits or requests in both servers. */
export interface SeriesPair {
  readonly name: string;
  readonly ours: Series;
  /** Undefined: not measured, or the peer failed. */
  readonly peer?: Series;
}

export interface MeasuredServer {
  readonly session: Session;
  readonly rounds: number;
  /** Whether it no longer sends diagnostics, so that waiting for them is useless. */
  hasStopped?: boolean;
}

/** A series ends after this many milliseconds, unless it has fewer rounds than `MIN_ROUNDS`. */
const MAX_SERIES_MS = 12_000;
const MIN_ROUNDS = 2;

/** Measures one round and adds its times to the series. */
type Round = (session: Session, edit: WorkloadEdit, series: Series) => Promise<void>;

/**
 * Measures our server and the peer in turns, so that other load on the machine slows both. Undefined if the project has
 * no such place. `afterRound` is called after each round in which both were measured.
 */
export async function measured(
  name: string,
  project: WorkloadProject,
  place: EditPlace,
  servers: readonly [ours: MeasuredServer, peer?: MeasuredServer],
  measureRound: Round,
  afterRound: () => void,
): Promise<SeriesPair | undefined> {
  if (editOf(project, place, 0) === undefined) return undefined;
  const running = servers.flatMap((server) => (server === undefined ? [] : [new Running(server)]));
  const most = Math.max(...running.map(({ server }) => server.rounds));
  for (let round = 0; round < most; round++) {
    const edit = editOf(project, place, round);
    for (const one of running) {
      if (edit === undefined || one.hasEnough(round)) continue;
      try {
        await one.measure(edit, measureRound);
      } catch (error) {
        // At 50,000 lines the peer sometimes runs out of its stack. Ours must not fail.
        if (one === running[0]) throw error;
        one.hasFailed = true;
        one.server.hasStopped = error instanceof DiagnosticsTimeout;
        console.error(`${name}: the peer failed: ${String(error)}`);
      }
    }
    if (running.every((one) => !one.hasEnough(round))) afterRound();
  }
  const [ours, peer] = running;
  if (ours === undefined) return undefined;
  return peer === undefined || peer.hasFailed || peer.series.times.length === 0
    ? { name, ours: ours.series }
    : { name, ours: ours.series, peer: peer.series };
}

class Running {
  readonly series: Series = { times: [], cpu: 0, bytes: 0 };
  hasFailed = false;
  private spent = 0;
  private changes = 0;
  private readonly cpu: number;
  private readonly bytes: number;

  constructor(readonly server: MeasuredServer) {
    this.cpu = server.session.usage?.cpu ?? 0;
    this.bytes = server.session.bytes;
  }

  hasEnough(round: number): boolean {
    const isLate = round >= MIN_ROUNDS && this.spent > MAX_SERIES_MS;
    return this.hasFailed || this.server.hasStopped === true || isLate || round >= this.server.rounds;
  }

  async measure(edit: WorkloadEdit, measureRound: Round): Promise<void> {
    const { session } = this.server;
    const begin = performance.now();
    await measureRound(session, edit, this.series);
    this.spent += performance.now() - begin;
    this.changes += 2;
    this.series.cpu = ((session.usage?.cpu ?? 0) - this.cpu) / this.changes;
    this.series.bytes = Math.round((session.bytes - this.bytes) / this.changes);
  }
}

/** The diagnostics after an edit, and after it is undone. */
export const editRound: Round = async (session, edit, { times }) => {
  const replaced = session.textBetween(edit.start, edit.end);
  const begin = await session.replace(edit.start, edit.end, edit.typed);
  await session.diagnostics();
  times.push(performance.now() - begin);
  const undone = await session.replace(edit.start, edit.start + edit.typed.length, replaced);
  await session.diagnostics();
  times.push(performance.now() - undone);
};

/** The answer to a request right after an edit, which is undone afterwards. */
export function requestRound(method: string): Round {
  return async (session, edit, series) => {
    const replaced = session.textBetween(edit.start, edit.end);
    const begin = await session.replace(edit.start, edit.end, edit.typed);
    const more = { position: session.positionAt(edit.cursor), ...session.named };
    const { answer } = await session.ask<Answer>(method, more);
    series.times.push(performance.now() - begin);
    if (method.endsWith('completion')) series.items = itemCount(answer);
    await session.replace(edit.start, edit.start + edit.typed.length, replaced);
    // Otherwise pending diagnostics would delay the next round, or count as those of the next series.
    await session.caughtUp();
  };
}

type Answer = { readonly items?: readonly unknown[] } | readonly unknown[] | null;

function itemCount(answer: Answer): number {
  if (answer === null) return 0;
  return 'items' in answer ? (answer.items?.length ?? 0) : (answer as readonly unknown[]).length;
}
