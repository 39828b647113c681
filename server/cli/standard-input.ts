import { STANDARD_INPUT } from '../check-workspace';
import type { FileSystem } from '../filesystem';
import { strictText } from '../filesystem-node';
import type { PathState } from '../project/files/path-state';
import type { Address } from '../project/files/paths';
import type { Terminal, WorkingFolder } from './command';
import { addressFromPath } from './paths';

/** The path that means standard input. */
export const STDIN_PATH = '-';

/** A file system in which standard input is a file. */
interface StandardInput {
  readonly world: FileSystem;
  readonly address: Address;
}

/**
 * Reads standard input.
 *
 * @param fileName the path of the file whose unsaved text it is; undefined for a text without a name, which is a file of
 *   the current folder that nothing includes
 */
export async function readStandardInput(
  { read, folder, files }: Pick<Terminal, 'read' | keyof WorkingFolder>,
  maxBytes: number,
  fileName: string | undefined,
): Promise<StandardInput> {
  const bytes = await read(maxBytes);
  const state = stateOf(bytes);
  const isJson = state.kind === 'text' && /^(?:\ufeff)?\s*\{/.test(state.text.slice(0, 1_000));
  const address = addressFromPath(fileName ?? `${STANDARD_INPUT}.${isJson ? 'json' : 'yaml'}`, folder);
  return { world: withText(files, address, state), address };
}

function stateOf(bytes: Uint8Array | 'too-large'): PathState {
  if (bytes === 'too-large') return { kind: 'file', why: 'too-large' };
  const text = strictText(bytes);
  return text === undefined ? { kind: 'file', why: 'not-text' } : { kind: 'text', text };
}

/** A file system in which one address has another content. */
function withText(world: FileSystem, address: Address, state: PathState): FileSystem {
  const text = state.kind === 'text' ? state.text : undefined;
  return {
    ...world,
    stat: async (at, boundary, size) => (at === address ? state : await world.stat(at, boundary, size)),
    read: async (at, boundary, size) => (at === address ? text : await world.read(at, boundary, size)),
  };
}
