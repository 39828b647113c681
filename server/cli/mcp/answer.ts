import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { WorkMonitor } from '../../watchdog/work-monitor';
import { type Command, type Terminal, UsageError } from '../command';
import { checkCommand } from '../commands/check';
import { describeCommand } from '../commands/describe';
import { exploreCommand } from '../commands/explore';
import { runCommand } from '../commands/run';
import { errorSentence } from '../failure';
import { readUpTo } from '../limited-read';
import { openLines } from '../line-input';
import { json } from '../printer';
import { Roots } from '../roots';
import { commandFiles } from '../watched';
import { faultOf } from './arguments';
import { cutResult } from './cut';
import { type Call, TOOLS, type Tool } from './tools';

/** What a tool returns: JSON with its text, or why it was refused, in one sentence. */
export type Answer = Result | { readonly refusal: string };

interface Result {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const COMMANDS: Readonly<Record<Tool['command'], Command>> = {
  check: checkCommand,
  describe: describeCommand,
  run: runCommand,
  explore: exploreCommand,
};

/**
 * Answers a call of a tool with what its command prints; long lists are cut. Nothing outside of the roots is read or written.
 * Never throws.
 *
 * @param roots full paths of folders; the first one is that of relative paths
 * @param monitor who has to know which file is being analysed
 */
export async function answerCall(
  name: string,
  given: unknown,
  roots: readonly string[],
  monitor?: () => WorkMonitor,
): Promise<Answer> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) return { refusal: `There is no tool \`${name}\`.` };
  const fault = faultOf(tool.arguments, given);
  if (fault !== undefined) return { refusal: fault };
  // `faultOf` has checked it.
  const call = given as Call;
  const [folder] = roots;
  if (folder === undefined) return { refusal: 'There is no folder in which this server may read.' };
  const within = new Roots(roots);
  const written = call.paths ?? (call.path === undefined ? [] : [call.path]);
  const paths: string[] = [];
  for (const path of written.length > 0 ? written : roots) {
    const full = resolve(folder, path);
    if (path === '' || within.rootOf(full) === undefined)
      return { refusal: `\`${path}\` is outside of the folders in which this server may read.` };
    paths.push(full);
  }
  if (call.text !== undefined && written.length > 1)
    return { refusal: 'The argument `paths` must have one path, that of `text`.' };
  const { args, input = '' } = tool.call(call, paths);
  let out = '';
  let err = '';
  const stream = () => Readable.from([Buffer.from(input)]);
  const terminal: Terminal = {
    out: ({ text }) => (out += text),
    err: ({ text }) => (err += text),
    read: (maxBytes) => readUpTo(stream(), maxBytes),
    lines: () => openLines(stream(), new Writable({ write: (_chunk, _encoding, done) => done() })),
    environment: {},
    isTerminal: false,
    isErrTerminal: false,
    colour: false,
    folder,
    files: commandFiles(within, monitor),
    closed: new Promise(() => undefined),
  };
  try {
    await COMMANDS[tool.command].run(args, terminal);
  } catch (error) {
    return { refusal: error instanceof UsageError ? error.message : errorSentence(error) };
  }
  const whole = jsonOf(out, tool.linesAs);
  if (whole === undefined) return { refusal: firstSentence(err) };
  const { rest, showsEnd = false } = tool;
  const value = cutResult(whole.value, { from: call.from, showsEnd, rest });
  return value === undefined
    ? whole
    : { text: json(value, tool.linesAs === undefined ? 2 : undefined).text, value };
}

/** The JSON that a command has printed; undefined if it has printed none. */
function jsonOf(out: string, linesAs: string | undefined): Result | undefined {
  if (out === '') return undefined;
  if (linesAs === undefined) return { text: out, value: JSON.parse(out) };
  const lines = out.trimEnd().split('\n');
  const text = `{"${linesAs}":[${lines.join(',')}]}`;
  return { text, value: JSON.parse(text) };
}

function firstSentence(err: string): string {
  const [line = ''] = err.split('\n');
  return line === '' ? 'The command has printed nothing.' : line;
}
