import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { escapeXml, joinMarkup, Markup, xmlElement } from '../../drawing/markup';
import { writtenId } from '../../drawing/shown-graph';
import type { Mark, Marks } from '../../drawing/svg';
import { edgeId } from '../../features/state-graph/state-at';
import { stateLabel } from '../../format/target-path';
import type { Address } from '../../project/files/paths';
import { pathKey } from '../../project/names/symbols';
import { groupBy } from '../../text/group-by';
import type { Terminal, WorkingFolder } from '../command';
import type { LoadedAutomata } from '../commands/scenario-suite';
import { loadGraph } from '../commands/state-graph';
import { CommandError } from '../failure';
import { displayPath, fullPath } from '../paths';
import { writeFolder } from '../write';
import { COVERAGE_KINDS, type CoveredLine, countsOf, groupByFile, isReached } from './coverage';
import { PAGE_STYLE } from './coverage-style';
import { graphPicture } from './graph-picture';

/** Identifies a coverage page: only such a file may be replaced. */
const GENERATOR = '<meta name="generator" content="atomic-state coverage">';
const FILE = 'index.html';

/** Writes the coverage report, and returns its path. Throws `CommandError`. */
export async function writeCoveragePage(
  folder: string,
  automata: readonly LoadedAutomata[],
  lines: readonly CoveredLine[],
  terminal: Terminal,
): Promise<string> {
  const place = resolve(terminal.folder, folder, FILE);
  if (existsSync(place) && !isOwn(place))
    throw new CommandError(
      `${join(folder, FILE)}: this file is not a page of coverage; name another folder with \`--coverage-folder\`.`,
    );
  const graphs: Markup[] = [];
  for (const [index, one] of automata.entries())
    graphs.push(await graphSection(one, lines, `graph-${index + 1}`, terminal));
  const texts = new Map(
    automata.flatMap(({ files }) =>
      files.sources.map((path) => [path, (address: Address) => files.textOf(address)] as const),
    ),
  );
  const textOf = (address: Address) => texts.get(fullPath(address))?.(address) ?? '';
  const page = coveragePage(lines, graphs, textOf);
  const sources = automata.flatMap(({ files }) => files.sources);
  await writeFolder(
    folder,
    terminal.folder,
    [{ path: FILE, text: page, intended: undefined }],
    sources,
    true,
  );
  return join(folder, FILE);
}

function isOwn(place: string): boolean {
  try {
    return readFileSync(place, 'utf8').includes(GENERATOR);
  } catch {
    return false;
  }
}

async function graphSection(
  { files }: LoadedAutomata,
  lines: readonly CoveredLine[],
  id: string,
  where: WorkingFolder,
): Promise<Markup> {
  const main = displayPath(files.main, where.folder);
  const found = await loadGraph(fullPath(files.main), where);
  if ('reason' in found) return new Markup('');
  const heading = xmlElement('h2', {}, `States of ${main}`);
  const own = new Set(files.sources);
  const items = lines.filter(({ place }) => own.has(fullPath(place.address)));
  const picture = await graphPicture(found.graph, {
    title: `States of ${main}`,
    id,
    marksOf: ({ edges }) =>
      marksOf(
        items,
        edges.map((edge) => edge.id),
      ),
  });
  if (typeof picture === 'number')
    return joinMarkup([heading, xmlElement('p', {}, `${picture} states are too many to draw.`)]);
  return joinMarkup([heading, xmlElement('figure', {}, picture)]);
}

function marksOf(items: readonly CoveredLine[], edges: readonly string[]): Marks {
  const mark = (item: CoveredLine): Mark => (isReached(item) ? 'reached' : 'unreached');
  const nodes = items.flatMap((item) =>
    item.kind === 'state' ? [[pathKey(item.owner), mark(item)] as const] : [],
  );
  const cases = new Map(
    items.flatMap((item) =>
      item.branch ? [[edgeId(pathKey(item.owner), item.name, item.branch.index), mark(item)] as const] : [],
    ),
  );
  return {
    nodes: new Map(nodes),
    edges: new Map(
      edges.flatMap((id) => {
        const found = cases.get(writtenId(id));
        return found ? [[id, found] as const] : [];
      }),
    ),
  };
}

