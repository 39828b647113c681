import { stateCount } from '../features/state-count';
import { REASONS } from '../format/detection';
import type { DocumentKind } from '../format/document-kind';
import { exportSource } from '../project/files/exports';
import { type Address, shortName } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import {
  formatMessage,
  type Message,
  msg,
  seriesOf,
  type TextOrMessage,
  type Translations,
} from '../text/message';
import type { DocumentStatus } from './messages';
import { overriddenSettings } from './overridden-settings';
import type { Settings } from './settings';

/** The status of a file for the status item of an editor: its automata, or why features are not available. */
type Status = Omit<DocumentStatus, 'hasAutomata' | 'label' | 'detail' | 'reason' | 'configuration'> &
  Readonly<Record<'label' | 'detail' | 'reason', TextOrMessage>> & {
    readonly configuration?: ConfigurationStatus;
  };

type ConfigurationStatus = Readonly<Record<'label' | 'uri', string>> & { readonly detail: TextOrMessage };

/** The status in the language of the client. Status items show no Markdown, so names have no backticks. */
export function formatStatus(
  status: Status,
  translations?: Translations,
): Omit<DocumentStatus, 'hasAutomata'> {
  const format = (text: TextOrMessage) => formatMessage(text, translations).replaceAll('`', '');
  const { label, detail, reason, configuration, ...others } = status;
  return {
    ...others,
    label: format(label),
    detail: format(detail),
    reason: format(reason),
    ...(configuration && { configuration: { ...configuration, detail: format(configuration.detail) } }),
  };
}

/** The configuration file that applies to a file, and which settings of the editor it replaces. */
export function configurationStatus(
  workspace: Workspace,
  address: Address,
  toUri: (address: Address) => string,
  editor: Settings,
): Pick<Status, 'configuration'> {
  const found = workspace.configurationOf(address);
  const [file] = found?.files ?? [];
  if (found === undefined || file === undefined) return {};
  const overridden = overriddenSettings(editor, found.values);
  const detail =
    overridden.length === 0
      ? msg('Its settings apply to this file.')
      : msg`It counts instead of your settings: ${seriesOf(overridden, 'and')}.`;
  return {
    configuration: { uri: toUri(file), label: shortName(file, workspace.boundaryOf(address)), detail },
  };
}

export const NO_STATUS: Status = {
  kind: 'none',
  label: msg('Not a state file'),
  detail: msg(REASONS.none),
  reason: msg(REASONS.none),
};

const QUARANTINED: Status = {
  kind: 'none',
  label: msg('Not analysed'),
  detail: msg('The language server ended while it processed this file. Edit the file to analyse it again.'),
  reason: '',
  isQuarantined: true,
};

const ALONE: Omit<Status, 'reason'> = {
  kind: 'state',
  label: msg('States without automata'),
  detail: msg('No automata includes this file, so names from other files cannot be checked.'),
  change: 'leave',
};

const SETTINGS = msg('State files around it use what it says.');

/** A file that belongs to no automata. One with settings has nothing to run or to draw. */
const STANDALONE: Partial<Readonly<Record<DocumentKind, Omit<Status, 'reason'>>>> = {
  state: { ...ALONE, label: msg('Standalone state') },
  scenarios: {
    ...ALONE,
    label: msg('Scenarios without automata'),
    detail: msg(
      'The automata of these scenarios was not found. Set `automata` to the path of its main file.',
    ),
  },
  configuration: { kind: 'none', label: msg('Configuration file'), detail: SETTINGS },
  modules: { kind: 'none', label: msg('Modules file'), detail: SETTINGS },
};

export function statusOf(
  workspace: Workspace,
  address: Address,
  toUri: (address: Address) => string,
): Status {
  if (workspace.document(address)?.skipped === 'quarantined') return QUARANTINED;
  const source = workspace.source(address);
  const reason = msg(workspace.detection(address)?.reason ?? REASONS.none);
  if (source === undefined) return { ...NO_STATUS, detail: reason, reason, change: 'treat' };
  if (source.documentKind === 'successor') {
    return {
      kind: 'none',
      label: msg('Successor format'),
      detail: msg(
        'This file has `blocks`, so it is written in the successor format, which is not supported.',
      ),
      reason,
    };
  }
  const boundary = workspace.boundaryOf(address);
  const project = workspace.projectsOf(address).find((one) => one.isAutomata);
  if (project === undefined) return { ...(STANDALONE[source.documentKind] ?? ALONE), reason };
  const origin = exportSource(workspace, address);
  if (origin !== undefined) {
    const label = msg`Export of ${shortName(origin, boundary)}`;
    const detail = msg('This file is not checked; problems are reported in its source.');
    return { kind: 'member', label, detail, automata: toUri(origin), reason, change: 'leave' };
  }
  const main = shortName(project.root, boundary);
  const states = stateCount(project);
  const files = project.stateFiles.length;
  const size = formatSize(states, files);
  if (project.root === address)
    return {
      kind: 'automata',
      label: msg`Automata: ${size}`,
      detail: main,
      automata: toUri(project.root),
      reason,
      change: 'leave',
    };
  if (source.documentKind === 'scenarios')
    return {
      kind: 'member',
      label: msg`Scenarios of ${main}`,
      detail: size,
      automata: toUri(project.root),
      reason,
      change: 'leave',
    };
  return {
    kind: 'member',
    label: msg`Part of ${main}`,
    detail: size,
    automata: toUri(project.root),
    reason: msg(REASONS.included),
  };
}

function formatSize(states: number, files: number): Message {
  if (states === 1)
    return files === 1 ? msg`${states} state in ${files} file` : msg`${states} state in ${files} files`;
  return files === 1 ? msg`${states} states in ${files} file` : msg`${states} states in ${files} files`;
}
