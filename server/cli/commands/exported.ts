import type { PrintedRange } from '../../check';
import type { ExportedText } from '../../exchange/exported-text';
import { type LoadFailure, loadAllAutomata, loadAutomata } from '../../load-automata';
import type { Address } from '../../project/files/paths';
import type { SourceRange } from '../../run/conversation/events';
import { hashOf } from '../../text/hash';
import { EXIT_CODES, type Terminal } from '../command';
import { plainReason } from '../failure';
import { openOptionsOf } from '../folder-settings';
import { addressFromPath, displayPath, fullPath } from '../paths';
import { plain } from '../printer';
import { rangeFinder } from '../range-finder';

export type ExportedFiles = ExportedText & {
  /** Full paths of its source files. */
  readonly sources: readonly string[];
  /** The range of a place in one of these files; without a place, the start of the main file. */
  readonly rangeOf: (place: SourceRange | undefined) => PrintedRange;
  /** The same for people: the file, as shown in a folder, and the line, from 1. */
  readonly placeIn: (folder: string, place: SourceRange | undefined) => { file: string; line: number };
  /** The text of one of these files. */
  readonly textOf: (address: Address) => string;
  /** Changes if one of the texts changes. */
  readonly version: string;
};

/** Why an automata was not loaded, at its file. */
export interface UnloadedFile {
  /** As shown. */
  readonly file: string;
  readonly why: string;
}

/** The automata of files and folders. */
export interface ExportedBatch {
  readonly automata: readonly ExportedFiles[];
  /** Paths without an automata, and automata that cannot be exported. */
  readonly skipped: readonly UnloadedFile[];
  /** Whether there is more than one automata, with those that cannot be exported. */
  readonly isSeveral: boolean;
  /** The exit code that `skipped` requires. */
  readonly exitCode: number;
}

/**
 * The automata of a main file, of one of its state files or in a folder, with everything that its tags include. If
 * there is none, prints why and returns the exit code.
 */
export async function exportedFiles(path: string, terminal: Terminal): Promise<ExportedFiles | number> {
  const { folder, files } = terminal;
  const options = openOptionsOf([path], terminal);
  const loaded = await loadAutomata(files, addressFromPath(path, folder), options);
  return 'kind' in loaded ? printFailure(loaded, path, terminal).exitCode : withPlaces(loaded);
}

/** The automata of files and folders, each once. Prints why one cannot be exported. */
export async function exportedBatch(paths: readonly string[], terminal: Terminal): Promise<ExportedBatch> {
  const { folder, files } = terminal;
  const addresses = paths.map((path) => addressFromPath(path, folder));
  const all = await loadAllAutomata(files, addresses, openOptionsOf(paths, terminal));
  const automata: ExportedFiles[] = [];
  const failures: ReturnType<typeof printFailure>[] = [];
  for (const { path, loaded } of all) {
    const written = paths[addresses.indexOf(path)] ?? '';
    if ('kind' in loaded) failures.push(printFailure(loaded, written, terminal));
    else automata.push(withPlaces(loaded));
  }
  return {
    automata,
    skipped: failures.flatMap(({ files }) => files),
    isSeveral: all.length > 1,
    exitCode: failures.reduce<number>((worst, { exitCode }) => Math.max(worst, exitCode), EXIT_CODES.fine),
  };
}

/** Prints why an automata was not loaded. */
function printFailure(failure: LoadFailure, path: string, { folder, err }: Terminal) {
  if (failure.kind === 'invalid') {
    const files = failure.problems.map(({ address, line, character, message }): UnloadedFile => {
      const file = displayPath(address, folder);
      err(plain`${file}:${line + 1}:${character + 1}: error: ${message}\n`);
      return { file, why: message };
    });
    return { files, exitCode: EXIT_CODES.found };
  }
  const why = failureText(failure);
  err(plain`${path}: ${why}\n`);
  return { files: [{ file: path, why }], exitCode: EXIT_CODES.usage };
}

export function withPlaces(loaded: ExportedText): ExportedFiles {
  const { texts, scenarioFiles, ownModules } = loaded;
  const addresses = [...texts.keys(), ...ownModules.keys()];
  const textOf = (address: Address) => texts.get(address) ?? ownModules.get(address) ?? '';
  const sources = addresses.filter((address) => !scenarioFiles.has(address)).map(fullPath);
  const version = hashOf(addresses.map((address) => `${address}\n${textOf(address)}`).join('\n'));
  const rangeIn = rangeFinder(textOf);
  const rangeOf = (place = { address: loaded.main, start: 0, end: 0 }) => rangeIn(place);
  const placeIn = (folder: string, place: SourceRange | undefined) => {
    const { address, line } = rangeOf(place);
    return { file: displayPath(address, folder), line: line + 1 };
  };
  return { ...loaded, sources, rangeOf, placeIn, textOf, version };
}

/** Why there is no automata, as one sentence. */
export function failureText(failure: Exclude<LoadFailure, { readonly kind: 'invalid' }>): string {
  if (failure.kind === 'undecided') return failure.message;
  const { reason } = failure;
  return `${reason === undefined ? 'no such YAML or JSON file or folder' : plainReason(reason)}.`;
}
