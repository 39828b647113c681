import { type ChildProcess, spawn } from 'node:child_process';
import {
  CustomExecution,
  type Disposable,
  EventEmitter,
  type Pseudoterminal,
  Task,
  type TaskDefinition,
  tasks,
  type WorkspaceFolder,
  workspace,
} from 'vscode';

const type = 'atomic-state';

/** A task of the type in the manifest, as in `tasks.json`. */
interface Definition extends TaskDefinition {
  readonly command: 'check';
  readonly watch?: boolean;
}

/**
 * Tasks that check all state files of a folder, which need no installation: they run the command line of the extension
 * with the editor's own Node.
 *
 * @param cli the path of the bundled command line
 */
export function provideTasks(cli: string): Disposable {
  return tasks.registerTaskProvider(type, {
    provideTasks: () => {
      const folders = workspace.workspaceFolders?.filter(({ uri }) => uri.scheme === 'file') ?? [];
      return folders.flatMap((folder) => [
        taskOf({ type, command: 'check' }, folder, cli),
        taskOf({ type, command: 'check', watch: true }, folder, cli),
      ]);
    },
    resolveTask: ({ definition, scope }) => {
      if (!isDefinition(definition)) {
        return undefined;
      }
      const folder = typeof scope === 'object' ? scope : workspace.workspaceFolders?.[0];
      return folder && taskOf(definition, folder, cli);
    },
  });
}

function taskOf(definition: Definition, folder: WorkspaceFolder, cli: string): Task {
  const watch = definition.watch === true;
  const args = [cli, definition.command, ...(watch ? ['--watch'] : [])];
  const execution = new CustomExecution(async () => new NodeTerminal(args, folder.uri.fsPath));
  const name = watch ? 'check after every change' : 'check';
  const matcher = watch ? '$atomic-state-watch' : '$atomic-state';
  const task = new Task(definition, folder, name, type, execution, matcher);
  task.isBackground = watch;
  return task;
}

function isDefinition(definition: TaskDefinition): definition is Definition {
  return definition.type === type && definition.command === 'check';
}

/**
 * Shows a script that runs with the Node that runs extensions. The program of a terminal's own process would get an
 * environment in which a desktop editor starts another window instead.
 */
class NodeTerminal implements Pseudoterminal {
  readonly #written = new EventEmitter<string>();
  readonly #closed = new EventEmitter<number>();
  readonly #args: readonly string[];
  readonly #folder: string;
  #child: ChildProcess | undefined;
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;

  constructor(args: readonly string[], folder: string) {
    this.#args = args;
    this.#folder = folder;
  }

  open(): void {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const child = spawn(process.execPath, this.#args, { cwd: this.#folder, env });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => this.#write(text));
    }
    child.on('error', ({ message }) => {
      this.#write(`${message}\n`);
      this.#closed.fire(2);
    });
    child.on('close', (code) => this.#closed.fire(code ?? 2));
  }

  close(): void {
    this.#child?.kill();
  }

  #write(text: string): void {
    this.#written.fire(text.replace(/\r?\n/g, '\r\n'));
  }
}
