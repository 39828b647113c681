import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type IntendedData, isReadAs } from '../exchange/read-back';
import { isConfigurationName } from '../format/configuration';
import type { Terminal } from './command';
import { CommandError, errorAtPath, errorCode, NOT_A_FOLDER, RefusedError } from './failure';
import { joined, type Printable, plain } from './printer';

/** The path that means standard output. */
const STDOUT_PATH = '-';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A text to write. */
interface OutputText {
  readonly text: string;
  /** What the text must mean when it is read again; undefined for pages, pictures and plain text. */
  readonly intended: IntendedData | undefined;
}

export interface OutputFile extends OutputText {
  /** As the user wrote it. */
  readonly path: string;
  /** Full paths of the source files of the text, which are never replaced. */
  readonly sources: readonly string[];
  /** Whether to replace other existing files. */
  readonly force: boolean;
}

type PrintableFile = Omit<OutputFile, 'path'> & {
  readonly path: string | undefined;
  readonly print: (text: string) => Printable;
};

/** Prints the text if there is no path or it is `-`; otherwise writes the file. Throws `CommandError`. */
export async function printOrWrite(
  { path = STDOUT_PATH, print, ...output }: PrintableFile,
  { out, folder }: Pick<Terminal, 'out' | 'folder'>,
): Promise<void> {
  requireReadBack(path, output);
  if (path === STDOUT_PATH) out(print(output.text));
  else await writeOutput({ path, ...output }, folder);
}

/** Where a report goes: standard output if there is no path or it is `-`. */
type ReportFile = Omit<PrintableFile, keyof OutputText | 'print'>;

/** Throws `CommandError` if a report cannot be written, before the work for it. */
export async function requireReport(
  { path = STDOUT_PATH, ...file }: ReportFile,
  { folder }: Pick<Terminal, 'folder'>,
) {
  if (path !== STDOUT_PATH) await requireWritable({ path, ...file }, folder);
}

/** Prints a report, or writes it to its file. Throws `CommandError`. */
export async function printReport(
  report: Printable,
  file: ReportFile,
  terminal: Pick<Terminal, 'out' | 'folder'>,
): Promise<void> {
  await printOrWrite({ ...file, text: report.text, intended: undefined, print: () => report }, terminal);
}

/** Throws `RefusedError` if a text would not be read as it is meant. */
function requireReadBack(path: string, { text, intended }: OutputText): void {
  if (intended === undefined || isReadAs(text, intended)) return;
  throw new RefusedError(`${path}: not written, because the text would be read as something else.`);
}

/** Writes a file atomically, after its text was read again. Throws `CommandError`. */
export async function writeOutput(file: OutputFile, folder: string): Promise<void> {
  const { path, text, sources, force } = file;
  requireReadBack(path, file);
  try {
    const place = resolve(folder, path);
    const old = await statOf(place);
    // Devices and pipes cannot be replaced.
    if (old !== undefined && !old.isFile() && !old.isDirectory()) return await writeFile(place, text);
    await requireOutput(path, place, sources, force);
    // A symbolic link is preserved.
    const real = old === undefined ? place : await realpath(place);
    await interruptible((signal) => replaceFile(real, text, old?.mode, signal));
  } catch (error) {
    throw outputError(path, folder, error);
  }
}

/** Throws `CommandError` if `writeOutput` would, as far as that is known before the text is. */
export async function requireWritable(
  { path, sources, force }: Omit<OutputFile, keyof OutputText>,
  folder: string,
): Promise<void> {
  try {
    const place = resolve(folder, path);
    const old = await statOf(place);
    if (old !== undefined && !old.isFile() && !old.isDirectory()) return await access(place, constants.W_OK);
    await requireOutput(path, place, sources, force);
    const around = dirname(old === undefined ? place : await realpath(place));
    if (!(await stat(around)).isDirectory()) throw new CommandError(`${path}: ${NOT_A_FOLDER}.`);
    await access(around, constants.W_OK);
  } catch (error) {
    throw outputError(path, folder, error);
  }
}

