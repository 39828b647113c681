import { expect, it } from 'vitest';
import { CASES } from './edits/cases';
import { replay } from './edits/run';

/** After any edits, what is said is what a fresh start would say: single cases; the many are in `edits/`. */
it.each(Object.entries(CASES))('%s', (_, one) => {
  expect(replay(one)).toBeUndefined();
});
