import { type Answers, collectAnswers, requestAnswers } from './answers';
import { EditingActions } from './editing-actions';
import { Random } from './random';
import { EditSession } from './session';
import { drawStart, type ProjectKind } from './starts';
import type { EditStep } from './steps';

/** Files and steps: everything needed to reproduce a failure. */
export interface EditCase {
  readonly files: Readonly<Record<string, string>>;
  /** The folders of the workspace at the start; without any, the one that paths start from. */
  readonly folders?: readonly string[];
  readonly steps: readonly EditStep[];
}

/** An answer that differs between edits and a fresh start. */
export interface Difference {
  readonly asked: string;
  readonly kept: string;
  readonly fresh: string;
}

/** Replays a case up to the first difference, if there is one. */
export function replayCase({ files, folders, steps }: EditCase): Difference | undefined {
  const session = new EditSession(files, folders);
  for (const step of steps) {
    const found = take(session, step);
    if (found) return found;
  }
  return undefined;
}

function take(session: EditSession, step: EditStep): Difference | undefined {
  session.apply(step);
  const { server, texts } = session;
  if (step.do === 'ask') requestAnswers(session, step.path, step.place);
  if (step.do !== 'compare') return undefined;
  server.load(texts.diskByAddress());
  const kept = collectAnswers(server, texts, step);
  const fresh = collectAnswers(session.fresh(step.place % 2 === 0), texts, step);
  return firstDifference(kept, fresh);
}

export function firstDifference(kept: Answers, fresh: Answers): Difference | undefined {
  for (const asked of new Set([...kept.keys(), ...fresh.keys()])) {
    const [a = 'nothing', b = 'nothing'] = [kept.get(asked), fresh.get(asked)];
    if (a !== b) return { asked, kept: a, fresh: b };
  }
  return undefined;
}

/** The number of edits of one project: cached results have to be reused for a while. */
const LONGEST_RUN = 120;
/** The maximum growth of texts, in UTF-16 code units: large texts take long. */
const GROWTH = 1500;

export interface EditRun {
  readonly edits: number;
  readonly failure: (EditCase & Difference) | undefined;
}

/** Edits a random project of a kind for a while; the same for the same seed. An exception counts as a difference. */
export function runEdits(seed: string, kind: ProjectKind): EditRun {
  const random = new Random(seed);
  const { files, folders } = drawStart(random, kind);
  const session = new EditSession(files, folders);
  const actions = new EditingActions(random, files, folders);
  const steps: EditStep[] = [];
  let edits = 0;
  // The percentage of edits after which answers are compared; actions of a calm editor contain their own comparisons.
  const compared = actions.isCalm ? 5 : 20;
  // Editors send requests only when the user pauses, which some rarely do.
  const asked = random.one([10, 30, 60]);
  const largest = sizeOf(session) + GROWTH;
  const failed = (step: EditStep): (EditCase & Difference) | undefined => {
    steps.push(step);
    const found = guarded(() => take(session, step));
    return found && { files, folders, steps, ...found };
  };
  const place = () => random.below(1_000_000_000);
  for (const step of actions.start(70)) failed(step);
  // Results that were never requested are not cached.
  const atStart = failed({ do: 'compare', path: 'main.yaml', place: place(), all: false });
  if (atStart) return { edits, failure: atStart };
  /** The number of actions before the next requests. */
  let burst = 0;
  while (edits < LONGEST_RUN && sizeOf(session) < largest) {
    if (burst === 0 && random.percent(8)) burst = 2 + random.below(5);
    else if (burst > 0) burst--;
    for (const step of actions.next()) {
      if (step.do !== 'compare') edits++;
      else if (burst > 0) continue;
      let failure = failed(step);
      const path = 'path' in step ? step.path : 'main.yaml';
      if (burst > 0) {
        if (failure) return { edits, failure };
        continue;
      }
      if (random.percent(85)) failure ??= failed({ do: 'tell' });
      if (random.percent(asked)) failure ??= failed({ do: 'ask', path, place: place() });
      if (random.percent(compared)) failure ??= failed({ do: 'compare', path, place: place(), all: false });
      if (failure) return { edits, failure };
    }
  }
  const failure = failed({ do: 'compare', path: 'main.yaml', place: place(), all: true });
  return { edits, failure };
}

function sizeOf({ texts }: EditSession): number {
  return texts.paths.reduce((sum, path) => sum + (texts.text(path)?.length ?? 0), 0);
}

function guarded(take: () => Difference | undefined): Difference | undefined {
  try {
    return take();
  } catch (error) {
    const thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { asked: 'anything', kept: thrown, fresh: 'no exception' };
  }
}

/** The time limit for reducing a failing case, in milliseconds of the processor. */
const PATIENCE = 30_000;

function spent(): number {
  return process.cpuUsage().user / 1000;
}

/** The same difference with fewer steps and shorter texts, within the time limit. */
export function reduceCase(failure: EditCase & Difference): EditCase & Difference {
  const end = spent() + PATIENCE;
  let best = failure;
  const isFailing = (one: EditCase): boolean => {
    const found = guarded(() => replayCase(one));
    if (found) best = { ...one, ...found };
    return found !== undefined;
  };
  for (let before = -1; before !== sizeOfCase(best) && spent() < end; ) {
    before = sizeOfCase(best);
    without(best.steps, (steps) => isFailing({ ...best, steps }), end);
    for (const [path, text] of Object.entries(best.files)) {
      const { [path]: _, ...others } = best.files;
      if (isFailing({ ...best, files: others })) continue;
      const changed = (lines: readonly string[]) =>
        isFailing({ ...best, files: { ...best.files, [path]: lines.join('') } });
      without(text.split(/(?<=\n)/), changed, end);
    }
  }
  return best;
}

function sizeOfCase({ files, steps }: EditCase): number {
  return Object.values(files).join('').length + steps.length;
}

/** Removes smaller and smaller parts of a list while the rest still passes. */
function without<T>(all: readonly T[], passes: (rest: readonly T[]) => boolean, end: number): void {
  let rest = all;
  for (let size = Math.ceil(all.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < rest.length && spent() < end; ) {
      const fewer = rest.toSpliced(at, size);
      if (passes(fewer)) rest = fewer;
      else at += size;
    }
  }
}

/** A failure as text, with the case to add. */
export function failureText(
  seed: string,
  { files, folders, steps, asked, kept, fresh }: EditCase & Difference,
): string {
  let same = 0;
  while (same < kept.length && kept[same] === fresh[same]) same++;
  const from = Math.max(0, same - 150);
  const part = (text: string) => text.slice(from, same + 450);
  return [
    `Seed ${seed}: after edits something else is said than from a fresh start.`,
    `asked: ${asked}`,
    `kept:  ${part(kept)}`,
    `fresh: ${part(fresh)}`,
    `case:  ${JSON.stringify({ files, folders, steps }).replaceAll('},{"do"', '},\n{"do"')}`,
  ].join('\n');
}
