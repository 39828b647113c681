import { nodeFileSystem } from '../filesystem-node';
import { type Address, fileAddress } from '../project/files/paths';
import { hashOf } from '../text/hash';
import { isProcessedText, type ProcessedText } from '../watchdog/processed-text';
import { UNREAD_VARIABLE } from '../watchdog/shared';
import { startWatchdog } from '../watchdog/watchdog';
import { WorkMonitor } from '../watchdog/work-monitor';
import { type CommandFiles, EXIT_CODES } from './command';
import { fullPath } from './paths';
import type { Roots } from './roots';

/** The texts on which an earlier process of this command hung. This one does not read them. */
const unread = unreadTexts(process.env[UNREAD_VARIABLE]);

/**
 * Watches this process from its first analysis on. If it hangs, the command is started again without that text.
 *
 * @param thread the path of the script of the thread that watches
 */
export function watchCommand(thread: string, args: readonly string[]): WorkMonitor {
  // Standard input cannot be read twice.
  const canRestart = !args.includes('-') && !args.includes('--stdio');
  const restart = canRestart ? [...process.execArgv, ...process.argv.slice(1)] : undefined;
  const options = { note: undefined, client: undefined, restart, unread, failure: EXIT_CODES.usage };
  return new WorkMonitor(startWatchdog(thread, options));
}

/**
 * The files of a command.
 *
 * @param roots undefined if it may read everything
 * @param monitor who has to know which file is being analysed
 */
export function commandFiles(
  roots?: Roots,
  monitor: () => WorkMonitor = () => new WorkMonitor(),
): CommandFiles {
  const isReadable = (path: string) => roots === undefined || roots.rootOf(path) !== undefined;
  /** The folder that a path must not leave; undefined if it is outside of all roots. */
  const boundaryOf = (address: Address, boundary: Address): Address | undefined => {
    if (roots === undefined) return boundary;
    const root = roots.rootOf(fullPath(address));
    if (root === undefined) return undefined;
    return roots.rootOf(fullPath(boundary)) === root ? boundary : fileAddress(root);
  };
  return {
    isReadable,
    monitor,
    async read(address, boundary, maxFileSize) {
      const limit = boundaryOf(address, boundary);
      return limit === undefined ? undefined : await nodeFileSystem.read(address, limit, maxFileSize);
    },
    async *find(folder, skipped) {
      if (isReadable(fullPath(folder))) yield* nodeFileSystem.find(folder, skipped);
    },
    async stat(address, boundary, maxFileSize) {
      const limit = boundaryOf(address, boundary);
      if (limit === undefined) return { kind: 'missing' };
      const state = await nodeFileSystem.stat(address, limit, maxFileSize);
      if (state.kind !== 'text' || unread.length === 0) return state;
      const hash = hashOf(state.text);
      return unread.some((text) => text.uri === address && text.hash === hash)
        ? { kind: 'unreadable', reason: 'the analysis of this text does not end, so it was stopped' }
        : state;
    },
  };
}

function unreadTexts(value: string | undefined): readonly ProcessedText[] {
  try {
    const texts: unknown = JSON.parse(value ?? '[]');
    return Array.isArray(texts) ? texts.filter(isProcessedText) : [];
  } catch {
    return [];
  }
}
