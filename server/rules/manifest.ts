import { formatMessage, type Message, msg } from '../text/message';
import { RULES } from './index';
import type { ListedRule } from './rule';

/** How severe a finding may be made, as the manifest of the extension lists it. */
const LEVELS = ['off', 'hint', 'information', 'warning', 'error'];

/** What the manifest says of one code below `atomicState.diagnostics.severity`. */
interface SeverityProperty {
  readonly type: 'string';
  readonly enum: readonly string[];
  readonly default: string;
  readonly markdownDescription: string;
}

/** The codes for the manifest of the extension, so that an editor completes and explains them in its settings. */
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

/** The descriptions of all codes there. */
export function severityDescriptions(): readonly Message[] {
  return RULES.map(severityDescription);
}

function severityDescription({ title, severity, chapter }: ListedRule): Message {
  return chapter === 'pcc'
    ? msg`${msg(title)}. Default: ${msg(severity)}, if \`atomicState.diagnostics.pccRules\` is enabled.`
    : msg`${msg(title)}. Default: ${msg(severity)}.`;
}
