import { median, medianAndP95, ResultTable, shortNumber } from '../report';
import type { Result } from './measure';
import type { Series, SeriesPair } from './series';

/** All results of a workload, with a column for each size and server. */
export function detailsText(results: readonly Result[]): string {
  const table = new ResultTable(false);
  const hasPeer = results.some(({ openings }) => openings.peer !== undefined);
  for (const result of results) {
    const ours = `${result.lines.toLocaleString('en')} lines, ${result.states} states`;
    const theirs = `peer, ${result.lines.toLocaleString('en')}`;
    const add = (row: string, own: string, other: string | undefined) => {
      table.add(row, ours, own);
      if (hasPeer) table.add(row, theirs, other ?? 'fails');
    };
    const { openings, memory } = result;
    const shownFindings = (count: number) => `${count} ${count === 1 ? 'finding' : 'findings'}`;
    add(
      'open → first report',
      shortNumber(openings.ours.first),
      openings.peer && shortNumber(openings.peer.first),
    );
    const peerAll =
      openings.peer && `${shortNumber(openings.peer.all)}, ${shownFindings(openings.peer.findings)}`;
    add(
      'open → all findings',
      `${shortNumber(openings.ours.all)}, ${shownFindings(openings.ours.findings)}`,
      peerAll,
    );
    const { firstCompletion } = result;
    const completed = ({ times, items }: Series) => `${shortNumber(median(times))}, ${items} items`;
    add(
      'open → first report → completion of a `context.` name',
      completed(firstCompletion.ours),
      firstCompletion.peer && completed(firstCompletion.peer),
    );
    const pairs: readonly (readonly [row: string, pair: SeriesPair])[] = [
      ...result.diagnostics.map((pair) => [`key → diagnostics: ${pair.name}`, pair] as const),
      ...result.completions.map((pair) => [`key → completion: ${pair.name}`, pair] as const),
      ...(result.outline ? [['key → outline', result.outline] as const] : []),
    ];
    for (const [row, { ours: own, peer }] of pairs)
      add(
        row,
        seriesText(own),
        peer && `${seriesText(peer)}, ${shortNumber(median(peer.times) / median(own.times))} ×`,
      );
    for (const { name, ours: own } of result.views) table.add(`key → ${name}`, ours, seriesText(own));
    add(
      'memory while editing, MB',
      shortNumber(memory.ours),
      memory.peer === undefined ? undefined : shortNumber(memory.peer),
    );
    table.add('peak memory, MB', ours, shortNumber(memory.peak));
  }
  const { workload } = results[0] ?? {};
  return `### ${workload?.name ?? ''}\n\n${workload?.about ?? ''}\n\n${table}`;
}

function seriesText({ times, cpu, bytes, items }: Series): string {
  const count = items === undefined ? '' : `, ${items} items`;
  return `${medianAndP95(times)} (CPU ${cpu.toFixed(1)}, ${bytes} bytes${count})`;
}
