import { expect, it } from 'vitest';
import { BUILT_IN_CATALOG } from '../../server/format/catalog';
import { updateExpectation } from '../../server/sandbox';
import { applyChanges } from '../../server/text/apply';

const AUTOMATA = JSON.stringify({
  initial: 'a',
  context: { n: 1, m: 2 },
  states: {
    a: { render: { text: 'Hi', buttons: [{ content: 'Go', on_click: 'go' }] }, transitions: { go: 'a' } },
  },
});
const OLD = '{ text: Old, context: { n: 0, m: 2 } }';
const NEW = '{ text: Hi, context: { n: 1, m: 2 } }';

/** A list of steps, the index of the one to update, and the steps afterwards. */
it.each<readonly [steps: string, step: number, updated: string]>([
  [`[{ expect: &e ${OLD} }, { expect: *e }]`, 1, `[{ expect: &e ${OLD} }, { expect: ${NEW} }]`],
  // The other step would expect something else.
  [`[{ expect: &e ${OLD} }, { expect: *e }]`, 0, `[{ expect: &e ${OLD} }, { expect: *e }]`],
  [`[&s { expect: ${OLD} }, *s]`, 1, `[&s { expect: ${OLD} }, *s]`],
  [
    `[{ expect: &e { } }, { expect: *e }]`,
    1,
    '[{ expect: &e { } }, { expect: { state: a, text: Hi, buttons: [Go] } }]',
  ],
  [`[{ expect: { # c\n } }]`, 0, '[{ expect: { state: a, text: Hi, buttons: [Go] # c\n } }]'],
  [`[{ expect: ${OLD} }]`, 0, `[{ expect: ${NEW} }]`],
])('updates nothing but the expectation of one step: %s, %i', async (steps, step, updated) => {
  const text = `scenarios:\n  - steps: ${steps}\n`;
  const edits = await updateExpectation({
    automata: AUTOMATA,
    catalog: BUILT_IN_CATALOG,
    text,
    scenario: 0,
    step,
  });
  const changes = edits.map(({ start, end, text: added }) => ({ range: { start, end }, text: added }));
  expect(applyChanges(text, changes)).toBe(`scenarios:\n  - steps: ${updated}\n`);
});
