import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach } from 'vitest';
import { readUpTo } from '../../server/cli/limited-read';
import { openLines } from '../../server/cli/line-input';
import { runCommandLine } from '../../server/cli/main';
import { printTo } from '../../server/cli/printer';
import { commandFiles } from '../../server/cli/watched';
import { builtFile } from '../support/built-file';

export const CLI = builtFile('cli.js');

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A new folder for a test, in which the built command line runs. */
export class CommandFolder {
  path = '';
  /** The standard output of the command that runs in this process, so far. */
  printed = '';
  /** The environment variables of commands in this process. */
  environment: Readonly<Record<string, string | undefined>> = process.env;

  constructor() {
    beforeEach(() => {
      this.path = mkdtempSync(join(tmpdir(), 'atomic-state-'));
    });
    afterEach(() => rmSync(this.path, { recursive: true, force: true }));
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, path)), { recursive: true });
      writeFileSync(join(this.path, path), text);
    }
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), 'utf8');
  }

  /** Runs the command in this process, where its code is loaded once for all tests. */
  run(...args: readonly string[]): Promise<CommandResult> {
    return this.runWith('', ...args);
  }

  /** Runs the command in this process, with a text as standard input. */
  async runWith(input: string | Uint8Array, ...args: readonly string[]): Promise<CommandResult> {
    let out = '';
    let err = '';
    const { environment } = this;
    const write = (text: string) => {
      out += text;
      this.printed = out;
    };
    const writeError = (text: string) => {
      err += text;
    };
    const code = await runCommandLine(args, {
      out: printTo(write, environment),
      err: printTo(writeError, environment),
      read: (maxBytes) => readUpTo(Readable.from([Buffer.from(input)]), maxBytes),
      lines: () =>
        openLines(
          Readable.from([Buffer.from(input)]),
          new Writable({ write: (chunk, _, done) => done(void write(String(chunk))) }),
        ),
      environment,
      isTerminal: false,
      isErrTerminal: false,
      colour: false,
      folder: this.path,
      files: commandFiles(),
      closed: new Promise(() => undefined),
    });
    return { code, out, err };
  }

  /** Runs the built command in a process of its own. */
  startProcess(...args: readonly string[]): CommandResult {
    return this.start([process.execPath, CLI, ...args], '');
  }

  /** Runs a shell script in which `$CLI` is the command. */
  shell(script: string): CommandResult {
    return this.start(['bash', '-c', script], '');
  }

  private start([program = '', ...args]: readonly string[], input: string | Uint8Array): CommandResult {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.path,
      input,
      encoding: 'utf8',
      env: { ...process.env, CLI: `${process.execPath} ${CLI}` },
    });
    return { code: status, out: stdout, err: stderr };
  }
}

/** The text of `test` without what differs from run to run, and without conversations. */
export function resultsOf(out: string): string {
  return withoutDurations(out)
    .replaceAll(' (…)', '')
    .replace(/^ {4}The conversation up to this point:\n(?: {6}.*\n)*/gm, '');
}

/** A text of results in which each duration is `(…)`. */
export function withoutDurations(out: string): string {
  return out.replace(/ \((?:\d+ ms|\d+\.\d s)\)$/gm, ' (…)');
}

export const PROJECT = {
  'bot/main.yaml':
    'context:\n  code: !oneline code/a.js\ninitial: home\nstates: !include state\ntransitions: {go: home}\n',
  'bot/state/home.yaml':
    "home:\n  render:\n    text: '{{context.code}}'\n    buttons: [{content: a, on_click: go}]\n",
  'bot/code/a.js': 'const a = 1;\na();\n',
};

/** The export of `PROJECT`. */
export const JSON_TEXT =
  '{"context": {"code": "const a = 1;\\na();\\n"}, "initial": "home", "states": {"home": {"render": ' +
  '{"text": "{{context.code}}", "buttons": [{"content": "a", "on_click": "go"}]}}}, "transitions": {"go": "home"}}';
