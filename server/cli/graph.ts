import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { readInto } from '../check';
import { drawDot } from '../drawing/dot';
import { drawMermaid } from '../drawing/mermaid';
import { faceOf } from '../drawing/node-face';
import { shownGraph } from '../drawing/shown-graph';
import type { StateGraph } from '../drawing/state-graph';
import { drawSvg } from '../drawing/svg';
import { stateGraph } from '../features/state-graph';
import { drawnProject } from '../features/state-graph/state-at';
import { loadLayOut } from '../layout-loader';
import { type Address, folderOf, isInside } from '../project/paths';
import { Workspace } from '../project/workspace';
import { findingsOfFile } from '../rules/file-findings';
import { Checker } from '../rules/run';
import { nodeWorld } from '../world-node';
import { DEFAULT_LIMITS } from '../yaml/problem';
import { oneOf, readArguments } from './arguments';
import { type Command, EXIT, type Terminal, UsageError } from './command';
import { addressOf, shownPath } from './paths';

const FORMATS = ['svg', 'mermaid', 'dot'] as const;
const THEMES = ['auto', 'light', 'dark'] as const;

/** The formats of files by how their names end. */
const ENDINGS: Readonly<Record<string, (typeof FORMATS)[number]>> = {
  '.svg': 'svg',
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.dot': 'dot',
  '.gv': 'dot',
};

export const graphCommand: Command = {
  name: 'graph',
  synopsis: 'graph [--format <format>] [--theme <theme>] [--all] [-o <file>] <file>',
  summary: 'Draws the states of an automata and how they lead to one another.',
  details: `  --format <format>      svg (the default), mermaid or dot; without it, the one that the output's name ends in
  --theme <theme>        of an svg: auto (the default: as whoever shows it has it), light or dark
  --all                  also transitions that an automata has for all of its states
  -o, --output <file>    write to this file, not to standard output

  Takes any file of the automata; drawn is what there is, also with errors.
  Exit codes: 0 drawn, 2 wrong usage or a file that cannot be read.`,
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, {
      format: { type: 'string' },
      theme: { type: 'string' },
      all: { type: 'boolean' },
      output: { type: 'string', short: 'o' },
    });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0) throw new UsageError('graph takes one file');
    const format =
      oneOf('format', values.format, FORMATS) ?? ENDINGS[extname(values.output ?? '').toLowerCase()] ?? 'svg';
    const theme = oneOf('theme', values.theme, THEMES) ?? 'auto';
    const found = await graphOf(path, terminal);
    if (found === undefined) {
      terminal.err(`${path}: there is no such state file\n`);
      return EXIT.usage;
    }
    const graph = shownGraph(found.graph, { shortcuts: values.all === true });
    const title = `States of ${found.main}`;
    const text =
      format === 'mermaid'
        ? drawMermaid(graph, title)
        : format === 'dot'
          ? drawDot(graph, title)
          : drawSvg(graph, await (await loadLayOut())(graph, faceOf), { title, theme });
    if (values.output === undefined) terminal.out(text);
    else await writeFile(resolve(terminal.folder, values.output), text);
    return EXIT.fine;
  },
};

/** The graph of the project around a file, and the path of its main file. */
async function graphOf(
  path: string,
  { folder }: Terminal,
): Promise<{ readonly graph: StateGraph; readonly main: string } | undefined> {
  const address = addressOf(path, folder);
  const here = addressOf('.', folder);
  const boundary: Address = isInside(here, address) ? here : folderOf(address);
  const state = await nodeWorld.look(address, boundary, DEFAULT_LIMITS.maxFileSize);
  if (state.kind !== 'text') return undefined;
  const workspace = new Workspace();
  workspace.setFolders([boundary]);
  await readInto(workspace, nodeWorld, await around(address, boundary));
  const project = drawnProject(workspace, address);
  if (project === undefined) return undefined;
  const checker = new Checker(workspace, () => ({}));
  const { graph } = stateGraph(project, (file) => findingsOfFile(checker, file));
  return { graph, main: shownPath(project.root, folder) };
}

/** The file, and those of the folders above it that may include it. */
async function around(address: Address, boundary: Address): Promise<Address[]> {
  const all = [address];
  for (let at = folderOf(address); isInside(boundary, at); at = folderOf(at)) {
    const state = await nodeWorld.look(at, boundary, DEFAULT_LIMITS.maxFileSize);
    if (state.kind === 'folder') all.push(...state.files.filter((file) => /\.(?:ya?ml|json)$/i.test(file)));
    if (at === boundary) break;
  }
  return [...new Set(all)];
}
