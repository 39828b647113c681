import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { keyRange } from './descriptions';

/** A file of the format's successor. */
export const successorDialect: Rule = {
  code: 'successor-dialect',
  severity: 'information',
  title: 'File uses the successor format',
  doc: 'A file with `blocks` instead of `states` and `tasks` is written for ShellAgent, the successor of Pro Config. It is recognised, but not checked.',
  check({ source, unit }, report) {
    const { root } = unit.parsed;
    if (source.documentKind !== 'successor' || root?.kind !== 'map') return;
    const pair = root.pairs.find((one) => one.name === 'blocks');
    if (pair === undefined) return;
    report(
      keyRange(pair),
      msg(
        'This file has `blocks`, so it is written in the successor format (ShellAgent) and is not checked.',
      ),
    );
  },
};