/** A page without scripts or external resources. */
function coveragePage(
  lines: readonly CoveredLine[],
  graphs: readonly Markup[],
  textOf: (address: Address) => string,
): string {
  const files = groupByFile(lines);
  const body = joinMarkup([
    xmlElement('h1', {}, 'Coverage'),
    fileTable(files),
    xmlElement(
      'p',
      { class: 'none' },
      'Green, solid, +: reached. Red, dotted, −: not reached. Yellow, ±: reached in part.',
    ),
    ...graphs,
    xmlElement('h2', {}, 'By state'),
    stateTable(files),
    ...files.map(([file, items], index) => sourceOf(file, items, textOf, fileId(index))),
  ]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${GENERATOR}
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Coverage</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
${body.text}
</body>
</html>
`;
}

type Files = ReturnType<typeof groupByFile>;

function fileId(index: number): string {
  return `file-${index + 1}`;
}

function table(head: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup {
  return xmlElement(
    'table',
    {},
    xmlElement(
      'thead',
      {},
      xmlElement('tr', {}, ...head.map((title) => xmlElement('th', { scope: 'col' }, title))),
    ),
    xmlElement('tbody', {}, ...rows.map((cells) => xmlElement('tr', {}, ...cells.map(cellOf)))),
  );
}

function cellOf(cell: Markup | string, index: number): Markup {
  return index === 0
    ? xmlElement('th', { scope: 'row' }, cell)
    : cell instanceof Markup
      ? cell
      : xmlElement('td', {}, cell);
}

function figuresOf(items: readonly CoveredLine[]): Markup[] {
  return COVERAGE_KINDS.map(([, kind]) => {
    const { reached, all } = countsOf(items, kind);
    if (all === 0) return xmlElement('td', { class: 'none' }, '–');
    const mark = reached === all ? 'hit' : reached === 0 ? 'miss' : 'part';
    return xmlElement('td', { class: mark }, `${reached}/${all}`);
  });
}

function fileTable(files: Files): Markup {
  const titles = COVERAGE_KINDS.map(([title]) => title);
  const rows = files.map(([file, items], index) => [
    xmlElement('a', { href: `#${fileId(index)}` }, file),
    ...figuresOf(items),
  ]);
  const sum = ['all files', ...figuresOf(files.flatMap(([, items]) => items))];
  return table(['file', ...titles], files.length > 1 ? [...rows, sum] : rows);
}

/** The figures of each state and automata, and of their parts. */
function stateTable(files: Files): Markup {
  const places = new Map(
    files.flatMap(([, items], index) =>
      items.map((item) => [item, `#${fileId(index)}-${item.line}`] as const),
    ),
  );
  const all = files.flatMap(([, items]) => items);
  const rows = [...groupBy(all, ({ owner }) => stateLabel(owner))].map(([owner, items]) => {
    const state = items.find(({ kind }) => kind === 'state');
    const count = state === undefined ? '–' : `${state.count}×`;
    const parts = items
      .filter(({ kind }) => kind !== 'state')
      .map((item) =>
        xmlElement(
          'li',
          { class: isReached(item) ? 'hit' : 'miss' },
          xmlElement('a', { href: places.get(item) }, `${labelOf(item)} in line ${item.line}`),
          ` ${item.count}×`,
        ),
      );
    const name = xmlElement('summary', {}, owner === '' ? 'the automata' : owner);
    const details = xmlElement('details', {}, name, xmlElement('ul', {}, ...parts));
    const mark = state === undefined ? 'none' : isReached(state) ? 'hit' : 'miss';
    return [details, xmlElement('td', { class: mark }, count), ...figuresOf(items).slice(1)];
  });
  return table(['state', 'entered', ...COVERAGE_KINDS.slice(1).map(([title]) => title)], rows);
}

function labelOf({ kind, name, branch }: CoveredLine): string {
  if (name === '') return kind;
  return branch ? `${kind} ${branch.index + 1} of ${name}` : `${kind} ${name}`;
}

/** The text of a file with a mark on each line that can be reached. */
function sourceOf(
  file: string,
  items: readonly CoveredLine[],
  textOf: (address: Address) => string,
  id: string,
): Markup {
  const [first] = items;
  const text = first ? textOf(first.place.address) : '';
  const byLine = groupBy(items, ({ line }) => String(line));
  const missed = items.filter((item) => item.kind === 'expression' && !isReached(item));
  let start = 0;
  const lines = text.split('\n').map((line, index) => {
    const found = byLine.get(String(index + 1)) ?? [];
    const reached = found.filter(isReached).length;
    const mark = found.length === 0 ? '' : reached === found.length ? 'hit' : reached === 0 ? 'miss' : 'part';
    const title = found.map((item) => `${labelOf(item)}: ${item.count}×`).join('\n');
    const code = marked(line.replace(/\r$/, ''), start, missed);
    start += line.length + 1;
    const marks: Readonly<Record<string, string>> = { hit: '+', miss: '−', part: '±' };
    return xmlElement(
      'span',
      { class: `line ${mark}`.trim(), id: `${id}-${index + 1}`, ...(title === '' ? {} : { title }) },
      xmlElement('i', {}, `${marks[mark] ?? ' '} ${String(index + 1).padStart(4)} `),
      code,
      '\n',
    );
  });
  return joinMarkup([xmlElement('h2', { id }, file), xmlElement('pre', {}, ...lines)]);
}

/** A line in which expressions that were not evaluated are marked. */
function marked(line: string, start: number, missed: readonly CoveredLine[]): Markup {
  const end = start + line.length;
  let at = start;
  let text = '';
  for (const { place } of missed) {
    const [from, to] = [Math.max(place.start, at), Math.min(place.end, end)];
    if (from >= to) continue;
    text += `${escapeXml(line.slice(at - start, from - start))}<mark>${escapeXml(line.slice(from - start, to - start))}</mark>`;
    at = to;
  }
  return new Markup(text + escapeXml(line.slice(at - start)));
}
