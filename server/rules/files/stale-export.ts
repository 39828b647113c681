import { isStaleExport } from '../../exchange/export-current';
import { exportSource } from '../../project/files/exports';
import { lastSegmentOf } from '../../project/files/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** An export that differs from the current result for its source. It is the only rule for exports. */
export const staleExport: Rule = {
  code: 'stale-export',
  severity: 'hint',
  textual: true,
  title: 'Exported file is out of date',
  doc: 'A JSON file next to an automata in YAML is its export if it has the same states, and the same `id` or name or the name `output.json`. Other problems are reported only in the source. Layout, the order of keys, and `!oneline` files other than JSON and YAML are not compared. The quick fix exports the automata again.',
  check({ workspace, project, source: { address }, unit }, report) {
    const source = exportSource(workspace, address);
    if (source === undefined || project.unitsOf(address)[0] !== unit) return;
    if (!isStaleExport(workspace, project, address)) return;
    const start = Math.max(0, unit.text.search(/\S/));
    const message = msg`This file is out of date: \`${lastSegmentOf(source)}\` has changed since it was exported. Export it again.`;
    report({ start, end: start + 1 }, message);
  },
};