function outputError(path: string, folder: string, error: unknown): unknown {
  if (errorCode(error) !== 'ENOENT' || existsSync(resolve(folder, dirname(path))))
    return errorAtPath(path, error);
  return new CommandError(`${path}: there is no folder \`${dirname(path)}\`.`);
}

/** Throws `CommandError` unless an output may be written there. */
async function requireOutput(
  path: string,
  place: string,
  sources: readonly string[],
  force: boolean,
): Promise<void> {
  // It decides about any output, whichever files are the sources.
  if (isConfigurationName(basename(place)) && (await statOf(place))?.isFile())
    throw new CommandError(`${path}: this is a configuration file; name another file.`);
  await requireReplaceable(path, place, sources, force);
}

/** Throws `CommandError` unless a file may be written there. */
async function requireReplaceable(
  path: string,
  place: string,
  sources: readonly string[],
  force: boolean,
): Promise<void> {
  const old = await statOf(place);
  if (old === undefined) return;
  if (old.isDirectory()) throw new CommandError(`${path}: this is a folder, not a file.`);
  for (const source of sources) {
    const one = await statOf(source);
    if (one?.ino === old.ino && one.dev === old.dev)
      throw new CommandError(`${path}: this file is a source of the output; name another file.`);
  }
  if (!force) throw new CommandError(`${path}: this file already exists; \`--force\` replaces it.`);
  // A new file replaces it, which needs no permission to write into the old one.
  if ((old.mode & 0o222n) === 0n) throw new CommandError(`${path}: this file is read-only.`);
}

