import { automata, MAIN } from './automata';
import { type Goal, median, medianAndP95, ResultTable } from './report';
import { type ServerCommand, Session } from './session';

/** Questions about a state that is used everywhere, beside one that costs nothing but the way there and back. */

const USES = 1_000;
/** What is asked to see what the way there and back costs. */
const NOTHING = 'atomicState/status';
/** Rounds that are not measured: what a program does for the first time says little about the program. */
const WARM_UP = 5;

/** How many times as long as the one that costs nothing each question may take. */
const QUESTIONS: readonly (readonly [what: string, method: string, more: object, most: number])[] = [
  ['hover', 'textDocument/hover', {}, 2],
  ['definition', 'textDocument/definition', {}, 2],
  ['references', 'textDocument/references', { context: { includeDeclaration: true } }, 10],
  ['rename', 'textDocument/rename', { newName: 'entrance' }, 20],
];

/** Measures all sizes, in one file and in files of so many states. What is held against the goals is the worst. */
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
  const text = `Medians and 95th percentiles of what is asked again and again, of a text that stays as it is, and right behind a letter in a text of another state; the time to take in that letter is then a part of all of them.\n\n${table}`;
  return { text, goals };
}

/** How many times as long as nothing each question took, of a text that stays. */
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
    const times = new Map<string, number[]>();
    let found = 0;
    for (let round = -WARM_UP; round < rounds; round++) {
      const position = session.positionOf(`CHAT: ${name.slice(0, 2)}`);
      // Side by side, so that whatever else goes on on the machine hits both.
      const asked = QUESTIONS.flatMap(([what, method, more]): [string, string, object][] => [
        ['nothing', NOTHING, session.named],
        [what, method, { position, ...more }],
      ]);
      for (const [what, method, more] of asked) {
        if (isTyping) await session.type('is it true', 'x');
        const { answer, time } = await session.ask<unknown>(method, more);
        if (isTyping) await session.erase('is it true', 1);
        if (isTyping) await session.ask(NOTHING, session.named);
        if (round >= 0) times.set(what, [...(times.get(what) ?? []), time]);
        found = Array.isArray(answer) && what === 'references' ? answer.length : found;
      }
    }
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
