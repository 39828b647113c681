import { dirname, relative } from 'node:path';
import { Conversation } from '../run/conversation';
import type { Happening, Json } from '../run/events';
import { programOf } from '../run/program';
import { autoStandIn } from '../run/tasks';
import { loadSandboxes } from '../sandbox-loader';
import { oneOf, readArguments, wholeNumber } from './arguments';
import { type Command, EXIT, UsageError } from './command';
import { exportedFiles } from './exported';
import { addressOf, fullPath, shownPath } from './paths';
import { runJsonLines } from './run-json-lines';
import { runInTerminal } from './run-terminal';
import { recordedScenario } from './scenario-text';
import { writeOutput } from './write';

const FORMATS = ['text', 'jsonl'] as const;
const TASKS = ['auto', 'ask'] as const;

/** A conversation that is run by a command. */
export interface Run {
  readonly conversation: Conversation;
  /** The line of a place, as `file:line`. */
  readonly placeText: (place: { readonly address: string; readonly start: number }) => {
    readonly file: string;
    readonly line: number;
  };
  /** Is called for each event and what it led to; the first has no event. */
  readonly record: (event: Json | undefined, happenings: readonly Happening[]) => void;
}

export const runCommand: Command = {
  name: 'run',
  synopsis: 'run <main file> [options]',
  summary: 'Runs an automata as a conversation, in the terminal or for a program.',
  details: `  --start <state>        begin in this state
  --context <json>       begin with these values of the context, as a JSON object
  --tasks auto|ask       what stands in for tasks: examples (default), or ask for each result
  --seed <number>        decides what \`Math.random\` gives (default 1)
  --record <file>        write what was done as a scenario
  --format text|jsonl    for people (default), or one JSON object on each line
  --force                replace the recorded file if it exists

  In the terminal, type the number or text of a button, or a message. \`:help\` lists the commands.
  With \`jsonl\`, each line of standard input is one event: {"click":"Start"}, {"say":"Hi"}, {"form":{"size":"large"}},
  {"cancel":true}, {"task":"result"}.

  Nothing leaves this computer: language models, voices and widgets are not called. JavaScript of expressions and of
  the Code Runner runs in a sandbox without access to files and the network.

  Exit codes: 0 the conversation was run; 1 the automata cannot be run; 2 wrong usage, or a file could not be read.`,
  examples: [
    ['run bot/main.yaml', 'starts a conversation'],
    ['run bot/main.yaml --start finish --context \'{"score": 3}\'', 'starts in the middle'],
    ['run bot/main.yaml --record first.scenario.yaml', 'writes a scenario of what was done'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('run', args, {
      start: { type: 'string' },
      context: { type: 'string' },
      tasks: { type: 'string' },
      seed: { type: 'string' },
      record: { type: 'string' },
      format: { type: 'string' },
      force: { type: 'boolean' },
    });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0)
      throw new UsageError('`run` requires exactly one main file.');
    const format = oneOf('format', values.format, FORMATS) ?? 'text';
    const tasks = oneOf('tasks', values.tasks, TASKS) ?? 'auto';
    const seed = wholeNumber('seed', values.seed) ?? 1;
    const context = contextOf(values.context);
    const [files, sandboxes] = await Promise.all([exportedFiles(path, terminal), loadSandboxes()]);
    if (typeof files === 'number') return files;
    const sandbox = sandboxes.sandbox({ seed, now: () => performance.now() });
    sandbox.setTime(Date.now());
    const start = {
      ...(values.start === undefined ? {} : { state: values.start }),
      ...(context ? { context } : {}),
    };
    const conversation = new Conversation(programOf(files.data, files.origins), sandbox, {
      standIn: tasks === 'ask' ? () => undefined : autoStandIn,
      start,
    });
    const recorded: { event: Json | undefined; happenings: readonly Happening[] }[] = [];
    const run: Run = {
      conversation,
      placeText: ({ address, start: at }) => ({
        file: shownPath(address, terminal.folder),
        line: files.lineAt(address, at),
      }),
      record: (event, happenings) => recorded.push({ event, happenings }),
    };
    await (format === 'jsonl' ? runJsonLines(run, terminal) : runInTerminal(run, terminal));
    if (values.record !== undefined) {
      const scenario = fullPath(addressOf(values.record, terminal.folder));
      const main = relative(dirname(scenario), fullPath(files.main)).replaceAll('\\', '/');
      const text = recordedScenario(main, seed, start, recorded);
      const output = { path: values.record, text, sources: files.sources, force: values.force === true };
      await writeOutput(output, terminal.folder);
    }
    return EXIT.fine;
  },
};

function contextOf(written: string | undefined): { readonly [name: string]: Json } | undefined {
  if (written === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as { readonly [name: string]: Json };
  } catch {
    // The message is the same.
  }
  throw new UsageError('`--context` must be a JSON object, such as \'{"score": 3}\'.');
}
