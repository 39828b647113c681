import type { Arguments } from './arguments';
import { MAX_LISTED } from './cut';

/** The checked arguments of a call. */
export interface Call {
  readonly paths?: readonly string[];
  readonly path?: string;
  readonly text?: string;
  readonly severity?: string;
  readonly codes?: readonly string[];
  readonly write?: boolean;
  readonly symbol?: string;
  readonly rename?: string;
  readonly events?: readonly object[];
  readonly tasks?: object;
  readonly seed?: number;
  readonly steps?: number;
  readonly from?: number;
}

/** A call of a command. */
interface CommandCall {
  readonly args: readonly string[];
  /** Standard input. */
  readonly input?: string;
}

/** A tool for assistants: a command with the arguments that make it print JSON. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly arguments: Arguments;
  readonly command: 'check' | 'describe' | 'run' | 'explore';
  /** Whether it neither writes nor runs anything, so that no consent is needed. */
  readonly onlyReads: boolean;
  /** `paths` are full ones. */
  readonly call: (given: Call, paths: readonly string[]) => CommandCall;
  /** The name under which the lines of a command that prints several objects are listed. */
  readonly linesAs?: string;
  /** How to get what is missing in a list that is cut, as a sentence. */
  readonly rest: string;
  /** Whether the end of a list is more important than its beginning. */
  readonly showsEnd?: boolean;
}

const PATH = { kind: 'text', description: 'A file of the automata, or its folder.', required: true } as const;
const FROM = {
  kind: 'number',
  description: `The first item to return of lists with more than ${MAX_LISTED} (default 0).`,
  least: 0,
} as const;
const SEED = { kind: 'number', description: 'Decides random values (default 1).' } as const;

export const TOOLS: readonly Tool[] = [
  {
    name: 'check',
    description:
      'Lists what is wrong in state files, with the exact edits of each fix. Call it after every change; `apply_fixes` applies the certain fixes.',
    arguments: {
      paths: { kind: 'texts', description: 'Files or folders; without it, everything.' },
      text: { kind: 'text', description: 'The unsaved text of the only path, or of a new file.' },
      severity: {
        kind: 'text',
        description: 'The least severe findings to list.',
        values: ['error', 'warning', 'information', 'hint'],
      },
      from: FROM,
    },
    rest: 'Call it again with `from`, or with fewer `paths` or a `severity`.',
    command: 'check',
    onlyReads: true,
    call: ({ text, severity, paths: given = [] }, paths) => {
      const common = ['--format=json', ...(severity === undefined ? [] : [`--severity=${severity}`])];
      if (text === undefined) return { args: [...common, ...paths] };
      const name = given.length > 0 ? paths.map((path) => `--stdin-filename=${path}`) : [];
      return { args: [...common, ...name, '-'], input: text };
    },
  },
  {
    name: 'apply_fixes',
    description:
      'Applies the certain fixes of state files and returns the changes as a diff. With `codes`, also the likely fixes of these findings. Writes only with `write`.',
    arguments: {
      paths: { kind: 'texts', description: 'Files or folders.', required: true },
      codes: { kind: 'texts', description: 'Fix only findings with these codes.' },
      write: { kind: 'flag', description: 'Whether to write the files (default false).' },
    },
    rest: '`diff` has all changes, and `check` lists everything that is left.',
    command: 'check',
    onlyReads: false,
    call: ({ codes, write }, paths) => ({
      args: [
        '--fix',
        '--format=json',
        ...(codes === undefined ? [] : [`--only=${codes.join(',')}`]),
        ...(write === true ? [] : ['--dry-run']),
        ...paths,
      ],
    }),
  },
  {
    name: 'describe',
    description:
      'Lists the states of an automata with buttons and transitions, and its variables with types. With `symbol`, where a name is defined and used; with `rename`, what renaming it changes.',
    arguments: {
      path: PATH,
      symbol: {
        kind: 'text',
        description: '`state:home`, `event:go`, `context:score`, `input:size`, `payload:go.id`.',
      },
      rename: { kind: 'text', description: 'The new name of the symbol. Nothing is written.' },
      from: FROM,
    },
    rest: 'Call it again with `from`, or with the `symbol` that you look for.',
    command: 'describe',
    onlyReads: true,
    call: ({ symbol, rename }, paths) => ({
      args: [
        ...paths,
        ...(symbol === undefined ? [] : [`--symbol=${symbol}`]),
        ...(rename === undefined ? [] : [`--rename=${rename}`]),
      ],
    }),
  },
  {
    name: 'converse',
    description:
      'Runs a conversation in a sandbox and returns all turns. Each call starts from the beginning, so send all events again with the next one.',
    arguments: {
      path: PATH,
      events: {
        kind: 'objects',
        description:
          '{"click":"Start"}, {"say":"Hi"}, {"form":{"size":"large"}}, {"cancel":true}, {"task":"result"}.',
        required: true,
      },
      tasks: { kind: 'object', description: 'Results by task name or module type; examples for others.' },
      seed: SEED,
      from: {
        ...FROM,
        description: `The first turn to return if there are more than ${MAX_LISTED} (default: the last ones).`,
      },
    },
    rest: 'These are the last turns unless `from` says otherwise; call it again with `from` for others.',
    showsEnd: true,
    command: 'run',
    onlyReads: false,
    linesAs: 'turns',
    call: ({ events = [], tasks, seed }, paths) => ({
      args: [
        ...paths,
        '--format=jsonl',
        ...(tasks === undefined ? [] : [`--answers=${JSON.stringify(tasks)}`]),
        ...(events.some((event) => 'task' in event) ? ['--tasks=ask'] : []),
        ...(seed === undefined ? [] : [`--seed=${seed}`]),
      ],
      input: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    }),
  },
  {
    name: 'explore',
    description:
      'Goes everywhere in an automata as people might, in a sandbox, and returns each fault with the shortest conversation that shows it.',
    arguments: {
      path: PATH,
      steps: { kind: 'number', description: 'The most turns to try (default 3000).' },
      seed: SEED,
      from: FROM,
    },
    rest: 'Repair these first and call it again, or call it with `from`.',
    command: 'explore',
    onlyReads: false,
    call: ({ steps, seed }, paths) => ({
      args: [
        ...paths,
        '--format=json',
        ...(steps === undefined ? [] : [`--max-steps=${steps}`]),
        ...(seed === undefined ? [] : [`--seed=${seed}`]),
      ],
    }),
  },
];
