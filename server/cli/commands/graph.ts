import { extname } from 'node:path';
import { drawDot } from '../../drawing/dot';
import { drawMermaid } from '../../drawing/mermaid';
import { nodeContent } from '../../drawing/node-content';
import { shownGraph } from '../../drawing/shown-graph';
import { drawSvg } from '../../drawing/svg';
import { loadComputeLayout } from '../../layout-loader';
import { parseChoice, quotedList, readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { CommandError } from '../failure';
import { document, plain } from '../printer';
import { printOrWrite } from '../write';
import { loadGraph } from './state-graph';

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

/** Extensions of formats that cannot be written; others, such as `.tmp`, do not determine the format. */
const OTHER_PICTURES = /^\.(?:png|jpe?g|gif|webp|avif|bmp|ico|tiff?|eps|ps|pdf|html?)$/;

export const graphCommand: Command = {
  name: 'graph',
  synopsis: 'graph [--format <format>] [--theme <theme>] [--all] [-o <file>] [--force] <file>',
  summary: 'Draws the states of an automata and the transitions between them.',
  details: `  --format <format>      svg (the default), mermaid or dot; without it, the extension of the output decides:
                         .svg, .mmd, .mermaid, .dot or .gv
  --theme <theme>        of an svg: auto (the default: that of the viewer), light or dark
  --all                  also transitions that an automata has for all of its states
  -o, --output <file>    write to this file; without it, or with -, to standard output
  --force                replace the file if it exists

  Takes any file of the automata, also with errors. The file is written as a whole or not at all, and never
  replaces a file of the automata.

  Exit codes: 0 drawn; 2 wrong usage, or a file could not be read or written.`,
  examples: [
    ['graph bot/main.yaml -o bot.svg', 'draws a picture'],
    ['graph bot/main.yaml -o bot.mmd', 'writes a diagram for Mermaid'],
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
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0) throw new UsageError('`graph` requires exactly one file.');
    const extension = extname(values.output ?? '').toLowerCase();
    const format = parseChoice('format', values.format, FORMATS) ?? ENDINGS[extension] ?? 'svg';
    const theme = parseChoice('theme', values.theme, THEMES) ?? 'auto';
    if (OTHER_PICTURES.test(extension)) {
      const formats = quotedList(Object.keys(ENDINGS));
      throw new CommandError(`${values.output}: \`graph\` cannot write this format; use ${formats}.`);
    }
    const found = await loadGraph(path, terminal.folder);
    if ('reason' in found) {
      terminal.err(plain`${found.path}: ${found.reason}.\n`);
      return EXIT_CODES.usage;
    }
    const graph = shownGraph(found.graph, { shortcuts: values.all === true });
    const title = `States of ${found.main}`;
    const text =
      format === 'mermaid'
        ? drawMermaid(graph, title)
        : format === 'dot'
          ? drawDot(graph, title)
          : drawSvg(graph, await (await loadComputeLayout())(graph, nodeContent), { title, theme });
    const { sources } = found;
    const force = values.force === true;
    await printOrWrite(
      { path: values.output, text, intended: undefined, sources, force, print: document },
      terminal,
    );
    return EXIT_CODES.fine;
  },
};
