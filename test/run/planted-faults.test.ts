import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { explore } from '../../server/run/explore/explore';
import { scenarioOfPath } from '../../server/run/scenario/path-scenario';
import { parseFixture } from '../support/fixture';
import { programOfFiles, sandboxMaker } from './conversation';

/** Each fault, and the buttons that lead to it, as the comments of the fixture say. */
const FAULTS: readonly (readonly [code: string, ...buttons: string[]])[] = [
  ['event-unhandled', 'Bell'],
  ['raw-braces', 'Help'],
  ['expression-fault', 'Shop', 'Tea'],
  ['undefined-shown', 'Shop', 'Price'],
  ['wrong-output', 'Shop', 'Coupon'],
  ['endless', 'Shop', 'Wait'],
  ['task-failed', 'Shop', 'Scan'],
  ['dead-end', 'Help', 'Call'],
  ['event-unhandled', 'Tour', 'Further'],
  ['dead-end', 'Tour', 'Further'],
  ['target-missing', 'Shop', 'Tea', 'Pay'],
  ['dead-end', 'Shop', 'Tea'],
  ['state-unreached'],
  ['case-unreached'],
  ['case-unreached'],
];

it('explore finds exactly the planted faults, by the shortest paths', async () => {
  const text = readFileSync(join(import.meta.dirname, '../fixtures/run/planted-faults.txt'), 'utf8');
  const { files } = parseFixture(text.slice(text.indexOf('=== ')));
  const { findings, isComplete } = explore(programOfFiles(files), {
    sandbox: await sandboxMaker(),
    now: () => 0,
  });
  const found = findings.map(({ code, path }) => {
    const steps = path ? scenarioOfPath('found', path).steps : [];
    const clicks = steps.flatMap((step) =>
      step && typeof step === 'object' && 'click' in step ? [step.click] : [],
    );
    return [code, ...clicks].join(' ');
  });
  expect(isComplete).toBe(true);
  expect(found.toSorted()).toEqual(FAULTS.map((one) => one.join(' ')).toSorted());
});
