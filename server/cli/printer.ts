import { escapeSequence, visibleLines, visibleText } from '../text/visible';

/**
 * Output, of which everything that is data (names, paths, messages, values) is escaped for its format. Only the
 * functions of this file create it, and nothing else can be printed.
 */
class Printable {
  constructor(
    readonly text: string,
    /** Whether it consists of commands for a build server. */
    readonly hasCommands = false,
  ) {}
}

export type { Printable };

type Part = Printable | string | number;

/**
 * Text for people, as a tagged template: plain`${path}: ${message}\n`. Texts in it remain on their line, and can
 * neither control the terminal nor hide anything.
 */
export function plain(template: TemplateStringsArray, ...parts: readonly Part[]): Printable {
  return new Printable(
    template.reduce((before, after, index) => before + printed(parts[index - 1] ?? '') + after),
  );
}

function printed(part: Part): string {
  return typeof part === 'object' ? part.text : visibleText(String(part));
}

/** Text of several lines, of which each after the first is indented. */
export function plainLines(content: string, indent = ''): Printable {
  return new Printable(visibleLines(content).replaceAll('\n', `\n${indent}`));
}

export function joined(parts: readonly Printable[]): Printable {
  const hasCommands = parts.some((part) => part.hasCommands);
  return new Printable(parts.map((part) => part.text).join(''), hasCommands);
}

/**
 * Text in a style.
 *
 * @param style a parameter of the escape sequence for terminals; undefined for plain text
 */
export function styled(style: string | undefined, part: Part): Printable {
  const shown = printed(part);
  return new Printable(style === undefined ? shown : `\u001b[${style}m${shown}\u001b[0m`);
}

/** A value as JSON and a line break. */
export function json(value: unknown, indent?: number): Printable {
  return jsonDocument(JSON.stringify(value, undefined, indent));
}

/** A text that is JSON. */
export function jsonDocument(content: string): Printable {
  return new Printable(`${visibleLines(content.trimEnd())}\n`);
}

/** A text in another format, which escapes its data itself: XML, DOT, lcov. */
export function document(content: string): Printable {
  return new Printable(content === '' || content.endsWith('\n') ? content : `${content}\n`);
}

/** Sequences with which this program controls a terminal. */
export const TERMINAL = {
  clear: new Printable('\u001b[2J\u001b[H'),
  lineStart: new Printable('\r'),
  eraseLine: new Printable('\r\u001b[K'),
} as const;

/**
 * A command of GitHub Actions, which shows the text at a line of a file. The notation is that of its toolkit.
 *
 * @param properties of the command; undefined ones are left out
 */
export function workflowCommand(
  name: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number | undefined>>,
  content: string,
): Printable {
  const listed = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeCommand(visibleText(String(value)), '%:,')}`],
  );
  return new Printable(
    `::${name} ${listed.join(',')}::${escapeCommand(visibleLines(content), '%\n')}\n`,
    true,
  );
}

function escapeCommand(content: string, chars: string): string {
  return [...chars].reduce((left, char) => {
    const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
    return left.replaceAll(char, `%${code}`);
  }, content);
}

/** Variables of the environment that tell a build server, which executes lines of the output. */
const BUILD_SERVERS = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];

/**
 * Returns the function that prints to a stream. On a build server, text that looks like a command of it is printed so
 * that it is none.
 */
export function printTo(
  write: (content: string) => void,
  environment: Readonly<Record<string, string | undefined>>,
): (output: Printable) => void {
  if (!BUILD_SERVERS.some((name) => environment[name])) return (output) => write(output.text);
  const inert = inertText();
  return ({ text, hasCommands }) => write(hasCommands ? text : inert(text));
}

/**
 * GitHub and Azure search lines for `##[` and `##vso[`, and TeamCity for `##teamcity[`; GitHub also executes lines that
 * begin with `::`.
 */
const LAST_OF_COMMAND = /(?<=##\w{0,20})\[|(?<=^[^\S\n]*:):/gm;

/** The end of a line from which it is known whether what follows is a command. In UTF-16 code units. */
const MAX_LINE_END = 40;

/**
 * Lines may be printed in parts. The last character of a command becomes an escape sequence, so the parts before need not be
 * known; JSON remains the same data.
 */
function inertText(): (content: string) => string {
  let lineEnd = '';
  return (content) => {
    const before = lineEnd.length;
    const whole = lineEnd + content;
    const line = whole.slice(whole.lastIndexOf('\n') + 1);
    lineEnd = line.length > MAX_LINE_END ? `…${line.slice(-MAX_LINE_END)}` : line;
    const inert = whole.replace(LAST_OF_COMMAND, (char, at: number) =>
      at < before ? char : escapeSequence(char),
    );
    return inert.slice(before);
  };
}

/** A number of things in English. */
export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}
