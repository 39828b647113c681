import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FixtureFile } from '../support/fixture';
import { drawProject } from '../support/projects';
import type { Draw } from './drawn-operations';

/** Random files for operations on their graph: projects, the examples, and real files if there are some. */

const EXAMPLES = join(import.meta.dirname, '../../examples');

const EXAMPLE_PROJECTS = [
  projectIn(EXAMPLES, ['echo.automata.yaml']),
  projectIn(join(EXAMPLES, 'trivia'), ['main.yaml', ...statesIn(EXAMPLES, 'trivia'), 'trivia.scenario.yaml']),
];

/** The folder of state files of authors, see `support/real-files.ts`. */
const { ATOMIC_STATE_REAL_FILES: real } = process.env;

const REAL_PROJECTS =
  real === undefined
    ? []
    : [
        ...['master-javascript', 'master-prompting'].map((name) =>
          projectIn(join(real, name), ['main.yaml', ...statesIn(real, name)]),
        ),
        projectIn(join(real, 'quiz'), ['advanced.yaml']),
        projectIn(join(real, 'quiz'), ['advanced.json']),
      ];

function statesIn(folder: string, name: string): readonly string[] {
  return readdirSync(join(folder, name, 'state')).map((file) => `state/${file}`);
}

function projectIn(folder: string, paths: readonly string[]): readonly FixtureFile[] {
  return paths.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/**
 * A random project, or one of authors, as they write it: with comments, blank lines, anchors, other line breaks and
 * indentation.
 */
export function drawFiles(draw: Draw): readonly FixtureFile[] {
  const isCrlf = draw([false, false, true]);
  const files = draw([false, false, true]) ? draw([...EXAMPLE_PROJECTS, ...REAL_PROJECTS]) : decorated(draw);
  return isCrlf ? files.map(({ path, text }) => ({ path, text: text.replace(/\r?\n/g, '\r\n') })) : files;
}

function decorated(draw: Draw): readonly FixtureFile[] {
  const files = drawProject(draw, draw([true, true, false]));
  const isWide = draw([false, false, true]);
  const hasAnchors = draw([false, false, false, true]);
  return files.map(({ path, text }) => {
    if (path.endsWith('.json')) return { path, text: draw([true, false]) ? commentedJson(text, draw) : text };
    const lines = (hasAnchors ? withAnchor(text, draw) : text)
      .split('\n')
      .flatMap((line, index) => decoratedLine(line, index, draw));
    const wide = isWide
      ? lines.map((line) => line.replace(/^ +/, '$&$&').replace(/^( *)- /, '$1-   '))
      : lines;
    return { path, text: wide.join('\n') };
  });
}

function decoratedLine(line: string, index: number, draw: Draw): string[] {
  const blanks = /^ */.exec(line)?.[0] ?? '';
  if (line === '' || draw([false, false, false, true])) return [line];
  return draw([
    () => [line],
    () => [line],
    () => [`${blanks}# comment ${index}`, line],
    () => [`${line} # comment ${index}`],
    () => ['', line],
    () => withBlankLines(line),
  ])();
}

/**
 * JSON with comments above, on and below the lines of its entries, and with commas in all places where one may be. Some
 * entries share a line.
 */
function commentedJson(text: string, draw: Draw): string {
  let count = 0;
  const seldom = () => draw([false, false, false, false, true]);
  const onLine = () => `/* comment ${++count} */`;
  const toEnd = () => draw([() => `// comment ${++count}`, onLine])();
  const oneLine = (entries: readonly string[]) => {
    const written = entries.map((entry) =>
      draw([entry, entry, entry, `${onLine()} ${entry}`, `${entry} ${onLine()}`]),
    );
    return ` ${written.join(', ')} `;
  };
  const lines = (entries: readonly string[], outer: string) => {
    const line = `\n${outer}${'  '}`;
    const above = () =>
      draw([
        () => '',
        () => '',
        () => '',
        () => '',
        () => '\n',
        () => line + toEnd(),
        () => line + toEnd() + line + toEnd(),
        () => `${line}${toEnd()}\n`,
        () => `${line}/* comment ${++count}${line}   of lines */`,
      ])();
    const after = (comma: string) =>
      draw([
        () => comma,
        () => comma,
        () => comma,
        () => `${comma} ${toEnd()}`,
        () => `${comma} ${toEnd()}`,
        () => ` ${onLine()}${comma}`,
        () => (comma === '' ? '' : ` ${toEnd()}${line}${comma}`),
        () => (comma === '' ? '' : ` ${toEnd()}${line}${comma} ${toEnd()}`),
      ])();
    let written = seldom() ? ` ${toEnd()}` : '';
    for (const [index, entry] of entries.entries()) {
      const isShared = index > 0 && seldom() && !/\/\/.*$/.test(written);
      const comma = index < entries.length - 1 || seldom() ? ',' : '';
      written += (isShared ? ' ' : above() + line) + entry + after(comma);
    }
    return `${written}${above()}\n${outer}`;
  };
  const write = (value: unknown, indent: string, isOnLine: boolean): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const isShort = isOnLine || (indent.length > 2 && draw([false, false, true]));
    const entries = Object.entries(value).map(
      ([key, one]) =>
        (Array.isArray(value) ? '' : `${JSON.stringify(key)}: `) + write(one, `${indent}  `, isShort),
    );
    const inside = entries.length === 0 ? '' : isShort ? oneLine(entries) : lines(entries, indent);
    return Array.isArray(value) ? `[${inside}]` : `{${inside}}`;
  };
  return `${write(JSON.parse(text), '', false)}\n`;
}

/** A text as a block to which the blank lines after it belong. */
function withBlankLines(line: string): string[] {
  const [, indent, text] = /^( *)text: ([^|>&*'"{[].*)$/.exec(line) ?? [];
  return indent === undefined ? [line] : [`${indent}text: |+`, `${indent}  ${text}`, ''];
}

/** Gives a value an anchor, which an alias in place of another value, or a merge key in another map, uses. */
function withAnchor(text: string, draw: Draw): string {
  const lines = text.split('\n');
  const valueLines = lines.flatMap((line, index) => (/^ +[^-#\s].*?: [^|>&*#]/.test(line) ? [index] : []));
  const mapLines = lines.flatMap((line, index) =>
    /^ +[^-#\s][^:]*:$/.test(line) && /^ +[^-#\s]/.test(lines[index + 1] ?? '') ? [index] : [],
  );
  const isMerged = draw([true, false]);
  const places = isMerged ? mapLines : valueLines;
  if (places.length < 2) return text;
  const at = draw(places.slice(0, -1));
  const use = draw(places.filter((place) => place > at));
  return lines
    .flatMap((line, index) => {
      if (index === at) return [isMerged ? `${line} &shared` : line.replace(': ', ': &shared ')];
      if (index !== use) return [line];
      const blanks = /^ */.exec(lines[index + 1] ?? '')?.[0] ?? '';
      return isMerged ? [line, `${blanks}<<: *shared`] : [line.replace(/: .*/, ': *shared')];
    })
    .join('\n');
}
