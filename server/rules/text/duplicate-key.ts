import { pathKey } from '../../project/symbols';
import type { Range } from '../../text/range';
import type { MapNode, Pair } from '../../yaml/tree';
import { removePair } from '../edits';
import type { Report, Rule, Subject } from '../rule';

/** A key that a map has twice. */
export const duplicateKey: Rule = {
  code: 'duplicate-key',
  severity: 'error',
  chapter: 'Text',
  title: 'A key stands twice in the same map',
  doc: 'The reader of these files keeps the later value and drops the earlier one without a word.',
  example: {
    wrong: 'home:\n  render:\n    text: one\n    text: two',
    right: 'home:\n  render:\n    text: two',
  },
  check(subject, report) {
    for (const { node, parent } of subject.steps) {
      if (node?.kind === 'map') checkMap(subject, node, report);
      if (node?.kind === 'map' && parent === undefined) checkRoot(subject, node, report);
    }
  },
};

function checkMap(subject: Subject, map: MapNode, report: Report): void {
  const seen = new Set<string>();
  for (const pair of map.pairs) {
    if (!isName(pair)) continue;
    if (seen.has(pair.name)) raise(subject, pair, report);
    seen.add(pair.name);
  }
}

/** The map at the root, and that of `states` below it, may be spread over the units of a file. */
function checkRoot(subject: Subject, map: MapNode, report: Report): void {
  const { project, source, unit, scopes } = subject;
  if (unit.kind === 'whole') return;
  for (const pair of map.pairs) {
    if (!isName(pair)) continue;
    const isState = unit.kind === 'state';
    const path = scopes.find((entry) => entry.scope.name?.text === pair.name)?.path;
    const same = isState
      ? project.table.get('scope', pathKey(path ?? [])).map((entry) => ({ ...entry, name: entry.scope.name }))
      : project.table.get('rootKey', source.address).filter((entry) => entry.name.text === pair.name);
    const here = same.filter((entry) => entry.source === source.address && entry.name !== undefined);
    const first = project.sorted(here.map((entry) => ({ ...entry, name: entry.name ?? pair.key })))[0];
    if (first !== undefined && first.unit !== unit) raise(subject, pair, report);
  }
}

function isName(pair: Pair): boolean {
  return pair.key.kind === 'scalar' && !pair.key.empty && pair.name !== '<<';
}

function raise({ unit }: Subject, pair: Pair, report: Report): void {
  const edits = removePair(unit, pair);
  const range: Range = pair.key;
  report(
    range,
    `\`${pair.name}\` stands twice in this map, and the earlier value is lost. Remove one of them, or rename it.`,
    {
      fixes: edits ? [{ title: 'Remove this one', edits }] : [],
    },
  );
}
