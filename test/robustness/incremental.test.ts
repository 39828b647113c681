import { expect, it } from 'vitest';
import { sample } from '../support/depth';
import './edits/memoized-parsers';
import { CASES } from './edits/cases';
import { replayCase } from './edits/run';
import { SINGLE_FACTS } from './edits/single-facts';

const EVERY = Object.entries({ ...CASES, ...SINGLE_FACTS });

/** After any edits, answers equal those of a fresh start: single cases; random ones are in `edits/`. */
it.each(sample(EVERY, 3))('%s', (_, one) => {
  expect(replayCase(one)).toBeUndefined();
});
