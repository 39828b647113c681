import type { ExportedText } from '../../exchange/exported-text';
import { type LoadFailure, loadAutomata } from '../../load-automata';
import type { Address } from '../../project/files/paths';
import { lastAtOrBefore } from '../../text/binary-search';
import { hashOf } from '../../text/hash';
import { lineStarts } from '../../text/lines';
import { EXIT_CODES, type Terminal } from '../command';
import { plainReason } from '../failure';
import { openOptionsOf } from '../folder-settings';
import { addressFromPath, displayPath, fullPath } from '../paths';
import { plain } from '../printer';
import { commandFiles } from '../watched';

export type ExportedFiles = ExportedText & {
  /** Full paths of its source files. */
  readonly sources: readonly string[];
  /** The line of an offset in one of these files, from 1. */
  readonly lineAt: (address: Address, offset: number) => number;
  /** The text of one of these files. */
  readonly textOf: (address: Address) => string;
  /** Changes if one of the texts changes. */
  readonly version: string;
};

/**
 * The automata of a main file, of one of its state files or in a folder, with everything that its tags include. If
 * there is none, prints why and returns the exit code.
 */
export async function exportedFiles(path: string, terminal: Terminal): Promise<ExportedFiles | number> {
  const { folder, err } = terminal;
  const loaded = await loadAutomata(commandFiles, addressFromPath(path, folder), openOptionsOf(path, folder));
  if ('kind' in loaded && loaded.kind === 'invalid') {
    for (const { address, line, character, message } of loaded.problems)
      err(plain`${displayPath(address, folder)}:${line + 1}:${character + 1}: error: ${message}\n`);
    return EXIT_CODES.found;
  }
  if ('kind' in loaded) {
    err(plain`${path}: ${failureText(loaded)}\n`);
    return EXIT_CODES.usage;
  }
  const { texts, ownModules } = loaded;
  const addresses = [...texts.keys(), ...ownModules.keys()];
  const textOf = (address: Address) => texts.get(address) ?? ownModules.get(address) ?? '';
  const sources = addresses.map(fullPath);
  const version = hashOf(addresses.map((address) => `${address}\n${textOf(address)}`).join('\n'));
  return { ...loaded, sources, lineAt: lineFinder(textOf), textOf, version };
}

/** Why there is no automata, as one sentence. */
export function failureText(failure: Exclude<LoadFailure, { readonly kind: 'invalid' }>): string {
  if (failure.kind === 'undecided') return failure.message;
  const { reason } = failure;
  return `${reason === undefined ? 'no such YAML or JSON file or folder' : plainReason(reason)}.`;
}

function lineFinder(textOf: (address: Address) => string): ExportedFiles['lineAt'] {
  const starts = new Map<Address, ReturnType<typeof lineStarts>>();
  return (address, offset) => {
    const known = starts.get(address) ?? lineStarts(textOf(address));
    starts.set(address, known);
    return lastAtOrBefore(known, offset) + 1;
  };
}
