import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { keyRange } from './words';

/** A file of the format's successor. */
export const successorDialect: Rule = {
  code: 'successor-dialect',
  severity: 'information',
  title: 'The file is of the successor format',
  doc: 'A file with `blocks` in place of `states` and `tasks` belongs to ShellAgent, the successor of Pro Config. It is recognised, so that it is not taken for a broken state file, and not checked any further.',
  check({ source, unit }, report) {
    const { root } = unit.parsed;
    if (source.shape !== 'successor' || root?.kind !== 'map') return;
    const pair = root.pairs.find((one) => one.name === 'blocks');
    if (pair === undefined) return;
    report(
      keyRange(pair),
      msg('With `blocks` the file is of the successor format (ShellAgent). It is not checked any further.'),
    );
  },
};
