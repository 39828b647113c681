import { automata, MAIN } from './automata';
import { type Goal, median, medianAndP95, ResultTable } from './report';
import { type ServerCommand, Session } from './session';

/** Measures requests about a state with many uses, relative to a request that costs almost nothing but the round trip. */

const USES = 1_000;
/** The request that measures the round trip. */
const NOTHING = 'atomicState/status';
/** Rounds that are not measured, because the code is not optimised yet. */
const WARM_UP = 5;

/** The requests; each may take `most` times as long as the round trip. */
const QUESTIONS: readonly (readonly [what: string, method: string, more: object, most: number])[] = [
  ['hover', 'textDocument/hover', {}, 2],
  ['definition', 'textDocument/definition', {}, 2],
  ['references', 'textDocument/references', { context: { includeDeclaration: true } }, 10],
  ['rename', 'textDocument/rename', { newName: 'entrance' }, 20],
];

/** Measures all sizes, in one file and in files of `statesPerFile` states. The worst ratios are compared with the goals. */
export async function hub(
  server: ServerCommand,
  sizes: readonly number[],
  statesPerFile: number,
  rounds: number,
): Promise<{ readonly text: string; readonly goals: readonly Goal[] }> {
  const table = new ResultTable();
  const worst = new Map<string, number>();
  for (const lines of sizes) {
    for (const perFile of [undefined, statesPerFile]) {
      const column = `${lines.toLocaleString('en')} lines${perFile === undefined ? '' : ' in files'}`;
      for (const [what, ratio] of await oneSize(server, lines, perFile, rounds, table, column))
        worst.set(what, Math.max(worst.get(what) ?? 0, ratio));
    }
  }
  const named = USES.toLocaleString('en');
  const goals = QUESTIONS.map(([what, , , most]): Goal => {
    const goal = `${what} of a state with ${named} uses, in questions that cost nothing`;
    return { goal: goal[0]?.toUpperCase() + goal.slice(1), measured: worst.get(what), most, unit: ' ×' };
  });
  const text = `Medians and 95th percentiles of repeated requests: without edits, and right after a letter was typed in another state; the time to process that letter is then part of all of them.\n\n${table}`;
  return { text, goals };
}

/** The ratio of each request to the round trip, without edits. */
async function oneSize(
  server: ServerCommand,
  lines: number,
  perFile: number | undefined,
  rounds: number,
  table: ResultTable,
  column: string,
): Promise<Map<string, number>> {
  const { files, hub: name } = automata(lines, perFile, USES);
  const path = perFile === undefined ? MAIN : 'state/0.yaml';
  const session = await Session.start(server, files);
  await session.settled();
  await session.open(path, files.get(path) ?? '');
  await session.diagnostics();
  const ratios = new Map<string, number>();
  for (const isTyping of [false, true]) {
    const { times, found } = await requestTimes(session, `CHAT: ${name.slice(0, 2)}`, isTyping, rounds);
    const nothing = median(times.get('nothing') ?? []);
    for (const [what, all] of times) {
      const ratio = median(all) / nothing;
      if (!isTyping) ratios.set(what, ratio);
      const count = what === 'references' ? `, ${found} found` : '';
      const more = what === 'nothing' ? '' : ` (${ratio.toFixed(1)} × nothing${count})`;
      table.add(`${isTyping ? 'key → ' : ''}${what}`, column, medianAndP95(all) + more);
    }
  }
  await session.stop();
  return ratios;
}

/** The times of each request at the place after `mark`, and the number of references. */
async function requestTimes(session: Session, mark: string, isTyping: boolean, rounds: number) {
  const times = new Map<string, number[]>();
  let found = 0;
  for (let round = -WARM_UP; round < rounds; round++) {
    const position = session.positionOf(mark);
    // In turns, so that other load on the machine affects both.
    const requests = QUESTIONS.flatMap(([what, method, more]): [string, string, object][] => [
      ['nothing', NOTHING, session.named],
      [what, method, { position, ...more }],
    ]);
    for (const [what, method, more] of requests) {
      if (isTyping) await session.type('is it true', 'x');
      const { answer, time } = await session.ask<unknown>(method, more);
      if (isTyping) await session.erase('is it true', 1);
      if (isTyping) await session.ask(NOTHING, session.named);
      if (round >= 0) times.set(what, [...(times.get(what) ?? []), time]);
      if (what === 'references' && Array.isArray(answer)) found = answer.length;
    }
  }
  return { times, found };
}
