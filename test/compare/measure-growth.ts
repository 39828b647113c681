import { basename } from 'node:path';
import { matchScopes } from '../../server/compare/matching';
import { compareStructure } from '../../server/compare/structure';
import { type ExchangeData, NumberText } from '../../server/exchange/data';
import { DataOrigins } from '../../server/exchange/origins';
import { BUILT_IN_CATALOG } from '../../server/format/catalog';
import { type Program, programOf } from '../../server/run/conversation/program';
import { totalWork, WorkCounter } from '../robustness/growth/work';

/** Prints how much is executed to compare versions of each size: its name, the work, and the numbers of changes. */

type Value = string | number | readonly Value[] | { readonly [name: string]: Value };
type Automata = (count: number) => Value;

/** The items with numbers below `count`, by their names. */
function each(count: number, nameOf: (index: number) => string, memberOf: (index: number) => Value): Value {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), memberOf(index)]));
}

/** States that lead to one another. */
function chain(prefix: string, textOf: (index: number) => string): Automata {
  return (count) => ({
    initial: `${prefix}0`,
    states: each(
      count,
      (index) => `${prefix}${index}`,
      (index) => ({
        render: { text: textOf(index), buttons: [{ content: 'Next', on_click: 'next' }] },
        transitions: { next: `${prefix}${(index + 1) % count}` },
      }),
    ),
  });
}

/** Variables that are used in one state each. */
function variables(prefix: string): Automata {
  return (count) => ({
    initial: 'state0',
    context: each(
      count,
      (index) => `${prefix}${index}`,
      () => 0,
    ),
    states: each(
      count,
      (index) => `state${index}`,
      (index) => ({ render: { text: `{{context.${prefix}${index}}}` } }),
    ),
  });
}

function buttons(contentOf: (index: number, count: number) => string): Automata {
  return (count) => ({
    initial: 'home',
    states: {
      home: {
        render: {
          buttons: Array.from({ length: count }, (_, index) => ({
            content: contentOf(index, count),
            on_click: 'go',
          })),
        },
      },
    },
  });
}

const CASES: Readonly<Record<string, readonly [before: Automata, after: Automata]>> = {
  'renamed states': [chain('old', (index) => `Text ${index}`), chain('new', (index) => `Text ${index}`)],
  'replaced states': [chain('old', (index) => `Text ${index}`), chain('new', (index) => `Other ${index}`)],
  'states with the same contents': [chain('old', () => 'Text'), chain('new', () => 'Text')],
  'renamed variables': [variables('old'), variables('new')],
  'changed buttons': [buttons((index) => `Old ${index}`), buttons((index) => `New ${index}`)],
  'moved buttons': [
    buttons((index) => `Button ${index + 1}`),
    buttons((index, count) => `Button ${count - index}`),
  ],
};

function dataOf(value: Value): ExchangeData {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return new NumberText(String(value));
  if (Array.isArray(value)) return value.map(dataOf);
  return new Map(Object.entries(value).map(([name, member]) => [name, dataOf(member)]));
}

function programFor(automata: Automata, count: number): Program {
  return programOf({
    data: dataOf(automata(count)),
    origins: new DataOrigins(),
    catalog: BUILT_IN_CATALOG,
  });
}

const [script = '', ...sizes] = process.argv.slice(1);
const counter = new WorkCounter(basename(script));
await counter.start();
for (const [name, [before, after]] of Object.entries(CASES)) {
  const work: number[] = [];
  const changes: number[] = [];
  for (const size of sizes.map(Number)) {
    const [old, now] = [programFor(before, size), programFor(after, size)];
    await counter.take();
    changes.push(compareStructure(old, now, matchScopes(old, now)).length);
    work.push(totalWork(await counter.take()));
  }
  console.log(JSON.stringify([name, work, changes]));
}
