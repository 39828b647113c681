import { constants, type Dirent, promises as fs } from 'node:fs';
import { sep } from 'node:path';
import { URI } from 'vscode-uri';
import { type FileSystem, IGNORED_FOLDERS, type OnFolderSkipped } from './filesystem';
import type { PathState } from './project/files/path-state';
import { type Address, isStateFileName, resolvePath } from './project/files/paths';

/** More files than any project has; beyond, files are read when they are opened or included. */
const MAX_FILES = 20_000;
const DEEPEST_FOLDER = 30;

/** To read, without following a link at the end of the path, and without waiting for the other end of a pipe. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Systems limit the open files of a process, to 256 in some. More at once are not faster: Node reads 4 at a time. */
const MAX_OPEN_FILES = 32;
let openFiles = 0;
const waiting: (() => void)[] = [];

/** The world as Node sees it: the file system. */
export const nodeFileSystem: FileSystem = { stat: look, read, find };

async function look(address: Address, boundary: Address, maxFileSize: number): Promise<PathState> {
  const place = await placeOf(address, boundary);
  if (typeof place !== 'string') return place;
  try {
    const stat = await fs.stat(place);
    if (stat.isDirectory()) return await lookIntoFolder(address, place);
    if (!stat.isFile()) return { kind: 'unreadable', reason: 'it is neither a file nor a folder' };
    if (!isStateFileName(address))
      return { kind: 'file', why: stat.size > maxFileSize ? 'too-large' : 'unread' };
    const bytes = await readUpTo(place, maxFileSize);
    if (bytes === 'too-large') return { kind: 'file', why: 'too-large' };
    return bytes === 'moved' ? { kind: 'outside' } : textState(bytes);
  } catch (error) {
    return failure(error);
  }
}

async function read(address: Address, boundary: Address, maxFileSize: number): Promise<string | undefined> {
  const place = await placeOf(address, boundary);
  if (typeof place !== 'string') return undefined;
  try {
    if (!(await fs.stat(place)).isFile()) return undefined;
    const bytes = await readUpTo(place, maxFileSize);
    if (typeof bytes === 'string') return undefined;
    return strictText(bytes);
  } catch {
    return undefined;
  }
}

/** The path of an address with all links followed, where that lies within the boundary. */
async function placeOf(address: Address, boundary: Address): Promise<string | PathState> {
  const path = pathOf(address);
  const root = pathOf(boundary);
  if (path === undefined || root === undefined) return { kind: 'beyond' };
  try {
    const real = await fs.realpath(path);
    return isWithin(await fs.realpath(root), real) ? real : { kind: 'outside' };
  } catch (error) {
    return failure(error);
  }
}

/**
 * The content of a file whose path holds no link. A part of the path may have become one meanwhile: only what
 * still lies there when it is open is read.
 */
async function readUpTo(real: string, maxFileSize: number): Promise<Buffer | 'too-large' | 'moved'> {
  if (openFiles < MAX_OPEN_FILES) openFiles++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await readNow(real, maxFileSize);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else openFiles--;
  }
}

async function readNow(real: string, maxFileSize: number): Promise<Buffer | 'too-large' | 'moved'> {
  const file = await fs.open(real, READ);
  try {
    const stat = await file.stat();
    const there = await fs.lstat(real);
    const isSame = stat.ino === there.ino && stat.dev === there.dev && (await isStill(real));
    if (!isSame || !stat.isFile()) return 'moved';
    return stat.size > maxFileSize ? 'too-large' : await file.readFile();
  } finally {
    await file.close();
  }
}

/** Whether a path that held no link holds none now. */
async function isStill(real: string): Promise<boolean> {
  return (await fs.realpath(real)) === real;
}

async function lookIntoFolder(address: Address, real: string): Promise<PathState> {
  const entries = await fs.readdir(real, { withFileTypes: true });
  if (!(await isStill(real))) return { kind: 'outside' };
  const inside = (wanted: boolean) =>
    entries
      .filter((entry) => entry.isDirectory() === wanted)
      .map((entry) => resolvePath(address, entry.name))
      .sort();
  return { kind: 'folder', files: inside(false), folders: inside(true) };
}

/** The text of bytes; undefined if they are no UTF-8. */
export function strictText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The bytes of a state file as text, without a byte order mark. */
export function textState(bytes: Buffer): PathState {
  if (bytes.includes(0)) return { kind: 'file', why: 'not-text' };
  const text = bytes.toString('utf8');
  return { kind: 'text', text: text.startsWith('\uFEFF') ? text.slice(1) : text };
}

function failure(error: unknown): PathState {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
  return { kind: 'unreadable', reason: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown reason';
}

async function* find(folder: Address, skipped?: OnFolderSkipped): AsyncGenerator<Address> {
  const queue: { address: Address; depth: number }[] = [{ address: folder, depth: 0 }];
  let found = 0;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const path = pathOf(next.address);
    if (path === undefined) continue;
    const entries = await fs.readdir(path, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
      skipped?.(next.address, messageOf(error));
      return [];
    });
    for (const entry of entries) {
      // Links are not followed: they may lead in circles, or out of the workspace.
      const address = resolvePath(next.address, entry.name);
      if (entry.isDirectory()) {
        if (IGNORED_FOLDERS.has(entry.name)) continue;
        if (next.depth < DEEPEST_FOLDER) queue.push({ address, depth: next.depth + 1 });
        else skipped?.(address, `this is more than ${DEEPEST_FOLDER} folders deep`);
      } else if (entry.isFile() && isStateFileName(address)) {
        if (++found > MAX_FILES) {
          skipped?.(folder, `only the first ${MAX_FILES} files are read`);
          return;
        }
        yield address;
      }
    }
  }
}

function pathOf(address: Address): string | undefined {
  try {
    const uri = URI.parse(address);
    return uri.scheme === 'file' ? uri.fsPath : undefined;
  } catch {
    return undefined;
  }
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
