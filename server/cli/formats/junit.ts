import { xmlElement } from '../../drawing/markup';
import { visibleText } from '../../text/visible';
import { document, type Printable } from '../printer';

export interface JunitCase {
  readonly classname: string;
  readonly name: string;
  readonly seconds: number;
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string } | undefined;
  /** Why its result is not known; only without a failure. */
  readonly skipped?: string | undefined;
}

/**
 * Test cases as both the schema of Jenkins and that of Ant require: a test case has at most one failure, and no place.
 *
 * @param start when the first one was run
 */
export function formatJunit(cases: readonly JunitCase[], start: Date): Printable {
  const elements = cases.map(({ classname, name, seconds, failure, skipped }) =>
    xmlElement(
      'testcase',
      { classname, name, time: seconds.toFixed(3) },
      ...(failure
        ? [xmlElement('failure', { type: failure.type, message: visibleText(failure.message) }, failure.text)]
        : skipped === undefined
          ? []
          : [xmlElement('skipped', { message: visibleText(skipped) })]),
    ),
  );
  const total = cases.reduce((sum, { seconds }) => sum + seconds, 0);
  const suite = xmlElement(
    'testsuite',
    {
      name: 'atomic-state',
      timestamp: start.toISOString().slice(0, 19),
      hostname: 'localhost',
      tests: cases.length,
      failures: cases.filter(({ failure }) => failure !== undefined).length,
      errors: 0,
      skipped: cases.filter(({ failure, skipped }) => !failure && skipped !== undefined).length,
      time: total.toFixed(3),
    },
    ...[xmlElement('properties'), ...elements, xmlElement('system-out'), xmlElement('system-err')].flatMap(
      (one) => ['\n', one],
    ),
    '\n',
  );
  return document(`<?xml version="1.0" encoding="UTF-8"?>\n${suite.text}\n`);
}
