import { formatMessage, type Message, msg } from '../text/message';
import { RULES } from './index';
import type { ListedRule } from './rule';

/** The severities that the manifest offers. */
const LEVELS = ['off', 'hint', 'information', 'warning', 'error'];

/** The manifest's description of one code in `atomicState.diagnostics.severity`. */
interface SeverityProperty {
  readonly type: 'string';
  readonly enum: readonly string[];
  readonly default: string;
  readonly markdownDescription: string;
}

/** The codes for the manifest, so that editors complete and document them in the settings. */
export function severityProperties(): Readonly<Record<string, SeverityProperty>> {
  return Object.fromEntries(
    RULES.map((rule) => [
      rule.code,
      {
        type: 'string',
        enum: LEVELS,
        default: rule.severity,
        markdownDescription: formatMessage(severityDescription(rule)),
      },
    ]),
  );
}

/** The descriptions of all codes in the manifest. */
export function severityDescriptions(): readonly Message[] {
  return RULES.map(severityDescription);
}

function severityDescription({ title, severity, chapter }: ListedRule): Message {
  return chapter === 'pcc'
    ? msg`${msg(title)}. Default: ${msg(severity)}, if \`atomicState.diagnostics.pccRules\` is enabled.`
    : msg`${msg(title)}. Default: ${msg(severity)}.`;
}
