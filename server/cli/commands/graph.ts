import { extname } from 'node:path';
import { drawDot } from '../../drawing/dot';
import { drawMermaid } from '../../drawing/mermaid';
import { nodeContent } from '../../drawing/node-content';
import { shownGraph } from '../../drawing/shown-graph';
import type { StateGraph } from '../../drawing/state-graph';
import { drawSvg } from '../../drawing/svg';
import { loadComputeLayout } from '../../layout-loader';
import { parseChoice, quotedList, readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { CommandError } from '../failure';
import { outputNames } from '../paths';
import { document, plain } from '../printer';
import { type NewFile, namesFolder, printOrWrite, writeBatch } from '../write';
import { loadGraphs } from './state-graph';

const FORMATS = ['svg', 'mermaid', 'dot'] as const;
const THEMES = ['auto', 'light', 'dark'] as const;

/** The formats by the extension of the output. */
const ENDINGS: Readonly<Record<string, (typeof FORMATS)[number]>> = {
  '.svg': 'svg',
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.dot': 'dot',
  '.gv': 'dot',
};

/** The extensions of files in a folder of outputs. */
const EXTENSIONS: Readonly<Record<(typeof FORMATS)[number], string>> = {
  svg: '.svg',
  mermaid: '.mmd',
  dot: '.dot',
};

/** Extensions of formats that cannot be written; others, such as `.tmp`, do not determine the format. */
const OTHER_PICTURES = /^\.(?:png|jpe?g|gif|webp|avif|bmp|ico|tiff?|eps|ps|pdf|html?)$/;

export const graphCommand: Command = {
  name: 'graph',
  synopsis: 'graph [options] <path ...>',
  summary: 'Draws the states of an automata and the transitions between them.',
  details: `  --format <format>      svg (the default), mermaid or dot; without it, the extension of the output decides:
                         .svg, .mmd, .mermaid, .dot or .gv
  --theme <theme>        of an svg: auto (the default: that of the viewer), light or dark
  --all                  also transitions that an automata has for all of its states
  -o, --output <path>    write to this file; without it, or with -, to standard output. Several graphs are written
                         into this folder, and so is one if the path ends with /
  --force                replace files that exist

  A path is any file of an automata, also with errors, or a folder with any number of automata; in a folder with
  automata in YAML, those in JSON are not drawn, as they usually are exports. All files are written as a whole or not at
  all, and never replace a file of an automata. Into a folder, bots/a/main.yaml and bots/b/main.yaml are drawn as
  a/main.svg and b/main.svg; the paths are printed.

  Exit codes: 0 drawn; 2 wrong usage, or a file could not be read or written.`,
  examples: [
    ['graph bot/main.yaml -o bot.svg', 'draws a picture'],
    ['graph bot/main.yaml -o bot.mmd', 'writes a diagram for Mermaid'],
    ['graph bots --format mermaid -o graphs', 'draws all automata of a folder'],
    ['graph bot/state/home.yaml --format dot | dot -Tpng > bot.png', 'makes a PNG with Graphviz'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('graph', args, {
      format: { type: 'string' },
      theme: { type: 'string' },
      all: { type: 'boolean' },
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean' },
    });
    const { output } = values;
    if (positionals.length === 0) throw new UsageError('`graph` requires a file or folder.');
    const extension = extname(output ?? '').toLowerCase();
    const format = parseChoice('format', values.format, FORMATS) ?? ENDINGS[extension] ?? 'svg';
    const theme = parseChoice('theme', values.theme, THEMES) ?? 'auto';
    if (OTHER_PICTURES.test(extension)) {
      const formats = quotedList(Object.keys(ENDINGS));
      throw new CommandError(`${output}: \`graph\` cannot write this format; use ${formats}.`);
    }
    const found = await loadGraphs(positionals, terminal);
    const drawn = found.flatMap((one) => ('reason' in one ? [] : [one]));
    for (const one of found) if ('reason' in one) terminal.err(plain`${one.path}: ${one.reason}.\n`);
    if (drawn.length < found.length) return EXIT_CODES.usage;
    const names = outputNames(
      drawn.map(({ root }) => root),
      EXTENSIONS[format],
    );
    const files: NewFile[] = [];
    for (const [index, one] of drawn.entries()) {
      const graph = shownGraph(one.graph, { shortcuts: values.all === true });
      const text = await draw(graph, `States of ${one.main}`, format, theme);
      files.push({ path: names[index] ?? '', text, intended: undefined });
    }
    const sources = drawn.flatMap((one) => one.sources);
    const force = values.force === true;
    const [first, ...others] = files;
    if (first === undefined || others.length > 0 || namesFolder(output))
      await writeBatch({ path: output, files, sources, force }, terminal);
    else await printOrWrite({ ...first, path: output, sources, force, print: document }, terminal);
    return EXIT_CODES.fine;
  },
};

async function draw(
  graph: StateGraph,
  title: string,
  format: (typeof FORMATS)[number],
  theme: (typeof THEMES)[number],
): Promise<string> {
  if (format === 'mermaid') return drawMermaid(graph, title);
  if (format === 'dot') return drawDot(graph, title);
  return drawSvg(graph, await (await loadComputeLayout())(graph, nodeContent), { title, theme });
}
