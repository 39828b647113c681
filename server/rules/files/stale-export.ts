import { isStaleExport } from '../../exchange/again';
import { exportSource } from '../../project/exports';
import { nameOfPath } from '../../project/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** An export that is not what its source gives now. It is the only rule for exports. */
export const staleExport: Rule = {
  code: 'stale-export',
  severity: 'hint',
  textual: true,
  title: 'An exported file differs from its source',
  doc: 'A JSON file beside an automata in YAML is its export if it has the same `id`, or is named like it or `output.json`, and has the same states. It has no other findings: they are reported in the source. Layout, the order of keys, and files of `!oneline` other than JSON and YAML do not count as differences. The quick fix exports the automata again.',
  check({ workspace, project, source: { address }, unit }, report) {
    const source = exportSource(workspace, address);
    if (source === undefined || project.unitsOf(address)[0] !== unit) return;
    if (!isStaleExport(workspace, project, address)) return;
    const start = Math.max(0, unit.text.search(/\S/));
    const message = msg`This file differs from what an export of \`${nameOfPath(source)}\` gives now. Export again.`;
    report({ start, end: start + 1 }, message);
  },
};
