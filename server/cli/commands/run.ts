import { dirname, relative } from 'node:path';
import { NO_ADDRESS } from '../../project/files/paths';
import { Conversation } from '../../run/conversation/conversation';
import type { Json } from '../../run/conversation/events';
import { programOf, startScopeOf } from '../../run/conversation/program';
import { recordedTaskStub } from '../../run/conversation/recorded-stub';
import { ConversationRecorder } from '../../run/conversation/recorder';
import { exampleTaskStub, type TaskStub } from '../../run/conversation/tasks';
import { DEFAULT_MODEL_TIMEOUT_SECONDS, isModelTask } from '../../run/model/request';
import { hasInfiniteNumber, parsedJson } from '../../run/sandbox/json';
import { readScenarios } from '../../run/scenario/read-scenarios';
import { answerIn } from '../../run/scenario/run-scenario';
import type { Scenario } from '../../run/scenario/scenario';
import { intendedScenarios, recordedScenario, scenarioFileText } from '../../run/scenario/text';
import { loadSandboxes } from '../../sandbox-loader';
import { formatMessage } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { isRecord } from '../../text/own-value';
import { parseChoice, parseInteger, readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { CommandError } from '../failure';
import type { PlaceText } from '../formats/transcript';
import { addressFromPath, displayPath, fullPath } from '../paths';
import { plain } from '../printer';
import { SourceVersions } from '../source-versions';
import { requireWritable, writeOutput } from '../write';
import { type ExportedFiles, exportedFiles } from './exported';
import { liveModelOf, MODEL_ENVIRONMENT } from './live-model';
import { runJsonLines } from './run-json-lines';
import { RunSession } from './run-session';
import { runInTerminal } from './run-terminal';
import { readRecorded } from './scenario-file';

const FORMATS = ['text', 'jsonl'] as const;
const TASKS = ['auto', 'ask', 'live'] as const;

/** A conversation that a command runs. */
export interface CommandRun {
  readonly session: RunSession;
  readonly placeText: PlaceText;
  /** A file that has changed since it was read, once for each change; undefined if none has. */
  readonly changedFile: () => string | undefined;
}

interface OpenedRun extends CommandRun {
  readonly files: ExportedFiles;
  readonly recorder: ConversationRecorder;
}

export const runCommand: Command = {
  name: 'run',
  synopsis: 'run <main file or folder> [options]',
  summary: 'Runs an automata as a conversation, in the terminal or for a program.',
  details: `  --start <state>        begin in this state
  --context <json>       begin with these values of the context, as a JSON object
  --tasks auto|ask|live  who answers tasks: examples (default), you, or a language model
  --recorded <file>      take the results of tasks from a scenario that was recorded, as far as it has them
  --answers <json>       the results of tasks, as \`tasks\` of a scenario: an object by task name or module type
  --seed <number>        decides what \`Math.random\` gives (default 1)
  --record <file>        write what was done as a scenario
  --format text|jsonl    for people (default), or one JSON object on each line
  --force                replace the recorded file if it exists

  For \`--tasks live\`:
  --model-url <address>  an OpenAI-compatible interface, such as http://localhost:11434/v1; without it, the
                         variable ${MODEL_ENVIRONMENT.url} of the environment
  --model <name>         in place of the models that tasks name; without it, ${MODEL_ENVIRONMENT.model}
  --model-timeout <seconds>  give up an answer after this (default ${DEFAULT_MODEL_TIMEOUT_SECONDS})

  Takes the main file of an automata, one of its state files, or a folder that contains one automata.

  The conversation runs on the files as they were read. A note says when one changes; \`:restart\` reads them again.

  In the terminal, type the number or text of a button, or a message; arrow keys and Tab go through the buttons.
  \`:help\` lists the commands. With \`jsonl\`, each line of standard input is one event: {"click":"Start"},
  {"say":"Hi"}, {"form":{"size":"large"}}, {"cancel":true}, {"task":"result"}.

  Nothing leaves this computer without \`--tasks live\`: then, the prompts of language models are sent to the given
  address, with the key in ${MODEL_ENVIRONMENT.key}, which is never shown or written. Voices, searches and other
  widgets are not called. JavaScript of expressions and of the Code Runner runs in a sandbox without access to files
  and the network.

  Exit codes: 0 the conversation was run; 1 the automata cannot be run; 2 wrong usage, or a file could not be read;
  130 Ctrl+C ended the conversation.`,
  examples: [
    ['run bot/main.yaml', 'starts a conversation'],
    ['run bot/main.yaml --start finish --context \'{"score": 3}\'', 'starts in the middle'],
    ['run bot/main.yaml --record first.scenario.yaml', 'records the conversation as a scenario'],
    [
      'run bot/main.yaml --tasks live --model-url http://localhost:11434/v1 --model llama3.2',
      'lets a model on this computer answer',
    ],
    ['run bot/main.yaml --recorded first.scenario.yaml', 'gives tasks the results that were recorded'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('run', args, {
      start: { type: 'string' },
      context: { type: 'string' },
      tasks: { type: 'string' },
      seed: { type: 'string' },
      record: { type: 'string' },
      recorded: { type: 'string' },
      answers: { type: 'string' },
      'model-url': { type: 'string' },
      model: { type: 'string' },
      'model-timeout': { type: 'string' },
      format: { type: 'string' },
      force: { type: 'boolean' },
    });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0)
      throw new UsageError('`run` requires exactly one main file or folder.');
    const format = parseChoice('format', values.format, FORMATS) ?? 'text';
    const tasks = parseChoice('tasks', values.tasks, TASKS) ?? 'auto';
    const seed = parseInteger('seed', values.seed) ?? 1;
    const context = contextOf(values.context);
    const timeoutSeconds = parseInteger('model-timeout', values['model-timeout'], 1);
    const settings = { url: values['model-url'], model: values.model, timeoutSeconds };
    const model = tasks === 'live' ? liveModelOf(settings, terminal.environment) : undefined;
    if (model === undefined && Object.values(settings).some((one) => one !== undefined))
      throw new UsageError('Options of a model need `--tasks live`.');
    const answers = values.answers === undefined ? undefined : answersOf(values.answers);
    const loading = loadSandboxes('conversation');
    const start = {
      ...(values.start === undefined ? {} : { state: values.start }),
      ...(context ? { context } : {}),
    };
    const open = async (): Promise<OpenedRun | number> => {
      const [files, sandboxes] = await Promise.all([exportedFiles(path, terminal), loading]);
      if (typeof files === 'number') return files;
      const newSandbox = () => sandboxes.sandbox({ seed, now: () => performance.now() });
      const program = programOf(files);
      if (values.start !== undefined && startScopeOf(program, values.start) === undefined) {
        const near = formatMessage(didYouMean(nearestNames(values.start, [...program.root.states.keys()])));
        throw new UsageError(
          `There is no state \`${values.start}\` in ${displayPath(files.main, terminal.folder)}.${near}`,
        );
      }
      let taskStub: TaskStub =
        tasks === 'ask'
          ? () => undefined
          : (call) => (model && isModelTask(call) ? undefined : exampleTaskStub(call));
      if (values.recorded !== undefined) {
        const scenario = await readRecorded(values.recorded, terminal);
        taskStub = recordedTaskStub(scenario, program, newSandbox, taskStub);
      }
      if (answers !== undefined) {
        const otherwise = taskStub;
        taskStub = (call) => answerIn(answers, call) ?? otherwise(call);
      }
      const sandbox = newSandbox();
      sandbox.setTime(Date.now());
      const recorder = new ConversationRecorder();
      const conversation = new Conversation(program, sandbox, { taskStub, start, onTask: recorder.onTask });
      const versions = new SourceVersions(files.sources);
      return {
        files,
        recorder,
        session: new RunSession(conversation, recorder, model),
        placeText: (place) => files.placeIn(terminal.folder, place),
        changedFile: () => {
          const changed = versions.nextChanged();
          return changed && displayPath(addressFromPath(changed, terminal.folder), terminal.folder);
        },
      };
    };
    let run = await open();
    if (typeof run === 'number') return run;
    const recordedFile = {
      path: values.record ?? '',
      sources: run.files.sources,
      force: values.force === true,
    };
    if (values.record !== undefined) await requireWritable(recordedFile, terminal.folder);
    let isInterrupted = false;
    if (format === 'jsonl') isInterrupted = await runJsonLines(run, terminal);
    else
      ({ run, isInterrupted } = await runInTerminal(run, terminal, async () => {
        try {
          const again = await open();
          return typeof again === 'number' ? undefined : again;
        } catch (error) {
          if (!(error instanceof UsageError || error instanceof CommandError)) throw error;
          terminal.err(plain`${error.message}\n`);
          return undefined;
        }
      }));
    const { files, recorder, session } = run;
    if (values.record !== undefined) {
      const scenario = fullPath(addressFromPath(values.record, terminal.folder));
      const main = relative(dirname(scenario), fullPath(files.main)).replaceAll('\\', '/');
      const recorded = recordedScenario(main, seed, start, recorder.turns);
      const output = { text: scenarioFileText(recorded), intended: intendedScenarios(recorded) };
      await writeOutput({ ...recordedFile, ...output, sources: files.sources }, terminal.folder);
    }
    if (isInterrupted) return EXIT_CODES.interrupted;
    return session.conversation.hasBegun ? EXIT_CODES.fine : EXIT_CODES.found;
  },
};

/** The results of tasks as a scenario gives them. */
function answersOf(written: string): Scenario {
  const value = parsedJson(written);
  const text = JSON.stringify({ scenarios: [{ name: 'answers', tasks: value, steps: [] }] });
  const { scenarios, problems } = readScenarios(text, NO_ADDRESS);
  const [problem] = problems;
  const [scenario] = scenarios;
  if (!isRecord(value) || problem !== undefined || scenario === undefined)
    throw new UsageError(
      `\`--answers\` must be a JSON object of results by task, such as '{"judge": {"score": 3}}'.`,
    );
  return scenario;
}

function contextOf(written: string | undefined): { readonly [name: string]: Json } | undefined {
  if (written === undefined) return undefined;
  const value = parsedJson(written);
  if (!isRecord(value)) throw new UsageError('`--context` must be a JSON object, such as \'{"score": 3}\'.');
  if (hasInfiniteNumber(value)) throw new UsageError('`--context` has a number that is too large.');
  return value;
}
