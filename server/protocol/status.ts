import { stateCount } from '../features/state-count';
import { REASONS } from '../format/detection';
import type { Shape } from '../format/shape';
import { exportSource } from '../project/exports';
import { type Address, shortName } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { DocumentStatus } from './messages';

/** What the status item of an editor says of a file: which automata it belongs to, or why nothing is offered. */
type Status = Omit<DocumentStatus, 'hasAutomata'>;

export const NO_STATUS: Status = {
  kind: 'none',
  label: 'Not a state file',
  detail: REASONS.none,
  reason: REASONS.none,
};

const QUARANTINED: Status = {
  kind: 'none',
  label: 'Not analysed',
  detail:
    'The language server stopped twice while it processed this file. Edit the file or restart the language server to analyse it again.',
  reason: '',
  isQuarantined: true,
};

const LONE: Partial<Readonly<Record<Shape, string>>> = {
  state: 'Lone state',
  scenarios: 'Scenarios without automata',
};

const NO_AUTOMATA = 'The automata of these scenarios is not known: name its main file with `automata`.';

export function statusOf(
  workspace: Workspace,
  address: Address,
  toUri: (address: Address) => string,
): Status {
  if (workspace.document(address)?.skipped === 'quarantined') return QUARANTINED;
  const source = workspace.source(address);
  const reason = workspace.detection(address)?.reason ?? NO_STATUS.reason;
  if (source === undefined) return { ...NO_STATUS, detail: reason, reason, change: 'treat' };
  if (source.shape === 'successor') {
    return {
      kind: 'none',
      label: 'Successor format',
      detail: 'This file has `blocks`: the successor of the format, which is recognised but not supported.',
      reason,
    };
  }
  const boundary = workspace.boundaryOf(address);
  const project = workspace.projectsOf(address).find((one) => one.isAutomata);
  if (project === undefined) {
    const detail = 'No automata includes this file: names of others cannot be checked.';
    return {
      kind: 'state',
      label: LONE[source.shape] ?? 'States without automata',
      detail: source.shape === 'scenarios' ? NO_AUTOMATA : detail,
      reason,
      change: 'leave',
    };
  }
  const origin = exportSource(workspace, address);
  if (origin !== undefined) {
    const label = `Export of ${shortName(origin, boundary)}`;
    const detail = 'It is not checked; problems are reported in its source.';
    return { kind: 'member', label, detail, automata: toUri(origin), reason, change: 'leave' };
  }
  const main = shortName(project.root, boundary);
  const states = stateCount(project);
  const files = project.stateFiles.length;
  const size = `${states} ${states === 1 ? 'state' : 'states'} in ${files} ${files === 1 ? 'file' : 'files'}`;
  if (project.root === address)
    return {
      kind: 'automata',
      label: `Automata: ${size}`,
      detail: main,
      automata: toUri(project.root),
      reason,
      change: 'leave',
    };
  if (source.shape === 'scenarios')
    return {
      kind: 'member',
      label: `Scenarios of ${main}`,
      detail: size,
      automata: toUri(project.root),
      reason,
      change: 'leave',
    };
  return {
    kind: 'member',
    label: `Part of ${main}`,
    detail: size,
    automata: toUri(project.root),
    reason: REASONS.included,
  };
}
