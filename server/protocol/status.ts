import { type Address, shortName } from '../project/paths';
import { childrenOf } from '../project/resolve';
import type { Workspace } from '../project/workspace';
import type { DocumentStatus } from './messages';

/** What the status item of an editor says of a file: which automata it belongs to, or why nothing is offered. */
export type Status = Omit<DocumentStatus, 'hasAutomata'>;

export const NO_STATUS: Status = {
  kind: 'none',
  label: 'Not a state file',
  detail:
    'It has neither `type: state` or `type: automata`, nor `states` with `initial`, nor the fields of a state alone, and no automata includes it.',
};

export function statusOf(
  workspace: Workspace,
  address: Address,
  toUri: (address: Address) => string,
): Status {
  const source = workspace.source(address);
  if (source === undefined) return NO_STATUS;
  if (source.shape === 'successor') {
    return {
      kind: 'none',
      label: 'Successor format',
      detail: 'This file has `blocks`: the successor of the format, which is recognised but not supported.',
    };
  }
  const boundary = workspace.boundaryOf(address);
  const project = workspace.projectsOf(address).find((one) => one.isAutomata);
  if (project === undefined) {
    const detail = 'No automata includes this file: names of others cannot be checked.';
    return {
      kind: 'state',
      label: source.shape === 'state' ? 'Lone state' : 'States without automata',
      detail,
    };
  }
  const main = shortName(project.root, boundary);
  const states = childrenOf(project, []).length;
  const files = [...project.members].length;
  const size = `${states} ${states === 1 ? 'state' : 'states'} in ${files} ${files === 1 ? 'file' : 'files'}`;
  if (project.root === address)
    return { kind: 'automata', label: `Automata: ${size}`, detail: main, automata: toUri(project.root) };
  return {
    kind: 'member',
    label: `Part of ${main}`,
    detail: size,
    automata: toUri(project.root),
  };
}
