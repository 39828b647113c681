import { type ServerCommand, Session } from '../session';
import type { WorkloadProject } from './generate';
import type { WorkloadShape } from './workload';

export interface Opening {
  /** Milliseconds until the first report, and until the last change of the diagnostics. */
  readonly first: number;
  readonly all: number;
  readonly findings: number;
}

/** Opens the edited file in a server that does nothing else. */
export async function openOnce(
  command: ServerCommand,
  project: WorkloadProject,
  { isCold }: WorkloadShape,
): Promise<Opening> {
  const session = await Session.start(command, filesOnDisk(project, isCold));
  if (!isCold) await session.settled();
  const text = project.files.get(project.path) ?? '';
  const begin = performance.now();
  await session.open(project.path, text);
  await session.diagnostics();
  const first = performance.now() - begin;
  const all = Math.max(first, (await session.allDiagnostics()) - begin);
  const findings = session.findingCount;
  await session.stop();
  return { first, all, findings };
}

/** The files as they are on disk; with unsaved text, a letter in a message of the edited file differs. */
export function filesOnDisk(
  { files, path, state }: WorkloadProject,
  isUnsaved: boolean,
): ReadonlyMap<string, string> {
  if (!isUnsaved) return files;
  const before = `Step ${state.replace('step_', '')} of`;
  return new Map(files).set(path, (files.get(path) ?? '').replace(before, `${before}f`));
}
