import { expect, it } from 'vitest';
import './edits/memoized-parsers';
import { CASES } from './edits/cases';
import { replayCase } from './edits/run';
import { SINGLE_FACTS } from './edits/single-facts';

/** After any edits, answers equal those of a fresh start: single cases; random ones are in `edits/`. */
it.each(Object.entries({ ...CASES, ...SINGLE_FACTS }))('%s', (_, one) => {
  expect(replayCase(one)).toBeUndefined();
});
