import { expect, it } from 'vitest';
import './edits/memoized-parsers';
import { CASES } from './edits/cases';
import { replayCase } from './edits/run';
import { SINGLE_FACTS } from './edits/single-facts';

/** After any edits, what is said is what a fresh start would say: single cases; the many are in `edits/`. */
it.each(Object.entries({ ...CASES, ...SINGLE_FACTS }))('%s', (_, one) => {
  expect(replayCase(one)).toBeUndefined();
});