async function replaceFile(
  place: string,
  text: string,
  mode: bigint | undefined,
  signal: AbortSignal,
): Promise<void> {
  const temporary = await stage(place, text, mode, signal);
  try {
    signal.throwIfAborted();
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes a text into a new file beside its place, and returns the path of that file. Leaves nothing if it fails. */
async function stage(
  place: string,
  text: string,
  mode: bigint | undefined,
  signal: AbortSignal,
): Promise<string> {
  const temporary = join(dirname(place), temporaryName());
  try {
    const file = await open(temporary, 'wx');
    try {
      if (mode !== undefined) await file.chmod(Number(mode & 0o7777n));
      await file.writeFile(text, { signal });
      // Some systems only report a full disk here.
      await file.sync();
    } finally {
      await file.close();
    }
    return temporary;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A file of the author whose text changes. The texts are without a byte order mark, which a file keeps. */
export interface ChangedFile {
  /** The full path. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Replaces the texts of existing files: of all, or of none. Throws `CommandError`, also if a file has another text than
 * was read.
 */
export async function replaceFiles(files: readonly ChangedFile[]): Promise<void> {
  await interruptible(async (signal) => {
    const staged: (ChangedFile & { readonly place: string; readonly temporary: string })[] = [];
    const replaced: typeof staged = [];
    try {
      for (const file of files) {
        const { path, after } = file;
        try {
          await requireReplaceable(path, path, [], true);
          const place = await realpath(path);
          const { mode } = await stat(place, { bigint: true });
          const mark = markOf(await readFile(place, 'utf8'));
          const marked = { ...file, before: mark + file.before, after: mark + after };
          staged.push({ ...marked, place, temporary: await stage(place, marked.after, mode, signal) });
        } catch (error) {
          throw errorAtPath(path, error);
        }
      }
      for (const { path, place, before } of staged) {
        if ((await readFile(place, 'utf8')) !== before)
          throw new CommandError(`${path}: nothing was written, because this file has changed meanwhile.`);
      }
      signal.throwIfAborted();
      for (const file of staged) {
        await rename(file.temporary, file.place);
        replaced.push(file);
      }
    } catch (error) {
      for (const { temporary } of staged) await rm(temporary, { force: true });
      for (const { place, before } of replaced) await writeFile(place, before);
      throw error;
    }
  });
}

function markOf(text: string): string {
  return text.startsWith('\ufeff') ? '\ufeff' : '';
}

export interface NewFile extends OutputText {
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

/**
 * Writes files into a folder in order, all of them or none. Throws `CommandError`.
 *
 * @param sources full paths of files that are never replaced
 * @param force whether to replace other existing files
 */
export async function writeFolder(
  path: string,
  folder: string,
  files: readonly NewFile[],
  sources: readonly string[],
  force: boolean,
): Promise<void> {
  for (const file of files) requireReadBack(join(path, file.path), file);
  try {
    const target = resolve(folder, path);
    for (const file of files) {
      await requireOutput(join(path, file.path), join(target, file.path), sources, force);
    }
    await interruptible((signal) => placeFiles(target, files, signal));
  } catch (error) {
    throw errorAtPath(path, error);
  }
}

/** The output of each of several files. */
interface BatchOutput {
  /** The folder, as the user wrote it; undefined if none is named. */
  readonly path: string | undefined;
  readonly files: readonly NewFile[];
  /** Full paths of files that are never replaced. */
  readonly sources: readonly string[];
  readonly force: boolean;
}

/** Writes the files into the folder, all of them or none, and prints their paths. Throws `CommandError`. */
export async function writeBatch(
  { path, files, sources, force }: BatchOutput,
  { out, folder }: Pick<Terminal, 'out' | 'folder'>,
): Promise<void> {
  if (path === undefined || path === STDOUT_PATH)
    throw new CommandError(`There are ${files.length} automata; name a folder for them with \`--output\`.`);
  if (statSync(resolve(folder, path), { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`${path}: this is a file, not a folder.`);
  await writeFolder(path, folder, files, sources, force);
  out(joined(files.map((file) => plain`${join(path, file.path)}\n`)));
}

/** Whether an output is a folder even for one file: it ends with a slash. */
export function namesFolder(path: string | undefined): boolean {
  return path !== undefined && /[\\/]$/.test(path);
}

async function placeFiles(target: string, files: readonly NewFile[], signal: AbortSignal): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  const remove = (place: string) => rm(place, { recursive: true, force: true });
  const makeFolder = async (place: string) => {
    const made = await mkdir(place, { recursive: true });
    if (made !== undefined) undo.push(() => remove(made));
  };
  const isNew = !existsSync(target);
  const around = isNew ? dirname(target) : target;
  const stage = join(around, temporaryName());
  const fresh = join(stage, 'new');
  try {
    await makeFolder(around);
    undo.push(() => remove(stage));
    for (const { path, text } of files) {
      await mkdir(dirname(join(fresh, path)), { recursive: true });
      await writeFile(join(fresh, path), text, { flag: 'wx', signal });
    }
    signal.throwIfAborted();
    if (isNew) await rename(fresh, target);
    for (const { path } of isNew ? [] : files) {
      signal.throwIfAborted();
      const place = join(target, path);
      await makeFolder(dirname(place));
      if (existsSync(place)) {
        const old = join(stage, 'old', path);
        await mkdir(dirname(old), { recursive: true });
        await rename(place, old);
        undo.push(() => rename(old, place));
      }
      await rename(join(fresh, path), place);
      undo.push(() => remove(place));
    }
  } catch (error) {
    // If an old file cannot be restored, the rest is left as it is: the old file is still among the temporary ones.
    for (const step of undo.reverse()) await step();
    throw error;
  }
  await remove(stage);
}

/** Runs a task that cleans up when it is aborted; a signal that ends the process takes effect afterwards. */
async function interruptible(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (name: NodeJS.Signals) => {
    received ??= name;
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    await task(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
    if (received !== undefined) process.kill(process.pid, received);
  }
}

/** Names of files that are being written. */
export const TEMPORARY_NAME = /^\.atomic-state-[0-9a-f]{12}\.tmp$/;

function temporaryName(): string {
  return `.atomic-state-${randomBytes(6).toString('hex')}.tmp`;
}

/** Undefined if it does not exist. */
async function statOf(path: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
